//! Certificates, and servers with them.

use std::sync::Arc;

use api_runtime::transport::reqwest;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ServerConfig, crypto};

/// A `ServerHello` of TLS 1.1: a record of 46 bytes, a handshake message of 42 in it, the version,
/// 32 random bytes, no session, an old cipher suite, no compression.
pub const OLD_SERVER_HELLO: &[u8] = b"\x16\x03\x02\x00\x2a\x02\x00\x00\x26\x03\x02\
    0123456789abcdef0123456789abcdef\x00\x00\x2f\x00";

/// An alert in place of a `ServerHello`.
pub const HANDSHAKE_FAILURE: &[u8] = b"\x15\x03\x03\x00\x02\x02\x28";

/// A certificate authority.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    /// Creates an authority with a new key.
    ///
    /// # Panics
    ///
    /// When the name is invalid.
    pub fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::<String>::new()).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        Self(CertifiedIssuer::self_signed(params, key).unwrap())
    }

    /// Its own certificate as PEM.
    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// Issues a certificate of a host. Returns it as PEM, with its key.
    ///
    /// # Panics
    ///
    /// When the host name is invalid.
    pub fn issue(&self, host: &str, has_expired: bool) -> String {
        let mut params = CertificateParams::new([host.to_owned()]).unwrap();
        if has_expired {
            params.not_before = date_time_ymd(2020, 1, 1);
            params.not_after = date_time_ymd(2021, 1, 1);
        }
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        certificate.pem() + &key.serialize_pem()
    }
}

/// The config of a server with an issued certificate.
///
/// # Panics
///
/// When the PEM does not contain a certificate and its key.
pub fn server_config(pem: &str) -> ServerConfig {
    let certificate = CertificateDer::from_pem_slice(pem.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(pem.as_bytes()).unwrap();
    // Named, as other crates may enable other providers.
    let provider = Arc::new(crypto::ring::default_provider());
    ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap()
}

/// Installs ring, as an application does that builds reqwest clients of its own.
pub fn install_provider() {
    // Fails if a provider is installed already.
    let _ = crypto::ring::default_provider().install_default();
}

/// Builds a plain reqwest client.
pub fn http_client() -> reqwest::ClientBuilder {
    install_provider();
    reqwest::Client::builder()
}
