//! Rows of TLS. The client is our own, as it is: it trusts a made authority by `SSL_CERT_FILE`.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use api_runtime::ErrorKind::{Timeout, Tls};
use api_runtime::Outcome::NotSent;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::row::{Row, fine, story};
use crate::server::{Scene, answer, good, scene};
use crate::want::{again, once};

/// The authority that is trusted, as `SSL_CERT_FILE` names it.
pub(crate) const AUTHORITY: &str = "authority.pem";

/// Makes the authority and the certificates of the rows, in files: the client is in another process.
pub(crate) fn make(folder: &Path) {
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

/// A server with one of these certificates.
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

/// The server gets a connection without TLS on its side, and does what it likes with it.
fn bare(id: &'static str, fault: &'static str, scene: Scene) -> Row {
    let distrust = once(Tls, NotSent).without_a_body();
    story(id, fault, vec![scene], distrust, distrust)
        .set(|how| how.base = how.base.replace("http://", "https://"))
}

fn says(bytes: &'static [u8]) -> Scene {
    scene(move |mut connection| async move {
        connection.read().await;
        connection.write(bytes).await;
        connection.close().await;
    })
}

pub(crate) fn rows(folder: &Path) -> Vec<Row> {
    let distrusted = |id, fault, name| {
        let distrust = once(Tls, NotSent).without_a_body();
        story(id, fault, vec![answer(good)], distrust, distrust)
            .tls(config(folder, name, b"http/1.1"))
            // Nobody knocks again where nobody is trusted.
            .check(|_, seen| seen.connections() == 1)
    };
    let no_connection_in_time = again(Timeout, NotSent).without_a_body();
    vec![
        fine("-", "TLS as it should be", answer(good)).tls(config(folder, "good.pem", b"http/1.1")),
        distrusted("N34", "the certificate has expired", "expired.pem"),
        distrusted("N35", "the certificate is another host's", "other-host.pem"),
        distrusted(
            "N36",
            "the certificate is by an unknown authority",
            "unknown.pem",
        ),
        bare("N37", "the server speaks TLS 1.1 at most", says(OLD_HELLO)),
        story(
            "N38",
            "the handshake stalls",
            vec![scene(|connection| connection.hold())],
            no_connection_in_time,
            no_connection_in_time,
        )
        .hurried()
        .set(|how| how.base = how.base.replace("http://", "https://")),
        bare(
            "N39",
            "a TLS alert in the handshake",
            says(b"\x15\x03\x03\x00\x02\x02\x28"),
        ),
        bare(
            "N41",
            "plain HTTP on the port of TLS",
            says(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"),
        ),
    ]
}

/// A `ServerHello` of TLS 1.1: a record of 46 bytes, a handshake message of 42 in it, the version, 32 random bytes, no
/// session, a cipher suite of old, no compression.
const OLD_HELLO: &[u8] = b"\x16\x03\x02\x00\x2a\x02\x00\x00\x26\x03\x02\
    0123456789abcdef0123456789abcdef\x00\x00\x2f\x00";
