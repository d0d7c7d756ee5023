//! Limits of sizes and times.

use std::time::Duration;

use api_sandbox::Sandbox;

use crate::common::{VENUE, demo, demo_with};
use crate::endpoint::raw;

#[tokio::test]
async fn rejects_bodies_over_1_mib() {
    let demo = demo().await;
    let body = serde_json::json!({ "text": "x".repeat(2 * 1024 * 1024) });
    match demo
        .try_send(VENUE, "POST", "/api/v3/incoming_orders", Some(body))
        .await
    {
        Ok(response) => assert_eq!(response.status().as_u16(), 413),
        // The connection may be closed while the client is writing.
        Err(error) => assert!(error.is_request(), "{error}"),
    }
}

#[tokio::test]
async fn rejects_bodies_that_are_not_json() {
    let demo = demo().await;
    let address = demo.sandbox.address();
    let start = format!(
        "POST /api/v3/incoming_orders HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Basic ZGVtby1pbnRlZ3JhdG9yLXRva2VuOmRlbW8tdmVudWUtdG9rZW4="
    );
    for kind in ["application/json", "text/plain"] {
        let response = raw(
            address,
            &format!("{start}\r\nContent-Type: {kind}\r\nContent-Length: 3\r\n\r\n{{a}}"),
        )
        .await;
        assert!(response.starts_with("HTTP/1.1 400"), "{kind}: {response}");
    }
    // Invalid UTF-8 in otherwise valid JSON.
    let head = format!("{start}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n");
    let response = raw(address, [head.as_bytes(), b"{\"a\":\"\xff\"}"].concat()).await;
    assert!(response.starts_with("HTTP/1.1 400"), "{response}");
    assert!(response.contains("not UTF-8"), "{response}");
}

#[tokio::test]
async fn rejects_heads_over_64_kib() {
    let demo = demo().await;
    let address = demo.sandbox.address();
    let value = "x".repeat(1_000_000);
    let head =
        format!("GET /_sandbox/clock HTTP/1.1\r\nHost: {address}\r\nX-Long: {value}\r\n\r\n");
    let response = raw(address, head).await;
    // Unread bytes may reset the connection before the response is read.
    assert!(
        response.is_empty() || response.starts_with("HTTP/1.1 431"),
        "{response}"
    );
}

#[tokio::test]
async fn closes_unfinished_requests_after_the_configured_timeout() {
    let builder = Sandbox::builder().request_timeout(Duration::from_secs(1));
    let demo = demo_with(builder).await;
    let address = demo.sandbox.address();
    assert_eq!(
        raw(address, "GET /api/v3/info HTTP/1.1\r\nHost: 12").await,
        ""
    );
    let body = format!(
        "POST /api/v3/incoming_orders HTTP/1.1\r\nHost: {address}\r\nContent-Length: 9\r\n\r\n{{"
    );
    let response = raw(address, body).await;
    assert!(response.starts_with("HTTP/1.1 408"), "{response}");
    assert!(
        response.contains("request body timed out after 1 s"),
        "{response}"
    );
}
