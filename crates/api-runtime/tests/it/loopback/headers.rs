//! Headers of operations, byte by byte.

use api_runtime::__generated::{ClientValue, OperationInfo, ResponseReader};
use api_runtime::api_wire::{Parameters, ReadError};
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::{ErrorKind, Method, Secret};
use test_support::till::Till;
use test_support::{TestServer, json};

use super::shop::*;

/// A write with headers.
#[derive(Clone, Default, Parameters)]
struct ReplaceThing {
    #[wire(header, "If-Match")]
    if_match: String,
    #[wire(header, "Accept-Language", max = 5)]
    language: Option<String>,
    #[wire(header, "X-Seal", secret)]
    seal: Option<Secret>,
}

impl Operation for ReplaceThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("replace_thing", Method::Put, "/v2/thing");

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
#[derive(Clone, Parameters)]
struct GetStatus {}

impl Operation for GetStatus {
    type Api = Till;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("get_status", Method::Get, "/status")
        .without_credentials()
        .client_values(&[ClientValue::header("X-Api-Version", "api_version")]);

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.record()
    }
}

impl<C> AuthorizedBy<C> for GetStatus {}

#[tokio::test]
async fn a_request_without_credentials_has_the_headers_of_the_client() {
    let server = TestServer::start([json(200, r#"{"id":7}"#)]).await;
    till(server.base_url()).send(GetStatus {}).await.unwrap();
    let request = &server.requests()[0];
    assert!(request.contains("\r\nx-api-version: "), "{request}");
    assert!(!request.contains("authorization"), "{request}");
}
