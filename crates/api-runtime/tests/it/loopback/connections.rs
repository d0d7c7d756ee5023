//! Failed connections, reuse of connections, and settings of reqwest.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_runtime::http::{HeaderMap, HeaderName, HeaderValue};
use api_runtime::observe::Retry;
use api_runtime::operation::Operation;
use api_runtime::transport::reqwest;
use api_runtime::{ErrorKind, Outcome};
use test_support::{TestServer, accept, json, response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::{Barrier, Notify};
use tokio::time::{advance, pause, resume};

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
async fn only_reads_and_repeatable_writes_share_connections() {
    let (base, connections) = open_server().await;
    let client = client(&base);
    let count = || connections.load(Ordering::SeqCst);
    client.send(get_thing("1")).await.unwrap();
    assert_eq!(count(), 1);
    assert_eq!(CreateThing::INFO.retry, Retry::UniqueKey("reference_no"));
    client.send(create_thing()).await.unwrap();
    assert_eq!(count(), 2, "it takes a new one, and not that of the read");
    client.send(create_thing()).await.unwrap();
    assert_eq!(count(), 3, "nor that of another write");
    client.send(get_thing("1")).await.unwrap();
    assert_eq!(count(), 3, "a read takes the first one again");
}

/// A server or proxy that mixes up responses: a success is received on each used connection that
/// belongs to an earlier request, and what is sent on a new connection after the first is never executed.
#[tokio::test]
async fn late_response_to_an_earlier_write_confirms_no_later_one() {
    let number = Arc::new(AtomicUsize::new(0));
    let address = accept(move |mut stream| {
        let is_first = number.fetch_add(1, Ordering::SeqCst) == 0;
        async move {
            let response = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}";
            while stream.read(&mut [0; 4096]).await.is_ok_and(|read| read > 0) {
                if !is_first || stream.write_all(response).await.is_err() {
                    break;
                }
            }
        }
    });
    let client = client(&format!("http://{}/api", address.await));
    assert_eq!(client.send(create_thing()).await.unwrap().id, Some(5));
    let error = client.send(create_thing()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Interrupted, Outcome::Unknown)
    );
}

/// It closes each connection after its response without saying so, just when the next request is sent.
#[tokio::test]
async fn server_that_closes_used_connections_makes_no_outcome_unknown() {
    let address = accept(move |mut stream| async move {
        let _ = stream.read(&mut [0; 4096]).await;
        let response = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}";
        let _ = stream.write_all(response).await;
        // A second request is read, and not executed.
        let _ = stream.read(&mut [0; 4096]).await;
    });
    let client = client(&format!("http://{}/api", address.await));
    for _ in 0..20 {
        assert_eq!(client.send(create_thing()).await.unwrap().id, Some(5));
    }
}

#[tokio::test]
async fn settings_of_reqwest_reach_reads_and_writes_and_new_pools() {
    let thing = || json(200, "{\"id\":5}");
    let other = response(204, &["Content-Length: 8"], "");
    let server = TestServer::start([thing(), thing(), other, thing()]).await;
    let client = ShopClient::builder(config_at(server.base_url()))
        .http(|reqwest| reqwest.default_headers(header("x-first")))
        .http(|reqwest| {
            reqwest
                .referer(true)
                .local_address(Some([127, 0, 0, 1].into()))
        })
        .build()
        .unwrap();
    client.send(get_thing("1")).await.unwrap();
    client.send(create_thing()).await.unwrap();
    // The pool is replaced.
    client.send(get_thing("1")).await.unwrap_err();
    client.send(get_thing("1")).await.unwrap();
    let requests = server.requests();
    assert_eq!(requests.len(), 4);
    assert!(
        requests
            .iter()
            .all(|request| request.contains("x-first: 1"))
    );
}

fn header(name: &'static str) -> HeaderMap {
    [(HeaderName::from_static(name), HeaderValue::from_static("1"))]
        .into_iter()
        .collect()
}

#[tokio::test]
async fn settings_of_reqwest_turn_on_no_redirects_and_no_proxy() {
    let target = TestServer::start([]).await;
    let location = format!("Location: {}/elsewhere", target.base_url());
    let redirect = || response(307, &[&location], "");
    let server = TestServer::start([redirect(), redirect()]).await;
    let proxy = reqwest::Proxy::all(target.base_url()).unwrap();
    let client = ShopClient::builder(config_at(server.base_url()))
        .http(move |reqwest| {
            let limited = reqwest::redirect::Policy::limited(3);
            reqwest.redirect(limited).proxy(proxy.clone())
        })
        .build()
        .unwrap();
    let write = client.send(create_thing()).await.unwrap_err();
    let read = client.send(get_thing("1")).await.unwrap_err();
    for error in [write, read] {
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::Redirect, 1));
    }
    assert_eq!(target.requests().len(), 0);
}

#[test]
fn settings_of_reqwest_that_have_no_effect_are_an_error() {
    use api_runtime::testing::ScriptedTransport;

    let builder = || ShopClient::builder(config_at("https://shop.example/api"));
    let without_effect = builder()
        .http(|reqwest| reqwest.no_gzip())
        .transport(ScriptedTransport::new([(200, "")]));
    let invalid = builder().http(|reqwest| reqwest.user_agent("\n"));
    for builder in [without_effect, invalid] {
        let error = builder.build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{error}");
    }
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
    let all = Arc::new(Barrier::new(3));
    let is_silent = Arc::new(Notify::new());
    let silent = Arc::clone(&is_silent);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let is_warmed = count.fetch_add(1, Ordering::SeqCst) < 3;
            let (all, silent) = (Arc::clone(&all), Arc::clone(&silent));
            tokio::spawn(async move {
                let _ = stream.read(&mut [0; 4096]).await;
                if is_warmed {
                    all.wait().await;
                }
                let bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}";
                stream.write_all(bytes).await.unwrap();
                while stream.read(&mut [0; 4096]).await.is_ok_and(|n| n > 0) {
                    silent.notify_one();
                }
            });
        }
    });
    let client = client(&base);
    let get = || client.call().send_for_response(get_thing("1"));
    let (first, second, third) = tokio::join!(get(), get(), get());
    for warmed in [first, second, third] {
        warmed.unwrap();
    }
    assert_eq!(connections.load(Ordering::SeqCst), 3);
    // The first attempt is made over one of them, the second over a new one.
    let timeout = tokio::spawn(async move {
        is_silent.notified().await;
        pause();
        advance(Duration::from_secs(30)).await;
        resume();
    });
    assert_eq!(get().await.unwrap().value.id, Some(5));
    assert!(timeout.is_finished(), "a warmed one was used");
    assert_eq!(connections.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn a_response_about_another_record_discards_connections() {
    let body = r#"{"item":{"id":8}}"#;
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
    let bytes = head + body;
    let (base, connections) = open_server_with(bytes).await;
    let config = test_support::till::config(&base, Authorize(|_| {})).unwrap();
    let builder = TillClient::builder(config).retry_policy(short_backoff());
    let error = builder
        .build()
        .unwrap()
        .send(GetItem { id: 7 })
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.attempts()),
        (ErrorKind::WrongRecord, 3)
    );
    assert_eq!(connections.load(Ordering::SeqCst), 3);
}

/// Of two requests that fail together, the later one leaves the new connections alone.
#[tokio::test]
async fn connections_are_discarded_once_for_all_requests_over_them() {
    let connections = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&connections);
    let is_answered = Arc::new(Notify::new());
    let address = accept(move |mut stream| {
        let number = count.fetch_add(1, Ordering::SeqCst);
        let is_answered = Arc::clone(&is_answered);
        async move {
            // The end of the response is not certain on the first two.
            let coding = if number < 2 {
                "Transfer-Encoding: chunked\r\n"
            } else {
                ""
            };
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n{coding}\r\n");
            let bytes = head + "{\"id\":5}";
            while stream.read(&mut [0; 4096]).await.is_ok_and(|n| n > 0) {
                // One of them fails when the other request was answered over a new connection.
                if number == 0 {
                    is_answered.notified().await;
                }
                if stream.write_all(bytes.as_bytes()).await.is_err() {
                    break;
                }
                if number == 2 {
                    is_answered.notify_one();
                }
            }
        }
    });
    let base = format!("http://{}/api", address.await);
    let builder = ShopClient::builder(config_at(&base)).retry_policy(short_backoff());
    let client = builder.build().unwrap();
    let (first, second) = tokio::join!(client.send(get_thing("1")), client.send(get_thing("2")));
    first.and(second).unwrap();
    assert_eq!(connections.load(Ordering::SeqCst), 3);
}
