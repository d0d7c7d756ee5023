//! TLS failures are not retried. A connection that is lost in the handshake is.

use std::process::Command;
use std::sync::Arc;

use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{ErrorKind, Outcome};
use test_support::accept;
use test_support::tls::{Authority, server_config};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;

use super::shop::{ShopClient, builder, client, create_thing, get_thing};

/// A server that handles every connection by `serve`. Returns its base URL.
async fn server<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> String
where
    F: Future<Output = ()> + Send + 'static,
{
    // The feature `rustls-no-provider` alone leaves that to the application.
    #[cfg(not(any(feature = "rustls", feature = "rustls-ring")))]
    test_support::tls::install_provider();
    format!("https://{}/api", accept(serve).await)
}

/// Accepts connections with this certificate.
fn acceptor(host: &str, has_expired: bool, issuer: &Authority) -> TlsAcceptor {
    let config = server_config(&issuer.issue(host, has_expired));
    TlsAcceptor::from(Arc::new(config))
}

/// A server with this certificate.
async fn server_with(host: &str, has_expired: bool, issuer: &Authority) -> String {
    let acceptor = acceptor(host, has_expired, issuer);
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

/// A client that trusts this authority, besides those of the platform.
fn trusting(authority: &Authority, base: &str) -> ShopClient {
    builder(base)
        .add_root_certificate(authority.pem())
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
async fn each_added_root_certificate_is_trusted() {
    let authorities = ["first", "second", "third"].map(Authority::new);
    let [first, second, third] = &authorities;
    let mut servers = Vec::new();
    for authority in &authorities {
        servers.push(server_with("127.0.0.1", false, authority).await);
    }
    let pem = format!("{}\n{}", first.pem(), second.pem());
    for base in &servers {
        let client = builder(base)
            .add_root_certificate(pem.as_str())
            .add_root_certificate(third.pem())
            .build()
            .unwrap();
        assert_eq!(client.send(get_thing("1")).await.unwrap().id, Some(5));
    }
    assert_error(&trusting(first, &servers[1]), ErrorKind::Tls, 1, "second").await;
}

#[tokio::test]
async fn invalid_root_certificate_is_an_error() {
    let base = server_with("127.0.0.1", false, &Authority::new("trusted")).await;
    let http = base.replace("https:", "http:");
    for pem in [
        "",
        "no PEM",
        "-----BEGIN CERTIFICATE-----\nAAAA",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----",
    ] {
        for base in [&base, &http] {
            let with_certificate = builder(base).add_root_certificate(pem);
            let error = with_certificate.build().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Config, "{pem}");
            let text = error.to_string();
            assert!(text.contains("invalid root certificate: "), "{pem}: {text}");
        }
    }
}

#[tokio::test]
async fn root_certificate_is_refused_with_a_custom_transport() {
    let authority = Authority::new("trusted");
    let base = server_with("127.0.0.1", false, &authority).await;
    let error = builder(&base)
        .add_root_certificate(authority.pem())
        .transport(ScriptedTransport::new([Step::response(200, "")]))
        .build()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_eq!(error.invalid_fields()[0].name(), "add_root_certificate");
}

/// How a server ends a response.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ending {
    CloseNotify,
    Cut,
}

/// Runs itself in a process in which default clients trust the authority of the test: those of
/// custom clients are the caller's concern.
#[test]
fn body_that_may_be_cut_is_not_accepted() {
    const FILE: &str = "TLS_TEST_AUTHORITY";
    const CHUNKS: &[u8] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
        8\r\n{\"id\":5}\r\n0\r\n\r\n";
    const LENGTH: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}";
    const NO_LENGTH: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n{\"id\":5}";
    const NO_CONTENT: &[u8] = b"HTTP/1.1 422 No\r\n\r\n{\"errors\":[\"no\"]}";
    let Some(file) = std::env::var_os(FILE) else {
        let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/tls-authority.pem");
        let status = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "loopback::tls::body_that_may_be_cut_is_not_accepted",
            ])
            .env(FILE, file)
            .env("SSL_CERT_FILE", file)
            .status()
            .unwrap();
        assert!(status.success());
        return;
    };
    let authority = Authority::new("trusted");
    std::fs::write(file, authority.pem()).unwrap();
    let unknown = Some((ErrorKind::Interrupted, Outcome::Unknown));
    let rejected = Some((ErrorKind::BadRequest, Outcome::Rejected));
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().unwrap();
    for (name, bytes, ending, expected) in [
        ("chunks", CHUNKS, Ending::Cut, None),
        ("length", LENGTH, Ending::Cut, None),
        ("chunks", &CHUNKS[..CHUNKS.len() - 5], Ending::Cut, unknown),
        ("length", &LENGTH[..LENGTH.len() - 1], Ending::Cut, unknown),
        ("no length", NO_LENGTH, Ending::Cut, unknown),
        ("no length", NO_LENGTH, Ending::CloseNotify, None),
        ("a rejection", NO_CONTENT, Ending::CloseNotify, rejected),
    ] {
        let acceptor = acceptor("127.0.0.1", false, &authority);
        let result = runtime.block_on(async {
            let base = server(move |stream| {
                let accepting = acceptor.accept(stream);
                async move {
                    let mut stream = accepting.await.unwrap();
                    let _ = stream.read(&mut [0; 4096]).await;
                    let _ = stream.write_all(bytes).await;
                    let _ = stream.flush().await;
                    match ending {
                        Ending::CloseNotify => stream.shutdown().await.unwrap(),
                        Ending::Cut => stream.get_mut().0.shutdown().await.unwrap(),
                    }
                }
            })
            .await;
            client(&base).send(create_thing()).await
        });
        let error = result.as_ref().err();
        let ended = error.map(|error| (error.kind(), error.outcome()));
        assert_eq!(ended, expected, "{name}, {ending:?}: {result:?}");
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
