//! What is believed of a response with a successful status: one that is not documented, and one
//! that contradicts its status.

use api_runtime::api_wire::NoMetadata;
use api_runtime::testing::Step;
use api_runtime::{
    AuthorizedBy, Error, ErrorKind, Method, Operation, OperationInfo, Outcome, Page, PageShape,
    RawResponse, ReadError, Request, ResponseReader, Retry, Wrapped,
};

use crate::script::script;
use crate::shop::*;

macro_rules! operations {
    ($($name:ident: $output:ty = $info:expr, $response:ident => $read:expr;)*) => {$(
        struct $name;

        impl Operation for $name {
            type Api = Shop;
            type Output = $output;
            const INFO: OperationInfo = $info;

            fn write_request(&self, _: &mut Request) {}

            fn read_response($response: &ResponseReader) -> Result<$output, ReadError> {
                $read
            }
        }

        impl AuthorizedBy<VenueToken> for $name {}
    )*};
}

operations! {
    Refund: RawResponse = OperationInfo::new("refund", Method::Post, "/refunds"),
        response => response.undocumented();
    ListVendors: RawResponse =
        OperationInfo::new("list_vendors", Method::Get, "/vendors").retry(Retry::Safe),
        response => response.undocumented();
    ReplaceThing: Wrapped<Thing> = OperationInfo::new("replace_thing", Method::Post, "/things"),
        response => response.wrapped("thing");
    RequestPayment: String = OperationInfo::new("request_payment", Method::Post, "/payments")
        .essential(&["/Payload"]),
        response => response.envelope(&<Shop as api_runtime::Api>::ENVELOPE.unwrap());
    ListThings: Page<Thing> =
        OperationInfo::new("list_things", Method::Get, "/things").retry(Retry::Safe),
        response => response.page(&PageShape { key: Some("things"), wrapped_in: None });
    ReadAny: NoMetadata = OperationInfo::new("read_any", Method::Get, "/any").retry(Retry::Safe),
        response => response.record();
}

async fn send<O>(operation: O, body: impl Into<Vec<u8>>) -> Result<O::Output, Error>
where
    O: Operation<Api = Shop> + AuthorizedBy<VenueToken>,
{
    let transport = script([Step::response(200, body.into())]);
    client(&transport).send(operation).await
}

fn utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

const SUCCESS: &str = r#"{"Success":true,"Payload":"","Message":""}"#;

#[tokio::test(start_paused = true)]
async fn an_empty_or_harmless_body_is_a_success() {
    for body in [
        "",
        " \r\n",
        "{}",
        "[]",
        "null",
        "\"queued\"",
        SUCCESS,
        "\u{feff}{\"Success\":\"true\"}",
        "{\"id\":7,\"errors\":[]}",
    ] {
        let response = send(Refund, body).await.unwrap();
        assert_eq!(response.body(), body.as_bytes());
        assert!(send(ListVendors, body).await.is_ok(), "{body}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_malformed_body_proves_nothing() {
    let mut bad_byte = SUCCESS.as_bytes().to_vec();
    bad_byte[20] = 0xff;
    let bodies = [
        b"<html><form>sign in</form></html>".to_vec(),
        b"OK".to_vec(),
        format!("{SUCCESS}\n[warn] ledger is slow").into_bytes(),
        format!("{SUCCESS}{SUCCESS}").into_bytes(),
        b"{\"Success\":false}\n[warn] ledger is slow".to_vec(),
        b"{\"Success\":fal".to_vec(),
        SUCCESS.as_bytes()[..20].to_vec(),
        utf16(SUCCESS),
        utf16("{\"Success\":false}"),
        bad_byte,
        b"\xff".to_vec(),
    ];
    for body in bodies {
        for (error, is_write) in [
            (send(Refund, body.clone()).await.unwrap_err(), true),
            (send(ListVendors, body.clone()).await.unwrap_err(), false),
        ] {
            assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
            assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
            assert_eq!(error.may_have_taken_effect(), is_write);
            assert_eq!(error.response().unwrap().body(), body);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_reports_a_failure_is_not_a_success() {
    for (body, outcome) in [
        // The flag of the API's envelope is definite.
        ("{\"Success\":false}", Outcome::Rejected),
        ("{\"success\":false}", Outcome::Rejected),
        ("{\"SUCCESS\":\"False\"}", Outcome::Rejected),
        ("{\"Success\":true,\"success\":false}", Outcome::Unknown),
        ("{\"Success\":\"no\"}", Outcome::Unknown),
        ("{\"success\":null}", Outcome::Unknown),
        ("{\"errors\":[\"declined\"]}", Outcome::Unknown),
        ("{\"Errors\":{\"Amount\":[\"declined\"]}}", Outcome::Unknown),
        ("{\"error\":\"declined\"}", Outcome::Unknown),
        ("{\"message\":\"declined\"}", Outcome::Unknown),
        ("{\"Message\":\"declined\"}", Outcome::Unknown),
        (
            "{\"Success\":true,\"error\":\"declined\"}",
            Outcome::Unknown,
        ),
        ("{\"IsSuccess\":false}", Outcome::Unknown),
        ("{\"status\":409}", Outcome::Unknown),
        ("{\"status\":\"error\"}", Outcome::Unknown),
        (
            "{\"type\":\"about:blank\",\"title\":\"Conflict\",\"detail\":\"in use\"}",
            Outcome::Unknown,
        ),
        ("0", Outcome::Unknown),
        ("409", Outcome::Unknown),
        ("\"error\"", Outcome::Unknown),
        ("[false]", Outcome::Unknown),
        ("{\"d\":\"{\\\"Success\\\":false}\"}", Outcome::Unknown),
        ("[[{\"error\":\"declined\"}]]", Outcome::Unknown),
        ("{\"d\":{\"Success\":false}}", Outcome::Unknown),
        ("[{\"error\":\"declined\"}]", Outcome::Unknown),
        ("false", Outcome::Unknown),
    ] {
        let error = send(Refund, body).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Unsuccessful, outcome),
            "{body}"
        );
        assert_eq!(error.response().unwrap().body(), body.as_bytes());
        // A record that is read may have such members deeper inside.
        let is_inside = body.starts_with('[') || body.starts_with("{\"d\"");
        if !is_inside {
            let error = send(ListVendors, body).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unsuccessful, "{body}");
        }
    }
    let venue = "{\"name\":\"Corner\",\"message\":\"welcome\"}";
    assert!(send(ListVendors, venue).await.is_ok());
    let error = send(Refund, "{\"Message\":\"declined\"}")
        .await
        .unwrap_err();
    assert_eq!(error.messages(), ["declined"]);
}

#[tokio::test(start_paused = true)]
async fn a_documented_response_that_contradicts_its_status_is_not_a_success() {
    for contradiction in [
        "\"errors\":[\"declined\"]",
        "\"error\":\"declined\"",
        "\"Error\":\"declined\"",
        "\"Success\":\"no\"",
        "\"SUCCESS\":2",
        "\"is_success\":false",
        "\"errorMessage\":\"declined\"",
        "\"status\":409",
        "\"code\":\"500\"",
        "\"status\":\"error\"",
    ] {
        let errors = [
            send(AddThing, format!("{{\"id\":5,{contradiction}}}"))
                .await
                .err(),
            send(
                ReplaceThing,
                format!("{{\"thing\":{{\"id\":5}},{contradiction}}}"),
            )
            .await
            .err(),
            send(
                ListThings,
                format!("{{\"things\":[{{\"id\":5}}],{contradiction}}}"),
            )
            .await
            .err(),
            send(ReadAny, format!("{{\"id\":5,{contradiction}}}"))
                .await
                .err(),
        ];
        for error in errors {
            let error = error.expect(contradiction);
            assert_eq!(error.kind(), ErrorKind::Unsuccessful, "{error}");
            assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
        }
    }
    // A message alone contradicts no documented record, and neither does an empty list.
    let body = "{\"id\":5,\"message\":\"created\",\"errors\":[],\"success\":true}";
    assert_eq!(send(AddThing, body).await.unwrap().id, Some(5));
}

#[tokio::test(start_paused = true)]
async fn an_envelope_with_errors_or_without_its_id_is_not_a_success() {
    let body = r#"{"Success":true,"Payload":"uid-1","Message":"created"}"#;
    assert_eq!(send(RequestPayment, body).await.unwrap(), "uid-1");
    for (body, kind) in [
        (
            r#"{"Success":true,"Payload":"uid-1","errors":["declined"]}"#,
            ErrorKind::Unsuccessful,
        ),
        (
            r#"{"Success":true,"Payload":"uid-1","SUCCESS":"no"}"#,
            ErrorKind::Decode,
        ),
        (r#"{"Success":true,"Payload":""}"#, ErrorKind::Decode),
        (r#"{"Success":true,"Payload":" "}"#, ErrorKind::Decode),
        (r#"{"Success":true,"Payload":"null"}"#, ErrorKind::Decode),
        (
            r#"{"Success":true,"Payload":"00000000-0000-0000-0000-000000000000"}"#,
            ErrorKind::Decode,
        ),
        (r#"{"Success":true,"Payload":null}"#, ErrorKind::Decode),
        (r#"{"Success":true}"#, ErrorKind::Decode),
    ] {
        let error = send(RequestPayment, body).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome()),
            (kind, Outcome::Unknown),
            "{body}: {error}"
        );
    }
}
