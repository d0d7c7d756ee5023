//! TLS failures are not retried, with any TLS library. A connection that is lost in the handshake
//! is.

use std::sync::Arc;

use api_runtime::{ErrorKind, Outcome, reqwest};
use test_support::accept;
use test_support::tls::{Authority, HANDSHAKE_FAILURE, OLD_SERVER_HELLO, server_config};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;

use crate::shop::{ShopClient, client, config_at, get_thing};

/// A server that handles every connection by `serve`. Returns its base URL.
async fn server<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> String
where
    F: Future<Output = ()> + Send + 'static,
{
    format!("https://{}/api", accept(serve).await)
}

/// A server with this certificate.
async fn server_with(host: &str, has_expired: bool, issuer: &Authority) -> String {
    let config = server_config(&issuer.issue(host, has_expired));
    let acceptor = TlsAcceptor::from(Arc::new(config));
    server(move |stream| {
        let accepting = acceptor.accept(stream);
        async move {
            if let Ok(mut stream) = accepting.await {
                let _ = stream.read(&mut [0; 4096]).await;
                let bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}";
                let _ = stream.write_all(bytes).await;
                let _ = stream.shutdown().await;
            }
        }
    })
    .await
}

/// A client that trusts this authority alone.
fn trusting(authority: &Authority, base: &str) -> ShopClient {
    let certificate = reqwest::Certificate::from_pem(authority.pem().as_bytes()).unwrap();
    let http = reqwest::Client::builder()
        .tls_certs_only([certificate])
        .no_proxy()
        .build()
        .unwrap();
    ShopClient::builder(config_at(base))
        .http_client(http)
        .build()
        .unwrap()
}

async fn assert_error(client: &ShopClient, kind: ErrorKind, attempts: u32, name: &str) {
    let error = client.send(get_thing("1")).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (kind, Outcome::NotSent, attempts),
        "{name}: {error:?}"
    );
}

#[tokio::test]
async fn untrusted_certificate_is_not_retried() {
    let trusted = Authority::new("trusted");
    let base = server_with("127.0.0.1", false, &trusted).await;
    let thing = trusting(&trusted, &base).send(get_thing("1")).await;
    assert_eq!(thing.unwrap().id, Some(5), "a good certificate");

    for (name, base) in [
        ("expired", server_with("127.0.0.1", true, &trusted).await),
        (
            "another host",
            server_with("other.example", false, &trusted).await,
        ),
        (
            "unknown",
            server_with("127.0.0.1", false, &Authority::new("unknown")).await,
        ),
    ] {
        assert_error(&trusting(&trusted, &base), ErrorKind::Tls, 1, name).await;
    }
    // A default client trusts the authorities of the platform.
    assert_error(&client(&base), ErrorKind::Tls, 1, "unknown to all").await;
}

#[tokio::test]
async fn failed_tls_handshake_is_not_retried() {
    for (name, bytes) in [
        ("TLS 1.1", OLD_SERVER_HELLO),
        ("an alert", HANDSHAKE_FAILURE),
        ("plain HTTP", b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    ] {
        let base = server(move |mut stream| async move {
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(bytes).await;
        })
        .await;
        assert_error(&client(&base), ErrorKind::Tls, 1, name).await;
    }
}

#[tokio::test]
async fn connection_lost_during_the_tls_handshake_is_retried() {
    let closes = server(|mut stream| async move {
        let _ = stream.read(&mut [0; 4096]).await;
    });
    // Closing a socket with unread bytes sends an RST.
    let resets = server(|stream| async move {
        let _ = stream.readable().await;
    });
    let (closes, resets) = tokio::join!(closes, resets);
    let (closes, resets) = (client(&closes), client(&resets));
    tokio::join!(
        assert_error(&closes, ErrorKind::Connect, 3, "closed"),
        assert_error(&resets, ErrorKind::Connect, 3, "reset"),
    );
}
