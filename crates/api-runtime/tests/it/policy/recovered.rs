//! What a record that is looked up proves, and how it differs from the request.

use api_runtime::__generated::{Echo, FoundRecord, OperationInfo, ResponseReader, WriteInfo};
use api_runtime::api_wire::{Body, Extra, Record};
use api_runtime::api_wire::{Parameters, ReadError, Wrapped};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, UniqueKey, Write};
use api_runtime::testing::Step;
use api_runtime::transport::TransportError;
use api_runtime::{Difference, Error, ErrorKind, Json, Known, Method, NextStep, Outcome, Sent};

use super::script::{failure, script, status};
use super::shop::{Shop, TOKEN, VenueApiToken, client};

#[derive(Clone, Default, PartialEq, Record)]
struct Basket {
    reference_no: Option<String>,
    total: Option<i64>,
    extra: Extra,
}

#[derive(Clone, PartialEq, Body)]
struct NewItem {
    sku: String,
    price: i64,
    item_id: Option<i64>,
    #[wire(pii)]
    engraving: Option<String>,
}

#[derive(Clone, PartialEq, Body)]
struct NewBasket {
    reference_no: String,
    total: Option<i64>,
    #[wire(pii)]
    email: Option<String>,
    note: Option<String>,
    custom: Option<Json>,
    #[wire(write_empty)]
    items_attributes: Vec<NewItem>,
}

#[derive(Parameters)]
struct GetBasket {
    #[wire(path)]
    id: String,
}

impl Operation for GetBasket {
    type Api = Shop;
    type Output = Wrapped<Basket>;
    const INFO: OperationInfo =
        OperationInfo::new("get_basket", Method::Get, "/baskets/{id}").retry(Retry::Safe);

    fn read_response(response: &ResponseReader) -> Result<Wrapped<Basket>, ReadError> {
        response.wrapped("basket")
    }
}

impl AuthorizedBy<VenueApiToken> for GetBasket {}

#[derive(Parameters)]
struct CreateBasket {
    #[wire(wrapped_body)]
    basket: NewBasket,
}

impl Operation for CreateBasket {
    type Api = Shop;
    type Output = ();
    const INFO: OperationInfo = OperationInfo::new("create_basket", Method::Post, "/baskets")
        .retry(Retry::UniqueKey("reference_no"))
        .journal_id("create_basket")
        .lookup("get_basket");

    fn read_response(_: &ResponseReader) -> Result<(), ReadError> {
        Ok(())
    }
}

/// The same, with the basket in the response.
#[derive(Parameters)]
struct CreateAndShow {
    #[wire(wrapped_body)]
    basket: NewBasket,
}

impl Operation for CreateAndShow {
    type Api = Shop;
    type Output = Wrapped<Basket>;
    const INFO: OperationInfo =
        CreateBasket::INFO.echoes(&[Echo::new("reference_no", "/basket/reference_no")]);

    fn read_response(response: &ResponseReader) -> Result<Wrapped<Basket>, ReadError> {
        response.wrapped("basket")
    }
}

/// The same, with a body of any JSON.
#[derive(Parameters)]
struct CreateFromJson {
    #[wire(body)]
    body: Json,
}

impl Operation for CreateFromJson {
    type Api = Shop;
    type Output = ();
    const INFO: OperationInfo = CreateBasket::INFO;

    fn read_response(_: &ResponseReader) -> Result<(), ReadError> {
        Ok(())
    }
}

macro_rules! finds_baskets {
    ($($name:ty)*) => {$(
        impl AuthorizedBy<VenueApiToken> for $name {}

        impl Write for $name {
            type Record = Wrapped<Basket>;
            const WRITE: WriteInfo = WriteInfo::unique::<Self>();
        }

        impl UniqueKey for $name {
            type Lookup = GetBasket;
            const FOUND: FoundRecord =
                FoundRecord {
                    renamed: &[("items_attributes", "items")],
                    not_compared: &["items_attributes/item_id"],
                    ..FoundRecord::new(&["basket"])
                };

            fn lookup(unique_key: String) -> Option<GetBasket> {
                Some(GetBasket { id: unique_key })
            }

            fn unique_key(read: &Wrapped<Basket>) -> Option<&str> {
                read.reference_no.as_deref()
            }
        }
    )*};
}

finds_baskets! { CreateBasket CreateAndShow CreateFromJson }

fn basket() -> NewBasket {
    let item = |sku: &str, price| NewItem {
        sku: sku.to_owned(),
        price,
        item_id: Some(3),
        engraving: None,
    };
    NewBasket {
        reference_no: "r-1".to_owned(),
        total: Some(1200),
        email: Some("ada@example.com".to_owned()),
        note: Some("2026-12-01T09:00:00Z".to_owned()),
        custom: None,
        items_attributes: vec![item("lamp", 500), item("bulb", 700)],
    }
}

/// The response is lost, and then the look-up returns this body.
async fn found_for<O>(operation: O, body: &str) -> Result<Sent<Wrapped<Basket>>, Error>
where
    O: Write<Api = Shop, Record = Wrapped<Basket>> + AuthorizedBy<VenueApiToken>,
{
    let lost = failure(TransportError::interrupted);
    let transport = script([lost, Step::response(200, body.to_owned())]);
    client(&transport).once("key").send(operation).await
}

async fn found(body: &str) -> Result<Sent<Wrapped<Basket>>, Error> {
    found_for(CreateBasket { basket: basket() }, body).await
}

fn is_recovered(found: &Result<Sent<Wrapped<Basket>>, Error>) -> bool {
    found
        .as_ref()
        .is_ok_and(|sent| sent.known == Known::Recovered)
}

/// The error of a record with the unique key and other values.
fn duplicate(found: Result<Sent<Wrapped<Basket>>, Error>) -> Error {
    let error = found.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Duplicate, Outcome::Unknown),
        "{error}"
    );
    assert_eq!(error.next_step(), NextStep::Person);
    assert!(!error.differences().is_empty());
    error
}

fn texts(differences: &[Difference]) -> Vec<String> {
    differences.iter().map(Difference::to_string).collect()
}

async fn differences(body: &str) -> Vec<String> {
    texts(duplicate(found(body).await).differences())
}

/// The detail of the look-up's error, which leaves the outcome unknown.
async fn unproven(body: &str) -> String {
    let error = found(body).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown, "{body}");
    assert_eq!(error.unique_key(), Some("r-1"));
    let lookup_error = error.lookup_error().unwrap();
    assert_eq!(lookup_error.kind(), ErrorKind::Mismatch, "{body}");
    let text = lookup_error.to_string();
    let (_, detail) = text.split_once(", status 200: ").unwrap();
    detail.to_owned()
}

#[tokio::test(start_paused = true)]
async fn record_with_the_values_that_were_sent_is_recovered() {
    for body in [
        r#"{"basket":{"reference_no":"r-1","id":7}}"#,
        r#"{"basket":{"reference_no":"r-1","total":1200,"state":"pending"}}"#,
        // In other notations.
        r#"{"basket":{"reference_no":"r-1","total":"1200"}}"#,
        r#"{"basket":{"reference_no":"r-1","total":1200.0,"note":"2026-12-01T10:00:00+01:00"}}"#,
        r#"{"basket":{"reference_no":"r-1","note":" 2026-12-01 09:00:00 UTC ","email":" ada@example.com\n"}}"#,
        // In another case or order.
        r#"{"basket":{"reference_no":"r-1","email":"ADA@Example.com","note":"2026-12-01t09:00:00z"}}"#,
        r#"{"basket":{"reference_no":"r-1","items":[{"sku":"BULB","price":700},{"sku":"lamp"}]}}"#,
        // Null is not shown.
        r#"{"basket":{"reference_no":"r-1","id":7,"total":null,"email":null},"items":null}"#,
        // The items under another name, in the record or next to it.
        r#"{"basket":{"reference_no":"r-1","items":[{"sku":"lamp"},{"price":"700"}]}}"#,
        r#"{"basket":{"reference_no":"r-1","id":7},"items":[{"id":1,"price":500},{"price":700}]}"#,
        r#"{"basket":{"reference_no":"r-1","items":[]},"items":[{"sku":"lamp"},{}]}"#,
        // The ids of items mean something else there.
        r#"{"basket":{"reference_no":"r-1","id":7},"items":[{"item_id":7},{"item_id":[]}]}"#,
        // Next to the record, other keys are not those of the body.
        r#"{"total":7,"basket":{"reference_no":"r-1","total":1200},"items_attributes":[]}"#,
    ] {
        let found = found(body).await;
        assert!(is_recovered(&found), "{body}: {found:?}");
    }
}

/// Fields of the record, and the difference that they are.
#[rustfmt::skip]
const DIFFERENT: &[(&str, &str)] = &[
    (r#""total":"1200.5""#, "/total: sent 1200, found \"1200.5\""),
    (r#""total":[1200]"#, "/total: sent number, found array"),
    (r#""total":true"#, "/total: sent 1200, found true"),
    (r#""note":"a\u001bb""#, r#"/note: sent "2026-12-01T09:00:00Z", found "a\u{1b}b""#),
    (r#""email":"eve@example.com""#, "/email: sent [hidden], found [hidden]"),
    (r#""email":"""#, "/email: sent [hidden], found [hidden]"),
    (r#""items":[]"#, "/items_attributes: sent 2 items, found 0 items"),
    (r#""items":[{}]"#, "/items_attributes: sent 2 items, found 1 item"),
    (r#""items":[{"price":500},{"price":701}]"#, "/items_attributes/1/price: sent 700, found 701"),
    (r#""items":[{"sku":"lamp"},7]"#, "/items_attributes/1: sent object, found number"),
];

/// Bodies with a key twice, and where.
#[rustfmt::skip]
const DUPLICATES: &[(&str, &str)] = &[
    (r#"{"basket":{"reference_no":"r-1","reference_no":"r-1"}}"#, "/basket/reference_no"),
    (r#"{"basket":{"reference_no":"r-1","reference_no":"r-2"}}"#, "/basket/reference_no"),
    (r#"{"basket":{"reference_no":"r-1","\u0072eference_no":""}}"#, "/basket/reference_no"),
    (r#"{"basket":{"reference_no":"r-1","reference_no":null}}"#, "/basket/reference_no"),
    (r#"{"basket":{"total":1200,"reference_no":"r-1","total":2400}}"#, "/basket/total"),
    (r#"{"basket":{"reference_no":"r-1","items":[{},{}],"items":[]}}"#, "/basket/items_attributes"),
    (r#"{"basket":{"reference_no":"r-1"},"items":[],"items":[{},{}]}"#, "/basket/items_attributes"),
    (r#"{"basket":{"reference_no":"r-1"},"items":[{"price":500,"price":1},{}]}"#, "/basket/items_attributes/0/price"),
];

#[tokio::test(start_paused = true)]
async fn record_with_other_values_is_reported_with_its_differences() {
    let total = r#"{"basket":{"reference_no":"r-1","total":2400}}"#;
    assert_eq!(
        differences(total).await,
        ["/basket/total: sent 1200, found 2400"]
    );
    for (fields, difference) in DIFFERENT {
        let body = format!("{{\"basket\":{{\"id\":7,\"reference_no\":\"r-1\",{fields}}}}}");
        assert_eq!(
            differences(&body).await,
            [format!("/basket{difference}")],
            "{body}"
        );
    }
    let body = r#"{"basket":{"reference_no":"r-1","total":1,"note":"n"},"items":[{"price":1}]}"#;
    assert_eq!(differences(body).await.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn differences_show_no_secrets_and_no_personal_data() {
    let mut basket = basket();
    basket.items_attributes[0].engraving = Some("for Ada".to_owned());
    basket.custom = Some(r#"{"a/b":"undocumented"}"#.parse().unwrap());
    let note = "x".repeat(2_000);
    let body = format!(
        r#"{{"basket":{{"reference_no":"r-1","email":"eve@example.com","custom":{{"a/b":"Eve's own"}},
            "note":"{TOKEN} {note}"}},"items":[{{"engraving":"for Eve"}},{{"engraving":"x"}}]}}"#
    );
    let error = duplicate(found_for(CreateBasket { basket }, &body).await);
    let differences = error.differences();
    let pointers = differences.iter().map(|difference| &*difference.pointer);
    assert_eq!(
        pointers.collect::<Vec<_>>(),
        [
            "/basket/email",
            "/basket/note",
            "/basket/custom/a~1b",
            "/basket/items_attributes/0/engraving"
        ]
    );
    let shown = format!("{error:?} {differences:?}");
    for hidden in [TOKEN, "example.com", "undocumented", "Eve", "Ada"] {
        assert!(!shown.contains(hidden), "{shown}");
    }
    assert!(
        differences[1].found.starts_with("\"[hidden] xxx"),
        "{shown}"
    );
    assert!(differences[1].found.len() <= 202, "{shown}");
}

#[tokio::test(start_paused = true)]
async fn record_with_a_duplicate_key_proves_nothing() {
    for (body, pointer) in DUPLICATES {
        assert_eq!(
            unproven(body).await,
            format!("duplicate key {pointer}"),
            "{body}"
        );
    }
    // Two records are those of no response at all.
    for body in [
        r#"{"basket":{"reference_no":"r-1"},"basket":{"reference_no":"r-2"}}"#,
        r#"{"basket":{"reference_no":"r-1"},"basket":null}"#,
    ] {
        let error = found(body).await.unwrap_err();
        assert_eq!(error.outcome(), Outcome::Unknown, "{body}");
    }
    // Keys that were not sent contradict nothing.
    let body = r#"{"basket":{"reference_no":"r-1","id":7,"state":"a","state":"b"}}"#;
    assert!(is_recovered(&found(body).await));
}

#[tokio::test(start_paused = true)]
async fn record_with_another_unique_key_proves_nothing() {
    let key = "order-2026-11-22-0000000000000000000001";
    for (sent, read) in [
        (key, "\"order-2026-11-22-000000000000000\""),
        (key, "\"order-2026-11-22-0000000000000000000002\""),
        ("é", "\"e\u{301}\""),
        ("r-1", "\"\""),
        ("r-1", "\"r- 1\""),
        ("0123", "123"),
        ("1e2", "100"),
        ("123", "123.0"),
        ("true", "true"),
    ] {
        let mut basket = basket();
        basket.reference_no = sent.to_owned();
        let body = format!("{{\"basket\":{{\"id\":7,\"reference_no\":{read}}}}}");
        let error = found_for(CreateBasket { basket }, &body).await.unwrap_err();
        assert_eq!(error.outcome(), Outcome::Unknown, "{sent} {read}");
        let lookup_error = error.lookup_error().unwrap();
        let text = lookup_error.to_string();
        assert!(
            text.ends_with(": the record has another unique key"),
            "{text}"
        );
    }
    for body in [
        r#"{"basket":{"reference_no":null,"total":1}}"#,
        r#"{"basket":{"total":1}}"#,
    ] {
        let mut basket = basket();
        basket.reference_no = "12345".to_owned();
        let error = found_for(CreateBasket { basket }, body).await.unwrap_err();
        assert_eq!(error.outcome(), Outcome::Unknown);
        let lookup_error = error.lookup_error().unwrap();
        assert_eq!(lookup_error.attempts(), 1, "{body}");
        let text = lookup_error.to_string();
        assert!(
            text.ends_with(": the record does not show its unique key"),
            "{text}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn unique_key_in_another_form_is_a_difference() {
    for (sent, read) in [("r-1", "R-1"), ("r-1", "r-1 "), (" r-1", "r-1")] {
        let mut basket = basket();
        basket.reference_no = sent.to_owned();
        let body = format!("{{\"basket\":{{\"id\":7,\"reference_no\":\"{read}\"}}}}");
        let error = duplicate(found_for(CreateBasket { basket }, &body).await);
        let text = format!("/basket/reference_no: sent \"{sent}\", found \"{read}\"");
        assert_eq!(texts(error.differences()), [text]);
    }
}

#[tokio::test(start_paused = true)]
async fn unique_key_may_be_a_number() {
    let mut basket = basket();
    basket.reference_no = "12345".to_owned();
    let body = r#"{"basket":{"id":7,"reference_no":12345}}"#;
    let found = found_for(CreateBasket { basket }, body).await;
    assert!(is_recovered(&found), "{found:?}");
}

#[tokio::test(start_paused = true)]
async fn response_of_the_create_is_compared_too() {
    let create = async |bodies: &[&str]| {
        let steps = bodies.iter().map(|body| match body.strip_prefix("422") {
            Some(_) => status(422),
            None => Step::response(200, (*body).to_owned()),
        });
        let transport = script(steps);
        let show = CreateAndShow { basket: basket() };
        let sent = client(&transport).once("key").send(show).await;
        (sent.unwrap(), transport.attempts())
    };
    let same = r#"{"basket":{"reference_no":"r-1","total":1200.0}}"#;
    let (sent, attempts) = create(&[same]).await;
    assert!(sent.differences.is_empty() && attempts == 1);
    // What the server does not show is not compared.
    let (sent, _) = create(&[r#"{"basket":{"total":null,"reference_no":"r-1"}}"#]).await;
    assert!(sent.differences.is_empty() && !sent.needs_person());
    let other = r#"{"basket":{"reference_no":"r-1","total":2400},"items":[{"price":1},{}]}"#;
    let (sent, attempts) = create(&[other]).await;
    assert_eq!((sent.known, attempts), (Known::Confirmed, 1));
    assert!(sent.needs_person());
    assert_eq!(
        texts(&sent.differences),
        [
            "/basket/total: sent 1200, found 2400",
            "/basket/items_attributes/0/price: sent 500, found 1"
        ]
    );
    // Duplicate keys prove nothing: it is looked up.
    let twice = r#"{"basket":{"reference_no":"r-1","total":1200,"total":2400}}"#;
    let (sent, attempts) = create(&[twice, same]).await;
    assert_eq!((sent.known, attempts), (Known::Recovered, 2));
}

#[tokio::test(start_paused = true)]
async fn record_with_only_its_unique_key_proves_nothing() {
    for body in [
        r#"{"basket":{"reference_no":"r-1"}}"#,
        r#"{"basket":{"reference_no":"r-1","total":null,"message":"not found"},"id":7}"#,
    ] {
        let detail = "the record has nothing but the unique key";
        assert_eq!(unproven(body).await, detail, "{body}");
    }
    for member in [
        r#""items":[]"#,
        r#""found":false"#,
        r#""id":null,"state":"pending""#,
    ] {
        let body = format!(r#"{{"basket":{{"reference_no":"r-1",{member}}}}}"#);
        let detail = "the record has nothing but the unique key";
        assert_eq!(unproven(&body).await, detail, "{body}");
    }
}

#[tokio::test(start_paused = true)]
async fn body_without_a_single_unique_key_is_sent_once() {
    let sends = async |json: &'static str| {
        let transport = script([failure(TransportError::interrupted)]);
        let body = json.parse().unwrap();
        let create = CreateFromJson { body };
        let sent = client(&transport).once("key").send(create).await;
        assert_eq!(sent.unwrap_err().outcome(), Outcome::Unknown);
        transport.attempts()
    };
    for json in [
        "{}",
        "[]",
        r#"{"reference_no":""}"#,
        r#"{"reference_no":7}"#,
        // The server may use the other one, and create two records with blank keys.
        r#"{"reference_no":"","reference_no":"r-1"}"#,
        r#"{"reference_no":"r-1","reference_no":"r-1"}"#,
        r#"{"nested":{"reference_no":"r-1"}}"#,
    ] {
        assert_eq!(sends(json).await, 1, "{json}");
    }
    // The create, and three attempts of each of two look-ups.
    assert_eq!(sends(r#"{"reference_no":"r-1"}"#).await, 7);
    let body = r#"{"basket":{"reference_no":"r-1","total":2}}"#;
    let json = r#"{"reference_no":"r-1","total":1}"#;
    let create = CreateFromJson {
        body: json.parse().unwrap(),
    };
    let error = duplicate(found_for(create, body).await);
    // The fields of such a body are unknown, and so is what may be shown.
    assert_eq!(
        texts(error.differences()),
        ["/total: sent [hidden], found [hidden]"]
    );
}

#[tokio::test(start_paused = true)]
async fn values_of_the_create_are_hidden_in_its_lookup() {
    // The server has the address in a field that is shown.
    let body = r#"{"basket":{"reference_no":"r-1","note":"of Ada@example.com"}}"#;
    assert_eq!(
        differences(body).await,
        [r#"/basket/note: sent "2026-12-01T09:00:00Z", found "of [hidden]""#]
    );
    let lost = failure(TransportError::interrupted);
    let body = r#"{"error":"two baskets of ada@example.com"}"#;
    let transport = script([lost, Step::response(409, body)]);
    let create = CreateBasket { basket: basket() };
    let error = client(&transport)
        .once("key")
        .send(create)
        .await
        .unwrap_err();
    let lookup_error = error.lookup_error().unwrap();
    assert_eq!(lookup_error.messages(), ["two baskets of [hidden]"]);
}

/// The number of differences between two values of one member.
async fn differences_of(sent: &str, found: &str) -> usize {
    let sent = format!(r#"{{"reference_no":"r-1","value":{sent}}}"#);
    let body = format!(r#"{{"basket":{{"reference_no":"r-1","id":7,"value":{found}}}}}"#);
    let create = CreateFromJson {
        body: sent.parse().unwrap(),
    };
    match found_for(create, &body).await {
        Ok(sent) => sent.differences.len(),
        different => duplicate(different).differences().len(),
    }
}

#[tokio::test(start_paused = true)]
async fn scalars_are_compared_by_value() {
    for (sent, found) in [
        ("5", "5"),
        ("5", "5.0"),
        ("5", "\"5\""),
        ("\"5\"", "5"),
        ("12.50", "12.5"),
        ("12.50", "\"12.500\""),
        ("1e2", "100"),
        ("\"5\"", "\"5.0\""),
        ("\"3.50\"", "\"3.5\""),
        ("\"Ada@Example.com\"", "\"ada@example.com\""),
        ("true", "1"),
        ("\"false\"", "false"),
        ("\"a\\u0062\"", "\"ab\""),
        ("\"two  words\"", "\"two words\""),
        ("\"two\\r\\nlines\"", "\"two\\nlines\""),
        ("\"2026-12-01\"", "\"12/01/2026\""),
        (
            "0.1000000000000000055511151231257827",
            "0.1000000000000000055511151231257827",
        ),
    ] {
        assert_eq!(differences_of(sent, found).await, 0, "{sent} {found}");
    }
    for (sent, found) in [
        ("5", "6"),
        ("5", "\"5 USD\""),
        ("5", "\"\""),
        ("\"07712\"", "7712"),
        ("\"07712\"", "\"7712\""),
        ("\"1e2\"", "\"100\""),
        ("true", "false"),
        ("true", "\"yes\""),
        ("1", "false"),
        ("0.1", "0.1000000000000000055511151231257827"),
        ("9007199254740993", "9007199254740992"),
        ("\"2026-12-01T09:00:00Z\"", "\"2026-12-01T10:00:00Z\""),
        ("\"2026-12-01\"", "\"2026-12-02\""),
        ("\"5pm\"", "\"5am\""),
        ("\"two words\"", "\"twowords\""),
    ] {
        assert_eq!(differences_of(sent, found).await, 1, "{sent} {found}");
    }
}

#[tokio::test(start_paused = true)]
async fn items_are_compared_in_any_order() {
    for (sent, found, count) in [
        ("[1,2,3]", "[3,1,2]", 0),
        (r#"[{"a":1},{"a":2}]"#, r#"[{"a":"2.0"},{"a":1,"b":3}]"#, 0),
        ("[[1,2],[3]]", "[[3],[2,1]]", 0),
        ("[1,1,2]", "[1,2,2]", 1),
        ("[1,2,3]", "[3,1,4]", 3),
        (r#"[{"a":1},{"a":2}]"#, r#"[{"a":1},{"a":3}]"#, 1),
    ] {
        assert_eq!(differences_of(sent, found).await, count, "{sent} {found}");
    }
    let list = |item: &str| format!("[{}]", vec![item; 1_000].join(","));
    assert_eq!(differences_of(&list("1"), &list("2")).await, 100);
}
