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
use pos_v3_client::UpdateIncomingQuote;
use pos_v3_client::model::QuoteUpdate;

use crate::config;

const URL: &str = "https://shop.example/api";

/// The kind of the error and the outcome, or `None` for a success.
type Result = Option<(ErrorKind, Outcome)>;

const UNREADABLE: Result = Some((ErrorKind::Decode, Outcome::Unknown));
const NO_JSON: Result = UNREADABLE;
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
        (r#"{"customer":{"id":7,"id":8}}"#, WRONG_RECORD),
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
    for payload in ["null", r#""""#, r#""N/A""#, r#""7\u0000""#, "0"] {
        let body = format!(r#"{{"Success":true,"Payload":{payload},"Message":""}}"#);
        let (kind, outcome) = addendum(200, &body).await.unwrap();
        assert_eq!(outcome, Outcome::Unknown, "{body}: {kind:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn failure_in_a_success_is_what_the_description_declares() {
    let rejected = Some((ErrorKind::Unsuccessful, Outcome::Rejected));
    let unknown = Some((ErrorKind::Unsuccessful, Outcome::Unknown));
    for (body, expected) in [
        (r#"{"Success":false,"Message":"no"}"#, rejected),
        // An envelope with a payload contradicts itself.
        (
            r#"{"Success":false,"Payload":"uid-1"}"#,
            Some((ErrorKind::Unsuccessful, Outcome::Unknown)),
        ),
    ] {
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

#[tokio::test(start_paused = true)]
async fn undocumented_body_is_a_success_if_it_is_empty_or_json() {
    for body in [
        "",
        "{}",
        "[]",
        "true",
        r#""Refund accepted""#,
        r#"{"message":"Quote finalized"}"#,
        r#"{"response_code":"05"}"#,
        r#"{"RequestUid":"uid-2"}"#,
    ] {
        assert_eq!(refund(200, body).await, None, "{body}");
        assert_eq!(finalize_quote(200, body).await, None, "{body}");
    }
    for body in [
        "<html>",
        "{\"Success\":tr",
        "{} [warn] slow",
        "Refund accepted",
    ] {
        assert_eq!(refund(200, body).await, NO_JSON, "{body}");
        assert_eq!(finalize_quote(200, body).await, NO_JSON, "{body}");
    }
    assert_eq!(refund(204, "").await, None);
}

#[tokio::test(start_paused = true)]
async fn undocumented_body_with_the_success_flag_must_report_success() {
    for (flag, expected) in [
        ("true", None),
        (r#""true""#, None),
        (r#""no""#, UNREADABLE),
        (r#""failed""#, UNREADABLE),
        ("null", UNREADABLE),
        ("false", Some((ErrorKind::Unsuccessful, Outcome::Rejected))),
    ] {
        let body = format!(r#"{{"Success":{flag}}}"#);
        assert_eq!(refund(200, &body).await, expected, "{body}");
        // The point of sale has no envelope.
        assert_eq!(finalize_quote(200, &body).await, None, "{body}");
    }
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
