//! Headers of operations, byte by byte.

use api_runtime::__generated::{OperationInfo, Request, ResponseReader};
use api_runtime::api_wire::ReadError;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::{ErrorKind, FieldLocation, Method, Secret};
use test_support::till::Till;
use test_support::{TestServer, json};

use super::shop::*;

/// A write with headers.
#[derive(Clone, Default)]
struct ReplaceThing {
    if_match: String,
    language: Option<String>,
    seal: Option<Secret>,
}

impl Operation for ReplaceThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("replace_thing", Method::Put, "/v2/thing");

    fn write_request(&self, request: &mut Request) {
        request.hide(&self.seal);
        request.header("If-Match", &self.if_match);
        request.max_length(FieldLocation::Header, "Accept-Language", &self.language, 5);
        request.header("Accept-Language", &self.language);
        request.header("X-Seal", &self.seal);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for ReplaceThing {}

fn replace_thing() -> ReplaceThing {
    ReplaceThing {
        if_match: "\"7\"".to_owned(),
        ..ReplaceThing::default()
    }
}

#[tokio::test]
async fn headers_are_sent_as_declared() {
    let server = TestServer::start([json(200, r#"{"id":7}"#), json(200, r#"{"id":7}"#)]).await;
    let client = client(server.base_url());
    let operation = ReplaceThing {
        language: Some("de-CH".to_owned()),
        seal: Some(Secret::from("sealed")),
        ..replace_thing()
    };
    client.send(operation).await.unwrap();
    client.send(replace_thing()).await.unwrap();
    let requests = server.requests();
    for header in [
        "if-match: \"7\"",
        "accept-language: de-CH",
        "x-seal: sealed",
    ] {
        let line = format!("\r\n{header}\r\n");
        assert!(requests[0].contains(&line), "{header}: {}", requests[0]);
    }
    assert!(!requests[1].contains("accept-language") && !requests[1].contains("x-seal"));
}

#[tokio::test]
async fn invalid_headers_are_rejected_before_sending() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    let text = |value: &str| value.to_owned();
    for (operation, expected) in [
        (
            ReplaceThing {
                if_match: text("\"7\"\r\nX-Other: 1"),
                ..replace_thing()
            },
            "header `If-Match`: must contain visible ASCII characters, spaces and tabs only",
        ),
        (
            ReplaceThing {
                language: Some(text("de-CHE")),
                ..replace_thing()
            },
            "header `Accept-Language`: must have at most 5 characters",
        ),
    ] {
        let error = client.send(operation).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let fields: Vec<String> = error
            .invalid_fields()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(fields, [expected]);
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn options_do_not_override_headers_of_operations() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url())
        .call()
        .header("if-match", "*")
        .into_client();
    let error = client.send(replace_thing()).await.unwrap_err();
    assert_eq!(
        error.invalid_fields()[0].to_string(),
        "header `if-match`: must not be set: the operation sets it"
    );
    assert!(server.requests().is_empty());
}

/// An operation that would send a header of the client, or of the credentials.
struct Override(&'static str);

impl Operation for Override {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("override", Method::Get, "/v2/thing");

    fn write_request(&self, request: &mut Request) {
        request.header(self.0, &"planted");
    }

    fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for Override {}

#[tokio::test]
async fn operations_do_not_override_headers_of_the_client() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    for name in ["Authorization", "Content-Length", "Host"] {
        let error = client.send(Override(name)).await.unwrap_err();
        let field = error.invalid_fields()[0].to_string();
        let expected = format!("header `{name}`: must not be set: the client sets it");
        assert_eq!(field, expected);
    }
    assert!(server.requests().is_empty());
}

/// Whether the service is up: without credentials, with the version of the client.
#[derive(Clone, Debug)]
struct GetStatus;

impl Operation for GetStatus {
    type Api = Till;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("get_status", Method::Get, "/status");

    fn write_request(&self, request: &mut Request) {
        request.without_credentials();
        request.header_from_client("X-Api-Version", "api_version");
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.record()
    }
}

impl<C> AuthorizedBy<C> for GetStatus {}

#[tokio::test]
async fn a_request_without_credentials_has_the_headers_of_the_client() {
    let server = TestServer::start([json(200, r#"{"id":7}"#)]).await;
    till(server.base_url()).send(GetStatus).await.unwrap();
    let request = &server.requests()[0];
    assert!(request.contains("\r\nx-api-version: "), "{request}");
    assert!(!request.contains("authorization"), "{request}");
}
