//! Decoding of complete responses.

use test_support::{TestServer, json, response};

use super::shop::*;

async fn send(step: test_support::Action) -> Result<Thing, api_runtime::Error> {
    let server = TestServer::start([step]).await;
    let result = client(server.base_url()).send(get_thing("1")).await;
    assert_eq!(server.requests().len(), 1, "nothing is repeated");
    result
}

#[tokio::test]
async fn json_is_read_whatever_the_content_type() {
    for headers in [
        &[][..],
        &["Content-Type: text/html"],
        &["Content-Type: application/vnd.shop+json"],
    ] {
        assert_eq!(
            send(response(200, headers, "{\"id\":1}")).await.unwrap().id,
            Some(1),
            "{headers:?}"
        );
    }
    assert_eq!(
        send(json(201, "\u{feff}{\"id\":1}")).await.unwrap().id,
        Some(1),
        "a byte order mark is skipped"
    );
}

#[tokio::test]
async fn response_has_the_status_and_the_headers() {
    let server = TestServer::start([response(201, &["X-Request-Id: r-7"], "{\"id\":1}")]).await;
    let response = client(server.base_url())
        .call()
        .send_for_response(get_thing("1"))
        .await
        .unwrap();
    assert_eq!(
        (response.value.id, response.status.as_u16()),
        (Some(1), 201)
    );
    assert_eq!(response.headers["x-request-id"], "r-7");
    assert!(response.mismatches.is_empty());
    assert!(
        !format!("{response:?}").contains("r-7"),
        "headers may hold cookies"
    );
}
