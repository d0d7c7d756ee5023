//! Limits of sizes, times, connections and origins.

use std::time::Duration;

use api_sandbox::{Effect, Fault};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::common::http_client;
use crate::common::{Demo, VENUE, demo};

/// Sends bytes, and returns everything until the connection is closed.
async fn raw(demo: &Demo, request: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(demo.sandbox.address())
        .await
        .expect("a connection");
    stream.write_all(request.as_ref()).await.expect("to send");
    let mut response = String::new();
    let _ = stream.read_to_string(&mut response).await;
    response
}

#[tokio::test]
async fn listens_on_loopback_only() {
    assert!(demo().await.sandbox.address().ip().is_loopback());
}

#[tokio::test]
async fn rejects_other_hosts_and_origins() {
    let demo = demo().await;
    let port = demo.sandbox.address().port();
    let cases = [
        (format!("Host: 127.0.0.1:{port}"), "401"),
        (
            format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}"),
            "401",
        ),
        ("Host: sandbox.example".to_owned(), "403"),
        (
            format!("Host: 127.0.0.1:{port}\r\nOrigin: https://page.example"),
            "403",
        ),
        (format!("Host: 127.0.0.1:{port}\r\nOrigin: null"), "403"),
    ];
    for (headers, status) in cases {
        let response = raw(
            &demo,
            &format!("GET /api/v3/info HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n"),
        )
        .await;
        assert!(
            response.starts_with(&format!("HTTP/1.1 {status}")),
            "{headers}: {response}"
        );
        for path in [
            "/_sandbox",
            "/reference",
            "/reference/page.js",
            "/reference/openapi/vendor.json",
        ] {
            let response = raw(
                &demo,
                &format!("GET {path} HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n"),
            )
            .await;
            let expected = if status == "401" { "200" } else { "403" };
            assert!(
                response.starts_with(&format!("HTTP/1.1 {expected}")),
                "{path} {headers}: {response}"
            );
        }
    }
}

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
async fn serves_connections_over_the_limit_after_busy_ones() {
    let demo = demo().await;
    let delay = Effect::Delay(Duration::from_millis(300));
    let slow = Fault::new("list_venues", delay).times(300);
    demo.sandbox.control().inject(slow).expect("a fault");
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..300 {
        let url = format!("{}/v3/info", demo.sandbox.pos_url());
        // On a connection of its own.
        calls.spawn(async move {
            let request = http_client().get(url);
            let request = request.basic_auth("demo-integrator-token", Some(""));
            request.send().await.expect("a response").status().as_u16()
        });
    }
    let statuses = calls.join_all().await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
}

#[tokio::test]
async fn closes_connections_with_an_incomplete_head() {
    let demo = demo().await;
    // Returns when the sandbox closes the connection.
    let closed = raw(&demo, "GET /api/v3/info HTTP/1.1\r\nHost: 12");
    let closed = tokio::time::timeout(Duration::from_secs(60), closed).await;
    assert!(closed.is_ok(), "the connection stays open");
}

#[tokio::test]
async fn rejects_bodies_that_are_not_json() {
    let demo = demo().await;
    let port = demo.sandbox.address().port();
    let start = format!(
        "POST /api/v3/incoming_orders HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nAuthorization: Basic ZGVtby1pbnRlZ3JhdG9yLXRva2VuOmRlbW8tdmVudWUtdG9rZW4="
    );
    for kind in ["application/json", "text/plain"] {
        let response = raw(
            &demo,
            &format!("{start}\r\nContent-Type: {kind}\r\nContent-Length: 3\r\n\r\n{{a}}"),
        )
        .await;
        assert!(response.starts_with("HTTP/1.1 400"), "{kind}: {response}");
    }
    // Invalid UTF-8 in otherwise valid JSON.
    let head = format!("{start}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n");
    let response = raw(&demo, [head.as_bytes(), b"{\"a\":\"\xff\"}"].concat()).await;
    assert!(response.starts_with("HTTP/1.1 400"), "{response}");
    assert!(response.contains("not UTF-8"), "{response}");
}

#[tokio::test]
async fn closes_idle_connections_for_new_ones() {
    let demo = demo().await;
    let address = demo.sandbox.address();
    let mut idle = Vec::new();
    for number in 0..300 {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        // Some are kept alive after a request, the others have sent nothing.
        if number < 200 {
            let request = format!("GET /reference HTTP/1.1\r\nHost: {address}\r\n\r\n");
            stream.write_all(request.as_bytes()).await.expect("to send");
            let read = stream.read(&mut [0; 12]).await.expect("a response");
            assert!(read > 0);
        }
        idle.push(stream);
    }
    let url = format!("{}/v3/info", demo.sandbox.pos_url());
    let request = http_client().get(url).send();
    let response = tokio::time::timeout(Duration::from_secs(60), request).await;
    let response = response.expect("a response before the limit");
    assert_eq!(response.expect("a response").status().as_u16(), 401);
    drop(idle);
}

#[tokio::test]
async fn rejects_heads_over_64_kib() {
    let demo = demo().await;
    let port = demo.sandbox.address().port();
    let start = format!(
        "GET /_sandbox/clock HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nX-Long: "
    );
    let length = 64 * 1024 - start.len() - "\r\n\r\n".len();
    for (extra, status, reason) in [
        (0, "200", "\"now\""),
        (1, "431", "the head is longer than 64 KiB"),
    ] {
        let value = "x".repeat(length + extra);
        let response = raw(&demo, &format!("{start}{value}\r\n\r\n")).await;
        let expected = format!("HTTP/1.1 {status}");
        assert!(
            response.starts_with(&expected) && response.contains(reason),
            "{response}"
        );
    }
    let value = "x".repeat(100_000);
    let response = raw(&demo, &format!("{start}{value}\r\n\r\n")).await;
    // Unread bytes may reset the connection before the response is read.
    assert!(
        response.is_empty() || response.starts_with("HTTP/1.1 431"),
        "{response}"
    );
}
