//! Responses are compared with what was requested: ids, unique keys, and essential fields.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use api_runtime::__generated::{Echo, FoundRecord, OperationInfo, ResponseReader, WriteInfo};
use api_runtime::api_wire::{Body, Decimal, Extra, Record};
use api_runtime::api_wire::{Parameters, ReadError, Wrapped};
use api_runtime::http;
use api_runtime::observe::{Attempt, Retry};
use api_runtime::operation::{AuthorizedBy, Operation, UniqueKey, Write};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::{Bytes, Transport, TransportError};
use api_runtime::{BoxFuture, Error, ErrorKind, Known, Method, Outcome, RawResponse, Sent, Watch};

use super::script::script;
use super::shop::*;

#[derive(Clone, Default, PartialEq, Record)]
struct Order {
    id: Option<i64>,
    reference_no: Option<String>,
    #[wire(strict)]
    total: Option<Decimal>,
    extra: Extra,
}

#[derive(Clone, Default, PartialEq, Record)]
struct OrderResponse {
    #[wire(envelope)]
    order: Order,
    extra: Extra,
}

#[derive(Clone, PartialEq, Body)]
struct NewOrder {
    reference_no: String,
}

const BY_ID: &[Echo] = &[Echo::new("id", "/order/id")];
const BY_ID_OR_REFERENCE: &[Echo] = &[Echo::new("id", "/order/id").string("/order/reference_no")];
const BY_REFERENCE: &[Echo] = &[Echo::new("reference_no", "/order/reference_no")];
const ID: &[&str] = &["/order/id"];

macro_rules! order_operations {
    ($($name:ident { $place:ident $field:ident: $ty:ty } = $info:expr;)*) => {$(
        #[derive(Clone, Parameters)]
        struct $name {
            #[wire($place)]
            $field: $ty,
        }

        impl Operation for $name {
            type Api = Shop;
            type Output = OrderResponse;
            const INFO: OperationInfo = $info;

            fn read_response(response: &ResponseReader) -> Result<OrderResponse, ReadError> {
                response.record()
            }
        }

        impl AuthorizedBy<VenueApiToken> for $name {}
    )*};
}

order_operations! {
    GetOrder { path id: &'static str } = OperationInfo::new("get_order", Method::Get, "/orders/{id}")
        .retry(Retry::Safe)
        .echoes(BY_ID)
        .essential(ID);
    FindById { path id: i64 } = OperationInfo::new("find_order", Method::Get, "/orders/{id}")
        .retry(Retry::Safe)
        .echoes(BY_ID_OR_REFERENCE);
    FindByReference { path id: &'static str } = OperationInfo::new("find_order", Method::Get, "/orders/{id}")
        .retry(Retry::Safe)
        .echoes(BY_ID_OR_REFERENCE);
    PutOrder { path id: &'static str } = OperationInfo::new("put_order", Method::Put, "/orders/{id}")
        .retry(Retry::Harmless)
        .echoes(BY_ID);
    PatchOrder { path id: &'static str } = OperationInfo::new("patch_order", Method::Patch, "/orders/{id}")
        .echoes(BY_ID)
        .essential(ID);
    SplitOrder { path id: &'static str } = OperationInfo::new("split_order", Method::Post, "/orders/{id}/split")
        .distinct(BY_ID)
        .essential(ID);
    AddOrder { wrapped_body order: NewOrder } = OperationInfo::new("add_order", Method::Post, "/orders")
        .echoes(BY_REFERENCE)
        .essential(ID);
    CreateOrder { wrapped_body order: NewOrder } = OperationInfo::new("create_order", Method::Post, "/orders")
        .retry(Retry::UniqueKey("reference_no"))
        .journal_id("create_order")
        .echoes(BY_REFERENCE)
        .essential(ID);
}

fn new_order(reference_no: &str) -> NewOrder {
    let reference_no = reference_no.to_owned();
    NewOrder { reference_no }
}

impl Write for CreateOrder {
    type Record = OrderResponse;
    const WRITE: WriteInfo = WriteInfo::unique::<Self>();
}

impl UniqueKey for CreateOrder {
    type Lookup = GetOrder;
    const FOUND: FoundRecord = FoundRecord::new(&["order"]);

    fn lookup(_: String) -> Option<GetOrder> {
        Some(GetOrder { id: "7" })
    }

    fn unique_key(output: &OrderResponse) -> Option<&str> {
        output.order.reference_no.as_deref()
    }
}

/// Reads the wrapped record instead of a record with the wrapper as a field.
#[derive(Clone, Parameters)]
struct GetWrapped {
    #[wire(path)]
    id: &'static str,
}

impl Operation for GetWrapped {
    type Api = Shop;
    type Output = Wrapped<Order>;
    const INFO: OperationInfo = GetOrder::INFO;

    fn read_response(response: &ResponseReader) -> Result<Wrapped<Order>, ReadError> {
        response.wrapped("order")
    }
}

impl AuthorizedBy<VenueApiToken> for GetWrapped {}

/// Counts how often the connections are discarded.
#[derive(Clone)]
struct CountingTransport {
    script: ScriptedTransport,
    discarded: Arc<AtomicUsize>,
}

impl Transport for CountingTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        self.script.send(request, attempt)
    }

    fn discard_connections(&self) {
        self.discarded.fetch_add(1, Ordering::Relaxed);
    }
}

/// The result of a call, the number of attempts, and how often connections were discarded.
async fn call<O>(
    operation: O,
    bodies: impl IntoIterator<Item = &'static str>,
) -> (Result<O::Output, Error>, usize, usize)
where
    O: Operation<Api = Shop> + AuthorizedBy<VenueApiToken>,
{
    let script = script(bodies.into_iter().map(|body| Step::response(200, body)));
    let transport = CountingTransport {
        script: script.clone(),
        discarded: Arc::default(),
    };
    let client = builder(&script).transport(transport.clone()).build();
    let result = client.unwrap().send(operation).await;
    let discarded = transport.discarded.load(Ordering::Relaxed);
    (result, script.attempts(), discarded)
}

const SEVEN: &str = r#"{"order":{"id":7,"reference_no":"WEB-1"}}"#;
const EIGHT: &str = r#"{"order":{"id":8,"reference_no":"WEB-2"}}"#;

fn assert_wrong_record<T>(result: Result<T, Error>) -> Error {
    let error = result.err().expect("the response is about another record");
    assert_eq!(error.kind(), ErrorKind::WrongRecord, "{error}");
    assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
    assert!(error.response().is_some(), "the response is kept");
    error
}

#[tokio::test(start_paused = true)]
async fn a_read_of_another_record_is_retried_on_another_connection() {
    let (result, attempts, discarded) = call(GetOrder { id: "7" }, [EIGHT, SEVEN]).await;
    assert_eq!(result.unwrap().order.id, Some(7));
    assert_eq!((attempts, discarded), (2, 1));

    let (result, attempts, discarded) = call(GetOrder { id: "7" }, [EIGHT]).await;
    let error = assert_wrong_record(result);
    assert_eq!((attempts, discarded, error.attempts()), (3, 3, 3));
    assert_eq!(
        error.to_string(),
        "shop get_order (GET /orders/{id}): response for another record, status 200, 3 attempts: \
         expected the `id` of the request, found another value at /order/id"
    );
}

#[tokio::test(start_paused = true)]
async fn the_retries_of_a_read_of_another_record_have_the_usual_limits() {
    let script = script([
        Step::response(503, ""),
        Step::response(200, EIGHT),
        Step::response(200, SEVEN),
    ]);
    let client = client(&script);
    assert_eq!(
        client.send(GetOrder { id: "7" }).await.unwrap().order.id,
        Some(7)
    );
    assert_eq!(script.attempts(), 3);
    // Without a retry budget there is one attempt.
    for _ in 0..20 {
        let _ = client.send(GetOrder { id: "9" }).await;
    }
    let before = script.attempts();
    assert_wrong_record(client.send(GetOrder { id: "9" }).await);
    assert_eq!(script.attempts() - before, 1);
}

#[tokio::test(start_paused = true)]
async fn a_write_to_another_record_is_unknown_and_not_resent() {
    for (result, attempts, discarded) in [
        call(PatchOrder { id: "7" }, [EIGHT, SEVEN]).await,
        call(
            AddOrder {
                order: new_order("WEB-1"),
            },
            [EIGHT, SEVEN],
        )
        .await,
        call(
            CreateOrder {
                order: new_order("WEB-1"),
            },
            [EIGHT, SEVEN],
        )
        .await,
    ] {
        let error = assert_wrong_record(result);
        assert_eq!(error.outcome(), Outcome::Unknown);
        assert_eq!((attempts, discarded), (1, 1), "{error}");
    }
    let (result, attempts, _) = call(PutOrder { id: "7" }, [EIGHT, SEVEN]).await;
    assert_eq!((result.unwrap().order.id, attempts), (Some(7), 2));
}

#[tokio::test(start_paused = true)]
async fn create_does_not_confirm_another_order() {
    async fn created(bodies: &[&'static str]) -> (Result<Sent<OrderResponse>, Error>, usize) {
        let steps = bodies.iter().map(|body| Step::response(200, *body));
        let script = script(steps);
        let order = new_order("WEB-1");
        let call = client(&script).once("key").send(CreateOrder { order });
        (call.await, script.attempts())
    }
    let (result, attempts) = created(&[EIGHT, SEVEN]).await;
    assert_eq!((result.unwrap().known, attempts), (Known::Recovered, 2));
    // An order without an id confirms nothing either.
    let (result, _) = created(&[r#"{"order":{}}"#, SEVEN]).await;
    assert_eq!(result.unwrap().known, Known::Recovered);
    // Its reference is in another case.
    let lower = r#"{"order":{"id":7,"reference_no":"web-1"}}"#;
    let (result, attempts) = created(&[lower]).await;
    let created_order = result.unwrap();
    assert_eq!(created_order.known, Known::Confirmed);
    let difference = "/order/reference_no: sent \"WEB-1\", found \"web-1\"";
    assert_eq!(created_order.differences[0].to_string(), difference);
    assert_eq!((created_order.differences.len(), attempts), (1, 1));
    // The look-up reads another order, once and then always.
    let (result, attempts) = created(&[EIGHT, EIGHT, SEVEN]).await;
    assert_eq!((result.unwrap().known, attempts), (Known::Recovered, 3));
    let (result, _) = created(&[EIGHT, EIGHT]).await;
    let error = result.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::WrongRecord, Outcome::Unknown)
    );
    let lookup = error.lookup_error().map(Error::kind);
    assert_eq!(lookup, Some(ErrorKind::WrongRecord));
}

#[tokio::test(start_paused = true)]
async fn the_repeated_value_is_recognized_in_each_form() {
    for body in [
        SEVEN,
        r#"{"order":{"id":"7"}}"#,
        r#"{"order":{"id":7.0}}"#,
        r#"{"order":{"id":7},"order_items":[]}"#,
    ] {
        let (result, attempts, _) = call(GetOrder { id: "7" }, [body]).await;
        assert!(
            result.is_ok() && attempts == 1,
            "{body}: {result:?}",
            result = result.err()
        );
        let (result, ..) = call(GetWrapped { id: "7" }, [body]).await;
        assert!(result.is_ok(), "{body}: {:?}", result.err());
    }
}

#[tokio::test(start_paused = true)]
async fn any_other_value_differs() {
    for body in [
        EIGHT,
        r#"{"order":{"id":"8"}}"#,
        r#"{"order":{"id":"WEB-1"}}"#,
        r#"{"order":{"id":{"value":7}}}"#,
        r#"{"order":{"id":70}}"#,
        // Whether the request took effect cannot be known of another order, either.
        r#"{"order":{"id":8,"total":"twelve"}}"#,
    ] {
        let (result, ..) = call(PatchOrder { id: "7" }, [body]).await;
        assert_wrong_record(result);
        let (result, ..) = call(GetWrapped { id: "7" }, [body]).await;
        assert_wrong_record(result);
    }
    let body = r#"{"order":{"id":7,"total":"twelve"}}"#;
    let (result, ..) = call(PatchOrder { id: "7" }, [body]).await;
    let error = result.err().unwrap();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Mismatch, Outcome::Done)
    );
    // Nothing is believed of a body that is cut off.
    let (result, ..) = call(
        PatchOrder { id: "7" },
        [r#"{"order":{"id":7,"total":"twelve"}"#],
    )
    .await;
    let error = result.err().unwrap();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Decode, Outcome::Unknown)
    );
}

#[tokio::test(start_paused = true)]
async fn a_response_without_the_value_is_not_about_another_record() {
    for body in [
        r#"{"order":{"total":1}}"#,
        r#"{"order":{"id":null,"reference_no":"WEB-1"}}"#,
    ] {
        let (result, attempts, discarded) = call(PutOrder { id: "7" }, [body]).await;
        assert!(result.is_ok(), "{body}");
        assert_eq!((attempts, discarded), (1, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn a_record_without_any_documented_field_is_not_a_success() {
    for body in [
        r#"{"order":{}}"#,
        r#"{"order":{"id":null,"total":null}}"#,
        r#"{"order":{"reference_no":null,"reference_no":null}}"#,
        r#"{"order":{"message":"not saved"},"id":7}"#,
    ] {
        let (result, attempts, discarded) = call(PutOrder { id: "7" }, [body]).await;
        let error = result.err().unwrap();
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Decode, Outcome::Unknown)
        );
        assert!(error.to_string().contains("no documented field"), "{error}");
        assert!(error.response().is_some());
        assert_eq!((attempts, discarded), (1, 0));
        let (result, ..) = call(FindById { id: 7 }, [body]).await;
        assert_eq!(result.err().unwrap().kind(), ErrorKind::Decode, "{body}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_new_record_is_not_the_one_of_the_request() {
    assert!(call(SplitOrder { id: "7" }, [EIGHT]).await.0.is_ok());
    for body in [SEVEN, r#"{"order":{"id":"7"}}"#] {
        let (result, attempts, discarded) = call(SplitOrder { id: "7" }, [body]).await;
        let error = assert_wrong_record(result);
        assert_eq!((attempts, discarded), (1, 1), "{body}");
        let detail = "expected another value than the `id` of the request at /order/id";
        assert!(error.to_string().contains(detail), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_integer_is_the_id_and_a_string_the_reference() {
    const DIGITS: &str = r#"{"order":{"id":8,"reference_no":"7"}}"#;
    assert!(call(FindById { id: 7 }, [SEVEN]).await.0.is_ok());
    assert!(call(FindById { id: 8 }, [DIGITS]).await.0.is_ok());
    assert!(
        call(FindByReference { id: "WEB-1" }, [SEVEN])
            .await
            .0
            .is_ok()
    );
    assert!(call(FindByReference { id: "7" }, [DIGITS]).await.0.is_ok());
    // The server took the one for the other.
    for result in [
        call(FindById { id: 7 }, [DIGITS]).await.0,
        call(FindByReference { id: "7" }, [SEVEN]).await.0,
        call(FindByReference { id: "8" }, [DIGITS]).await.0,
    ] {
        assert_wrong_record(result);
    }
}

#[tokio::test(start_paused = true)]
async fn a_value_that_only_the_field_of_the_other_type_repeats_is_of_another_record() {
    let (id, reference) = (
        r#"{"order":{"id":7}}"#,
        r#"{"order":{"reference_no":"7","total":1}}"#,
    );
    for (result, fields) in [
        (
            call(FindByReference { id: "7" }, [id]).await.0,
            "/order/reference_no, found it at /order/id",
        ),
        (
            call(FindById { id: 7 }, [reference]).await.0,
            "/order/id, found it at /order/reference_no",
        ),
    ] {
        let error = assert_wrong_record(result).to_string();
        assert!(error.ends_with(fields), "{error}");
    }
    // The field that is missing may have the value.
    for (result, body) in [
        (call(FindByReference { id: "WEB-2" }, [id]).await.0, id),
        (call(FindById { id: 8 }, [reference]).await.0, reference),
    ] {
        assert!(result.is_ok(), "{body}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_repeated_key_of_an_id_or_an_echo_is_not_believed() {
    for body in [
        r#"{"order":{"id":7,"id":7}}"#,
        r#"{"order":{"id":7,"id":null}}"#,
        r#"{"order":{"id":8,"id":7}}"#,
        r#"{"order":{"id":7},"order":{"id":7}}"#,
    ] {
        for result in [
            call(PatchOrder { id: "7" }, [body]).await.0.err(),
            call(GetWrapped { id: "7" }, [body]).await.0.err(),
            call(SplitOrder { id: "9" }, [body]).await.0.err(),
        ] {
            let error = result.unwrap();
            let known = (error.kind(), error.outcome());
            assert_eq!(known, (ErrorKind::Decode, Outcome::Unknown), "{body}");
            let text = error.to_string();
            assert!(text.contains("duplicate `/order/id`"), "{text}");
        }
    }
}

#[rustfmt::skip]
const WITHOUT_ID: &[(&str, &str)] = &[
    (r#"{"order":{}}"#, "missing `/order/id`"),
    (r#"{"order":{"id":null,"reference_no":"WEB-1"}}"#, "missing `/order/id`"),
    (r#"{"order":{"reference_no":"WEB-1"},"id":7}"#, "missing `/order/id`"),
    (r#"{"order":{"id":0,"reference_no":"WEB-1"}}"#, "missing `/order/id`"),
    (r#"{"order":{"id":-0.0,"reference_no":"WEB-1"}}"#, "missing `/order/id`"),
    (r#"{"order":{"id":" ","reference_no":"WEB-1"}}"#, "missing `/order/id`"),
    (r#"{"order":{"id":"0","reference_no":"WEB-1"}}"#, "unexpected value at `/order/id`"),
    (r#"{"order":{"id":"N/A","reference_no":"WEB-1"}}"#, "unexpected value at `/order/id`"),
    (r#"{"order":{"id":"NULL","reference_no":"WEB-1"}}"#, "unexpected value at `/order/id`"),
    (r#"{"order":{"id":"00000000-0000-0000-0000-000000000000","reference_no":"WEB-1"}}"#, "unexpected value at `/order/id`"),
    (r#"{"order":{"id":[7],"reference_no":"WEB-1"}}"#, "unexpected value at `/order/id`"),
    (r#"{"order":{"id":true,"reference_no":"WEB-1"}}"#, "unexpected value at `/order/id`"),
    (r#"{"order":{"id":7,"id":8,"reference_no":"WEB-1"}}"#, "duplicate `/order/id`"),
    (r#"{"order":{"id":7,"reference_no":"WEB-1"},"order":{"id":8,"reference_no":"WEB-1"}}"#, "duplicate `/order/reference_no`"),
];

#[tokio::test(start_paused = true)]
async fn a_record_whose_reference_looks_like_its_id_is_the_one_that_was_requested() {
    const BODY: &str = r#"{"order":{"id":7,"reference_no":"7"}}"#;
    let (by_id, ..) = call(FindById { id: 7 }, [BODY]).await;
    let (by_reference, ..) = call(FindByReference { id: "7" }, [BODY]).await;
    for result in [by_id, by_reference] {
        assert_eq!(result.unwrap().order.id, Some(7));
    }
}

/// The documents show no format of an id.
#[tokio::test(start_paused = true)]
async fn any_other_text_or_number_is_an_id() {
    let long = format!("\"{}\"", "é".repeat(500));
    for id in [
        "-7",
        "7.5",
        r#""abcdefgh-ijkl""#,
        r#""-NxYz""#,
        r#""REQ A""#,
        r#""00""#,
        &long,
    ] {
        let body = format!(r#"{{"order":{{"id":{id},"reference_no":"WEB-1"}}}}"#);
        let (result, ..) = call(
            AddOrder {
                order: new_order("WEB-1"),
            },
            [body.leak() as &str],
        )
        .await;
        assert!(result.is_ok(), "{id}: {:?}", result.err());
    }
}

#[tokio::test(start_paused = true)]
async fn a_response_without_one_id_in_an_essential_field_is_not_a_success() {
    for (body, detail) in WITHOUT_ID {
        let (result, attempts, discarded) = call(
            AddOrder {
                order: new_order("WEB-1"),
            },
            [*body],
        )
        .await;
        let error = result.err().unwrap();
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Decode, Outcome::Unknown)
        );
        assert_eq!((attempts, discarded), (1, 0));
        assert!(error.to_string().contains(detail), "{error}");
    }
    let (result, attempts, _) = call(GetOrder { id: "7" }, [r#"{"order":{}}"#]).await;
    assert_eq!(
        (result.err().unwrap().kind(), attempts),
        (ErrorKind::Decode, 1)
    );
}

#[tokio::test(start_paused = true)]
async fn a_watch_does_not_follow_another_record() {
    let other = Step::response(200, r#"{"order":{"id":8,"reference_no":"other"}}"#);
    let own = Step::response(200, SEVEN);
    let steps = [own.clone(), other.clone(), other.clone(), other, own];
    let script = script(steps);
    let mut watch = Watch::new(&client(&script), GetOrder { id: "7" }, |response| {
        response.order.reference_no.clone()
    })
    .until({
        let script = script.clone();
        move |_| script.attempts() == 5
    });
    let mut states = Vec::new();
    while let Some(update) = watch.next().await {
        states.extend(update.unwrap().state);
    }
    assert_eq!(states, ["WEB-1", "WEB-1"]);
}

#[tokio::test(start_paused = true)]
async fn values_are_not_shown() {
    let sent = "WEB-private-1";
    let body = r#"{"order":{"id":7,"reference_no":"WEB-private-2"}}"#;
    let (result, ..) = call(
        AddOrder {
            order: new_order(sent),
        },
        [body],
    )
    .await;
    let error = assert_wrong_record(result);
    let shown = format!("{error} {error:?} {:?}", std::error::Error::source(&error));
    assert!(!shown.contains("private"), "{shown}");
}
