//! What is believed of a response, rule by rule: of a refund and a payment (an envelope, documented
//! and not), and of calls of the point of sale.

use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{Client, Config, Credentials, ErrorKind, Outcome};
use payments_client::Decimal;
use payments_client::model::{Addendum, Refund};
use payments_client::{AddendumRequest, RefundRequest};
use pos_v1_client::FinalizeIncomingQuote;
use pos_v2_client::model::{CustomerUpdate, NewCustomer};
use pos_v2_client::{CreateCustomer, GetCustomer, UpdateCustomer};
use pos_v3_client::model::QuoteUpdate;
use pos_v3_client::{GetVenueInfo, UpdateIncomingQuote};

use crate::config;
use crate::wire::payments;

const URL: &str = "https://shop.example/api";

/// The kind of the error and the outcome, or `None` for a success.
type Result = Option<(ErrorKind, Outcome)>;

const UNREADABLE: Result = Some((ErrorKind::Decode, Outcome::Unknown));
const WRONG_RECORD: Result = Some((ErrorKind::WrongRecord, Outcome::Unknown));

async fn send<A, C, O>(config: Config<A, C>, operation: O, status: u16, body: &str) -> Result
where
    A: api_runtime::operation::Api,
    C: Credentials + 'static,
    O: Operation<Api = A> + AuthorizedBy<C>,
{
    let step = Step::response(status, body.to_owned());
    let transport = ScriptedTransport::new([step]).repeat_last();
    let client = Client::builder(config).transport(transport);
    let result = client.build().unwrap().send(operation).await;
    let error = result.map(drop).err()?;
    Some((error.kind(), error.outcome()))
}

async fn create(status: u16, body: &str) -> Result {
    let create = payments::create("125.50");
    send(config::payments(URL), create, status, body).await
}

/// The results of the writes whose responses are not documented.
async fn payment_writes(status: u16, body: &str) -> [Result; 3] {
    let (submit, adjust) = (payments::submit("125.50"), payments::adjust("110.50"));
    [
        send(config::payments(URL), submit, status, body).await,
        send(config::payments(URL), adjust, status, body).await,
        refund(status, body).await,
    ]
}

async fn refund(status: u16, body: &str) -> Result {
    let refund = Refund::new("uid-1", "returned");
    send(
        config::payments(URL),
        RefundRequest::new(refund),
        status,
        body,
    )
    .await
}

async fn addendum(status: u16, body: &str) -> Result {
    let addendum = Addendum::new("uid-1", Decimal::new(7_550, 2));
    send(
        config::payments(URL),
        AddendumRequest::new(addendum),
        status,
        body,
    )
    .await
}

async fn update(status: u16, body: &str) -> Result {
    let update = UpdateCustomer::new(7, CustomerUpdate::new());
    send(config::pos_v2(URL), update, status, body).await
}

async fn finalize_quote(status: u16, body: &str) -> Result {
    send(
        config::pos_v1(URL),
        FinalizeIncomingQuote::new(7),
        status,
        body,
    )
    .await
}

#[tokio::test(start_paused = true)]
async fn status_decides_first() {
    let rejected = |kind| Some((kind, Outcome::Rejected));
    let unknown = |kind| Some((kind, Outcome::Unknown));
    // The body is that of a success, which changes nothing.
    for (status, expected) in [
        (200, None),
        (201, None),
        (206, UNREADABLE),
        (207, UNREADABLE),
        (301, unknown(ErrorKind::Redirect)),
        (400, rejected(ErrorKind::BadRequest)),
        (401, rejected(ErrorKind::Unauthorized)),
        (404, rejected(ErrorKind::NotFound)),
        (408, unknown(ErrorKind::Other)),
        (409, rejected(ErrorKind::Other)),
        (422, rejected(ErrorKind::BadRequest)),
        (499, unknown(ErrorKind::Other)),
        (500, unknown(ErrorKind::Server)),
    ] {
        let result = update(status, r#"{"customer":{"id":7}}"#).await;
        assert_eq!(result, expected, "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn documented_204_is_a_rejection_only_of_a_write_that_names_its_record() {
    let not_found = Some((ErrorKind::NotFound, Outcome::Rejected));
    assert_eq!(update(204, "").await, not_found);
    // The table of errors has it for quotes in general, though no row of an update lists it.
    let quote = UpdateIncomingQuote::new("Q-5501", QuoteUpdate::new());
    assert_eq!(send(config::pos_v3(URL), quote, 204, "").await, not_found);
    let create = CreateCustomer::new(NewCustomer::new());
    assert_eq!(send(config::pos_v2(URL), create, 204, "").await, UNREADABLE);
}

#[tokio::test(start_paused = true)]
async fn documented_body_must_be_there_and_repeat_what_was_sent() {
    for (body, expected) in [
        (r#"{"customer":{"id":7}}"#, None),
        (r#"{"customer":{"id":"7"}}"#, None),
        (r#"{"customer":{"id":8}}"#, WRONG_RECORD),
        (r#"{"customer":{"id":7,"id":7}}"#, UNREADABLE),
        (r#"{"customer":{"first_name":"Ada"}}"#, UNREADABLE),
        (
            r#"{"customer":{"first_name":"Ada"},"customer/id":7}"#,
            UNREADABLE,
        ),
        (r#"{"customer":{}}"#, UNREADABLE),
        (r#"{}"#, UNREADABLE),
        ("", UNREADABLE),
    ] {
        assert_eq!(update(200, body).await, expected, "{body}");
    }
    // The request that an addendum creates is a new one.
    let body = r#"{"Success":true,"Payload":"uid-2","Message":""}"#;
    assert_eq!(addendum(200, body).await, None);
    let body = r#"{"Success":true,"Payload":"uid-1","Message":""}"#;
    assert_eq!(addendum(200, body).await, WRONG_RECORD);
    for payload in [
        "null", r#""""#, r#"" ""#, r#""N/A""#, r#""0""#, "0", "[]", "{}",
    ] {
        let body = format!(r#"{{"Success":true,"Payload":{payload},"Message":""}}"#);
        assert_eq!(create(200, &body).await, UNREADABLE, "{body}");
        assert_eq!(addendum(200, &body).await, UNREADABLE, "{body}");
    }
}

/// The documents show no format of a `RequestUid`, and no list of an envelope's keys.
#[tokio::test(start_paused = true)]
async fn any_text_is_a_request_uid() {
    let long = "x".repeat(2_000);
    for uid in [
        "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
        "abcdefgh-ijkl",
        "REQ A00B",
        "-NxYz12",
        "é",
        &long,
    ] {
        let body = format!(r#"{{"Success":true,"Payload":"{uid}","Message":"","Trace":"t-1"}}"#);
        assert_eq!(create(200, &body).await, None, "{body}");
        assert_eq!(addendum(200, &body).await, None, "{body}");
    }
}

#[tokio::test(start_paused = true)]
async fn failure_in_a_success_is_what_the_description_declares() {
    let rejected = Some((ErrorKind::Unsuccessful, Outcome::Rejected));
    let unknown = Some((ErrorKind::Unsuccessful, Outcome::Unknown));
    for (body, expected) in [
        (r#"{"Success":false,"Message":"no"}"#, rejected),
        (
            r#"{"Success":false,"Payload":null,"Message":"no"}"#,
            rejected,
        ),
        // An envelope with a payload contradicts itself.
        (r#"{"Success":false,"Payload":"uid-1"}"#, unknown),
        // It is no envelope of this API: a gateway's, which knows nothing of the payment.
        (r#"{"success":false,"errors":[{"code":1000}]}"#, unknown),
        (r#"{"Success":false,"Message":"no","Code":1000}"#, unknown),
        (r#"{"success":false}"#, unknown),
        (r#"{"Success":"false"}"#, UNREADABLE),
        (r#"{"Success":0}"#, UNREADABLE),
    ] {
        assert_eq!(create(200, body).await, expected, "{body}");
        assert_eq!(refund(200, body).await, expected, "{body}");
        assert_eq!(addendum(200, body).await, expected, "{body}");
    }
    let declined = r#"{"Success":false,"Message":"no"}"#;
    let kind = ErrorKind::BadRequest;
    assert_eq!(refund(400, declined).await, Some((kind, Outcome::Rejected)));

    let record = |more: &str| format!(r#"{{"customer":{{"id":7}}{more}}}"#);
    for (more, expected) in [
        (r#","error":"no""#, unknown),
        (r#","error":"\ud83d""#, unknown),
        (r#","error":"""#, None),
        (r#","error":null"#, None),
        // Not declared for this version.
        (r#","message":"saved""#, None),
        (r#","success":false"#, None),
    ] {
        assert_eq!(update(200, &record(more)).await, expected, "{more}");
        let get = send(config::pos_v2(URL), GetCustomer::new(7), 200, &record(more)).await;
        assert_eq!(get.is_some(), expected.is_some(), "{more}");
    }
}

/// The documents do not show the responses to these writes: the first call in staging does.
#[tokio::test(start_paused = true)]
async fn undocumented_body_of_a_write_is_a_success_if_it_is_empty_or_the_envelope_with_true() {
    for body in [
        r#"{"Success":true}"#,
        r#"{"Success":true,"Payload":null,"Message":""}"#,
        r#"{"Success":true,"Payload":"uid-1","Message":"Refund accepted"}"#,
    ] {
        for result in payment_writes(200, body).await {
            assert_eq!(result, None, "{body}");
        }
        // The point of sale has no envelope.
        assert_eq!(finalize_quote(200, body).await, UNREADABLE, "{body}");
    }
    for (status, body) in [(200, ""), (200, " \r\n"), (204, "")] {
        for result in payment_writes(status, body).await {
            assert_eq!(result, None, "{status}");
        }
    }
    assert_eq!(finalize_quote(200, "").await, None);
    for body in [
        "{}",
        "[]",
        "true",
        r#""Refund accepted""#,
        r#"{"message":"Quote finalized"}"#,
        r#"{"response_code":"05"}"#,
        r#"{"RequestUid":"uid-2"}"#,
        r#"{"ok":false}"#,
        r#"[{"Success":true}]"#,
        r#"{"result":{"Success":true}}"#,
        r#"{"Success":true,"Trace":"t-1"}"#,
        r#"{"Success":"true"}"#,
        r#"{"Success":true,"Success":true}"#,
        r#"{"SUCCESS":true}"#,
        r#"{"Success":null}"#,
        "<html>",
        "{\"Success\":tr",
        r#"{"Success":true} [warn] slow"#,
        "Refund accepted",
    ] {
        for result in payment_writes(200, body).await {
            assert_eq!(result, UNREADABLE, "{body}");
        }
        assert_eq!(finalize_quote(200, body).await, UNREADABLE, "{body}");
    }
}

/// The documents of payments show no error body; those of the point of sale do.
#[tokio::test(start_paused = true)]
async fn error_in_an_undocumented_body_of_a_write_leaves_the_outcome_unknown() {
    let declined = r#"{"error":"card declined"}"#;
    assert_eq!(refund(200, declined).await, UNREADABLE);
    let unsuccessful = Some((ErrorKind::Unsuccessful, Outcome::Unknown));
    assert_eq!(finalize_quote(200, declined).await, unsuccessful);
}

/// A person reads it, and describes it in `spec/`.
#[tokio::test(start_paused = true)]
async fn error_of_an_undocumented_body_has_the_response() {
    let body = r#"{"ReceiptId":"r-1"}"#;
    let transport = ScriptedTransport::new([Step::response(200, body)]);
    let client = Client::builder(config::payments(URL)).transport(transport);
    let refund = RefundRequest::new(Refund::new("uid-1", "returned"));
    let error = client.build().unwrap().send(refund).await.unwrap_err();
    assert_eq!(error.response().unwrap().text().unwrap(), body);
    let text = error.to_string();
    assert!(text.contains("undocumented body"), "{text}");
}

/// A read has no effect that might be in doubt.
#[tokio::test(start_paused = true)]
async fn undocumented_body_of_a_read_is_returned() {
    for body in ["", "{}", r#"[{"id":7}]"#, r#"{"error":""}"#] {
        let info = send(config::pos_v3(URL), GetVenueInfo::new(), 200, body).await;
        assert_eq!(info, None, "{body}");
    }
    let kind = |body| async move {
        let info = send(config::pos_v3(URL), GetVenueInfo::new(), 200, body).await;
        info.unwrap().0
    };
    assert_eq!(kind("<html>").await, ErrorKind::Decode);
    assert_eq!(kind(r#"{"error":"no"}"#).await, ErrorKind::Unsuccessful);
}

#[test]
fn default_is_for_an_absent_value() {
    use pos_v1_client::model::{Inventory, ManifestItem};
    let price = |json: &str| {
        let item: Inventory = api_wire::from_str(json).unwrap();
        item.price_or_default().ok()
    };
    for (json, expected) in [
        ("{}", Some(0)),
        (r#"{"price":null}"#, Some(0)),
        (r#"{"price":"1250"}"#, Some(1250)),
        (r#"{"price":"12.50"}"#, None),
        (r#"{"price":[]}"#, None),
        (r#"{"price":"much","price":1250}"#, None),
    ] {
        assert_eq!(price(json), expected, "{json}");
    }
    let item = r#"{"is_medical_only":"yes"}"#;
    let item: ManifestItem = api_wire::from_str(item).unwrap();
    let error = item.is_medical_only_or_default().unwrap_err();
    assert_eq!(error.to_string(), "unexpected value at `/is_medical_only`");
}
