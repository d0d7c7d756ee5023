//! Rows of TLS, with the default HTTP client, which trusts the test authority by `SSL_CERT_FILE`.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use test_support::tls::{Authority, HANDSHAKE_FAILURE, OLD_SERVER_HELLO, server_config};
use tokio_rustls::rustls::ServerConfig;

use crate::row::{Row, scripted, succeeds};
use crate::server::{Scene, good_response, respond, scene};

/// The file of the trusted authority, for `SSL_CERT_FILE`.
pub(crate) const AUTHORITY: &str = "authority.pem";

/// Creates the authority and the certificates of the rows as files, since the client is in another
/// process.
pub(crate) fn create_certificates(folder: &Path) {
    // Two authorities of the same name: the signature alone differs.
    let (trusted, unknown) = (Authority::new("authority"), Authority::new("authority"));
    fs::write(folder.join(AUTHORITY), trusted.pem()).unwrap();
    for (name, pem) in [
        ("good.pem", trusted.issue("127.0.0.1", false)),
        ("expired.pem", trusted.issue("127.0.0.1", true)),
        ("other-host.pem", trusted.issue("other.example", false)),
        ("unknown.pem", unknown.issue("127.0.0.1", false)),
    ] {
        fs::write(folder.join(name), pem).unwrap();
    }
}

/// A server config with one of these certificates.
pub(crate) fn config(folder: &Path, name: &str, protocol: &[u8]) -> Arc<ServerConfig> {
    let mut config = server_config(&fs::read_to_string(folder.join(name)).unwrap());
    config.alpn_protocols = vec![protocol.to_vec()];
    Arc::new(config)
}

/// A server that does not speak TLS itself: the scene has the raw connection.
fn bare(fault: &'static str, scene: Scene) -> Row {
    scripted(fault, vec![scene]).https()
}

fn sends(bytes: &'static [u8]) -> Scene {
    scene(move |mut connection| async move {
        connection.read().await;
        connection.write(bytes).await;
        connection.close().await;
    })
}

pub(crate) fn rows(folder: &Path) -> Vec<Row> {
    let untrusted = |fault, name| {
        scripted(fault, vec![respond(good_response)])
            .tls(config(folder, name, b"http/1.1"))
            // An untrusted certificate is not retried.
            .check(|_, observed| observed.connections() == 1)
    };
    vec![
        succeeds("valid TLS", respond(good_response)).tls(config(folder, "good.pem", b"http/1.1")),
        untrusted("the certificate has expired", "expired.pem"),
        untrusted("the certificate is for another host", "other-host.pem"),
        untrusted(
            "the certificate is from an unknown authority",
            "unknown.pem",
        ),
        bare(
            "the server supports TLS 1.1 at most",
            sends(OLD_SERVER_HELLO),
        ),
        scripted(
            "the handshake stalls",
            vec![scene(|connection| connection.hold())],
        )
        .with_short_connects()
        .https(),
        bare("a TLS alert in the handshake", sends(HANDSHAKE_FAILURE)),
        scripted(
            "the TLS alert `internal_error` in the handshake",
            vec![sends(b"\x15\x03\x03\x00\x02\x02\x50")],
        )
        .https(),
        bare(
            "plain HTTP on the TLS port",
            sends(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"),
        ),
    ]
}
