//! Failed connections, reuse of connections, and custom reqwest clients.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_runtime::observe::Retry;
use api_runtime::operation::Operation;
use api_runtime::transport::{ReqwestTransport, reqwest};
use api_runtime::{ErrorKind, Outcome};
use test_support::tls::http_client;
use test_support::{TestServer, accept, json, response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::{advance, pause, resume, sleep};

use super::shop::*;
use crate::error_texts::till::{Authorize, GetItem, TillClient};

/// A server that leaves connections open, and counts them.
async fn open_server() -> (String, Arc<AtomicUsize>) {
    open_server_with("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}").await
}

/// The same, which responds with these bytes.
async fn open_server_with(response: impl Into<String>) -> (String, Arc<AtomicUsize>) {
    let response = response.into();
    let connections = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&connections);
    let address = accept(move |mut stream| {
        count.fetch_add(1, Ordering::SeqCst);
        let response = response.clone();
        async move {
            let mut buffer = [0; 4096];
            // Requests are small here: each is received in one piece.
            while stream.read(&mut buffer).await.is_ok_and(|count| count > 0) {
                if stream.write_all(response.as_bytes()).await.is_err() {
                    break;
                }
            }
        }
    });
    (format!("http://{}/api", address.await), connections)
}

#[tokio::test]
async fn non_idempotent_requests_never_reuse_an_idle_connection() {
    let (base, connections) = open_server().await;
    let client = client(&base);
    let count = || connections.load(Ordering::SeqCst);
    client.send(get_thing("1")).await.unwrap();
    assert_eq!(count(), 1);
    assert_eq!(CreateThing::INFO.retry, Retry::UniqueKey("reference_no"));
    client.send(create_thing()).await.unwrap();
    assert_eq!(count(), 2, "it does not reuse the connection of the read");
    pause();
    advance(Duration::from_millis(3_100)).await;
    resume();
    client.send(get_thing("1")).await.unwrap();
    assert_eq!(count(), 2, "a read reuses it");
    client.send(create_thing()).await.unwrap();
    assert_eq!(count(), 3, "three seconds are too long");
}

#[tokio::test]
async fn custom_reqwest_client_is_used() {
    let (base, connections) = open_server().await;
    let shared = http_client().build().unwrap();
    for _ in 0..2 {
        let client = ShopClient::builder(config_at(&base))
            .transport(ReqwestTransport::from_client(shared.clone()))
            .build()
            .unwrap();
        assert_eq!(client.send(get_thing("1")).await.unwrap().id, Some(5));
    }
    assert_eq!(
        connections.load(Ordering::SeqCst),
        1,
        "one pool serves both"
    );
}

#[tokio::test]
async fn redirect_followed_by_a_custom_client_is_an_error() {
    let target = TestServer::start([json(200, "{\"id\":5}"), json(200, "{\"id\":5}")]).await;
    for status in [302, 307] {
        let location = format!("Location: {}/elsewhere", target.base_url());
        let server = TestServer::start([response(status, &[&location], "")]).await;
        let client = ShopClient::builder(config_at(server.base_url()))
            .transport(ReqwestTransport::from_client(
                http_client().build().unwrap(),
            ))
            .build()
            .unwrap();
        let error = client.send(create_thing()).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome(), error.attempts()),
            (ErrorKind::Redirect, Outcome::Unknown, 1)
        );
        assert!(!whole_text(&error).contains("elsewhere"), "{error:?}");
    }
    // A 302 becomes a GET. With a 307 the body would be sent again, which it cannot be.
    assert!(target.target().starts_with("GET "));
    // An error of its redirect policy is a redirect, too.
    let server = TestServer::start([]).await;
    let location = format!("Location: {}/api", server.base_url());
    let circle = TestServer::start([response(302, &[&location], "")]).await;
    let none = reqwest::redirect::Policy::limited(0);
    let shared = http_client().redirect(none).build().unwrap();
    let client = ShopClient::builder(config_at(circle.base_url()))
        .transport(ReqwestTransport::from_client(shared))
        .build()
        .unwrap();
    let error = client.send(get_thing("1")).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Redirect, 1));
    assert!(!whole_text(&error).contains(server.base_url()), "{error:?}");
}

#[tokio::test]
async fn connection_is_not_reused_after_a_204_with_a_length() {
    for (length, connections) in [("8", 2), ("0", 1)] {
        let head = format!("HTTP/1.1 204 N\r\nContent-Length: {length}\r\n\r\n");
        let (base, count) = open_server_with(head).await;
        let client = client(&base);
        for _ in 0..2 {
            client.send(get_thing("1")).await.unwrap_err();
        }
        assert_eq!(count.load(Ordering::SeqCst), connections, "{length}");
    }
}

#[tokio::test]
async fn error_of_a_connection_names_its_server() {
    // No test has a server there.
    let client = client("http://127.0.0.1:1/api");
    let error = client.send(get_thing("1")).await.unwrap_err().to_string();
    let text = "connection failed, 3 attempts: connection refused, 127.0.0.1:1";
    assert!(error.ends_with(text), "{error}");
}

/// Connections respond to one request, and are then silent but open.
#[tokio::test]
async fn timeout_without_any_response_discards_idle_connections() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/api", listener.local_addr().unwrap());
    let connections = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&connections);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::SeqCst);
            tokio::spawn(async move {
                let _ = stream.read(&mut [0; 4096]).await;
                sleep(Duration::from_millis(30)).await;
                let bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}";
                stream.write_all(bytes).await.unwrap();
                while stream.read(&mut [0; 4096]).await.is_ok_and(|n| n > 0) {}
            });
        }
    });
    let client = ShopClient::builder(config_at(&base))
        .attempt_timeout(Duration::from_millis(300))
        .build()
        .unwrap();
    let get = || client.call().send_for_response(get_thing("1"));
    let (first, second, third) = tokio::join!(get(), get(), get());
    for warmed in [first, second, third] {
        warmed.unwrap();
    }
    assert_eq!(connections.load(Ordering::SeqCst), 3);
    // The first attempt is made over one of them, the second over a new one.
    assert_eq!(get().await.unwrap().value.id, Some(5));
    assert_eq!(connections.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn a_response_about_another_record_discards_connections() {
    let body = r#"{"item":{"id":8}}"#;
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
    let bytes = head + body;
    for is_shared in [false, true] {
        let (base, connections) = open_server_with(bytes.clone()).await;
        let config = test_support::till::config(&base, Authorize(|_| {})).unwrap();
        let builder = TillClient::builder(config).retry_policy(short_backoff());
        // A client that the caller provides keeps its connections.
        let (builder, expected) = match is_shared {
            true => {
                let shared = ReqwestTransport::from_client(http_client().build().unwrap());
                (builder.transport(shared), 1)
            }
            false => (builder, 3),
        };
        let client = builder.build().unwrap();
        let error = client.send(GetItem(7)).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.attempts()),
            (ErrorKind::WrongRecord, 3)
        );
        assert_eq!(connections.load(Ordering::SeqCst), expected, "{is_shared}");
    }
}
