//! Rows of TLS, with the default HTTP client, which trusts the test authority by `SSL_CERT_FILE`.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use api_runtime::ErrorKind::{Connect, Timeout, Tls};
use api_runtime::Outcome::NotSent;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::expected::{fails, fails_after_retries};
use crate::row::{Row, scripted, succeeds};
use crate::server::{Scene, good_response, respond, scene};

/// The file of the trusted authority, for `SSL_CERT_FILE`.
pub(crate) const AUTHORITY: &str = "authority.pem";

/// Creates the authority and the certificates of the rows as files, since the client is in another
/// process.
pub(crate) fn create_certificates(folder: &Path) {
    let authority = || {
        let mut params = CertificateParams::new(Vec::<String>::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        (Issuer::new(params, key), pem)
    };
    let (trusted, pem) = authority();
    fs::write(folder.join(AUTHORITY), pem).unwrap();
    let write = |name: &str, host: &str, issuer: &Issuer<'_, KeyPair>, has_expired: bool| {
        let mut params = CertificateParams::new([host.to_owned()]).unwrap();
        if has_expired {
            params.not_before = date_time_ymd(2020, 1, 1);
            params.not_after = date_time_ymd(2021, 1, 1);
        }
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, issuer).unwrap();
        let pem = certificate.pem() + &key.serialize_pem();
        fs::write(folder.join(name), pem).unwrap();
    };
    write("good.pem", "127.0.0.1", &trusted, false);
    write("expired.pem", "127.0.0.1", &trusted, true);
    write("other-host.pem", "other.example", &trusted, false);
    write("unknown.pem", "127.0.0.1", &authority().0, false);
}

/// A server config with one of these certificates.
pub(crate) fn config(folder: &Path, name: &str, protocol: &[u8]) -> Arc<ServerConfig> {
    let pem = fs::read(folder.join(name)).unwrap();
    let certificate = CertificateDer::from_pem_slice(&pem).unwrap();
    let key = PrivateKeyDer::from_pem_slice(&pem).unwrap();
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    config.alpn_protocols = vec![protocol.to_vec()];
    Arc::new(config)
}

/// A server that does not speak TLS itself: the scene has the raw connection.
fn bare(id: &'static str, fault: &'static str, scene: Scene) -> Row {
    let tls_error = fails(Tls, NotSent).without_requests();
    scripted(id, fault, vec![scene], tls_error, tls_error)
        .set(|settings| settings.base_url = settings.base_url.replace("http://", "https://"))
}

fn sends(bytes: &'static [u8]) -> Scene {
    scene(move |mut connection| async move {
        connection.read().await;
        connection.write(bytes).await;
        connection.close().await;
    })
}

pub(crate) fn rows(folder: &Path) -> Vec<Row> {
    let untrusted = |id, fault, name| {
        let tls_error = fails(Tls, NotSent).without_requests();
        scripted(
            id,
            fault,
            vec![respond(good_response)],
            tls_error,
            tls_error,
        )
        .tls(config(folder, name, b"http/1.1"))
        // An untrusted certificate is not retried.
        .check(|_, observed| observed.connections() == 1)
    };
    let no_connection_in_time = fails_after_retries(Timeout, NotSent).without_requests();
    vec![
        succeeds("-", "valid TLS", respond(good_response)).tls(config(
            folder,
            "good.pem",
            b"http/1.1",
        )),
        untrusted("N34", "the certificate has expired", "expired.pem"),
        untrusted(
            "N35",
            "the certificate is for another host",
            "other-host.pem",
        ),
        untrusted(
            "N36",
            "the certificate is from an unknown authority",
            "unknown.pem",
        ),
        bare(
            "N37",
            "the server supports TLS 1.1 at most",
            sends(OLD_HELLO),
        ),
        scripted(
            "N38",
            "the handshake stalls",
            vec![scene(|connection| connection.hold())],
            no_connection_in_time,
            no_connection_in_time,
        )
        .with_short_timeouts()
        .set(|settings| settings.base_url = settings.base_url.replace("http://", "https://")),
        bare(
            "N39",
            "a TLS alert in the handshake",
            sends(b"\x15\x03\x03\x00\x02\x02\x28"),
        ),
        scripted(
            "-",
            "the TLS alert `internal_error` in the handshake",
            vec![sends(b"\x15\x03\x03\x00\x02\x02\x50")],
            fails_after_retries(Connect, NotSent).without_requests(),
            fails_after_retries(Connect, NotSent).without_requests(),
        )
        .set(|settings| settings.base_url = settings.base_url.replace("http://", "https://")),
        bare(
            "N41",
            "plain HTTP on the TLS port",
            sends(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"),
        ),
    ]
}

/// A `ServerHello` of TLS 1.1: a record of 46 bytes, a handshake message of 42 in it, the version,
/// 32 random bytes, no session, an old cipher suite, no compression.
const OLD_HELLO: &[u8] = b"\x16\x03\x02\x00\x2a\x02\x00\x00\x26\x03\x02\
    0123456789abcdef0123456789abcdef\x00\x00\x2f\x00";
