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

impl AuthorizedBy<VenueApiToken> for ReplaceThing {}

#[tokio::test]
async fn headers_are_sent_as_declared() {
    let server = TestServer::start([json(200, r#"{"id":7}"#)]).await;
    let operation = ReplaceThing {
        if_match: "\"7\"".to_owned(),
        seal: Some(Secret::from("sealed")),
        language: None,
    };
    client(server.base_url()).send(operation).await.unwrap();
    let request = server.request();
    for header in ["if-match: \"7\"", "x-seal: sealed"] {
        assert!(request.contains(&format!("\r\n{header}\r\n")), "{request}");
    }
    assert!(!request.contains("accept-language"), "{request}");
}

#[tokio::test]
async fn invalid_headers_are_rejected_before_sending() {
    let server = TestServer::start([]).await;
    let operation = ReplaceThing {
        if_match: "\"7\"\r\nX-Other: 1".to_owned(),
        language: Some("de-CHE".to_owned()),
        ..ReplaceThing::default()
    };
    let client = client(server.base_url());
    let call = client.call().header("accept-language", "*");
    let error = call.send(operation).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let fields = error.invalid_fields().iter().map(ToString::to_string);
    assert_eq!(
        fields.collect::<Vec<_>>(),
        [
            "header `If-Match`: must contain visible ASCII characters, spaces and tabs only",
            "header `Accept-Language`: must have at most 5 characters",
            "header `accept-language`: must not be set: the operation sets it",
        ]
    );
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
