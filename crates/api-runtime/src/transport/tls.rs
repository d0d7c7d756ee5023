//! The TLS configuration that all connection pools of a client share.

use std::error::Error;

use crate::transport::root_certificates::split;

/// The configuration of a TLS library, with the root certificates of the platform.
///
/// Loading these takes about 10 ms, so that they are loaded once for a client and not once for
/// each pool. With rustls, new pools resume earlier TLS sessions.
pub(crate) struct Tls(Backend);

enum Backend {
    /// Plain http.
    #[cfg(not(feature = "rustls-no-provider"))]
    Unused,
    /// The crates of the library do not have the version that reqwest expects.
    #[cfg(not(feature = "rustls-no-provider"))]
    Unshared,
    #[cfg(feature = "rustls-no-provider")]
    Rustls(Box<rustls::ClientConfig>),
    #[cfg(all(feature = "native-tls", not(feature = "rustls-no-provider")))]
    NativeTls(native_tls::TlsConnector),
}

type SetUp<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The protocols that are offered in the handshake.
#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
const PROTOCOLS: &[&str] = &[
    #[cfg(feature = "http2")]
    "h2",
    "http/1.1",
];

impl Tls {
    /// No TLS. Loading certificates takes time and needs a certificate store.
    pub(crate) fn unused() -> SetUp<Self> {
        Ok(Self(unused()?))
    }

    /// rustls, or, without its features, the library of the platform.
    ///
    /// Trusts the root certificates of these PEM texts as well.
    pub(crate) fn new(roots: &[Vec<u8>]) -> SetUp<Self> {
        let mut certificates = Vec::new();
        for pem in roots {
            certificates.extend(split(pem)?);
        }
        let tls = Self(backend(&certificates)?);
        match tls.configure(reqwest::Client::builder()).build() {
            Ok(_) => Ok(tls),
            // There is no provider for its own version.
            #[cfg(feature = "rustls-no-provider")]
            Err(error) => Err(error.into()),
            #[cfg(not(feature = "rustls-no-provider"))]
            Err(error) if !certificates.is_empty() => Err(error.into()),
            #[cfg(not(feature = "rustls-no-provider"))]
            Err(_) => Ok(Self(Backend::Unshared)),
        }
    }

    /// Sets the configuration of a client.
    pub(crate) fn configure(&self, builder: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
        match &self.0 {
            #[cfg(feature = "rustls-no-provider")]
            Backend::Rustls(config) => {
                builder.tls_backend_preconfigured(rustls::ClientConfig::clone(config))
            }
            #[cfg(all(feature = "native-tls", not(feature = "rustls-no-provider")))]
            Backend::NativeTls(connector) => builder.tls_backend_preconfigured(connector.clone()),
            #[cfg(all(feature = "native-tls", not(feature = "rustls-no-provider")))]
            Backend::Unused => builder.tls_certs_only([]),
            #[cfg(not(any(feature = "rustls-no-provider", feature = "native-tls")))]
            Backend::Unused => builder,
            #[cfg(not(feature = "rustls-no-provider"))]
            Backend::Unshared => builder,
        }
    }

    /// Whether a connection that is cut reads like one that is closed. rustls requires the alert
    /// `close_notify` before the end; the libraries of some platforms do not.
    pub(crate) fn hides_truncation(&self) -> bool {
        match &self.0 {
            #[cfg(feature = "rustls-no-provider")]
            Backend::Rustls(_) => false,
            #[cfg(all(feature = "native-tls", not(feature = "rustls-no-provider")))]
            Backend::NativeTls(_) => true,
            #[cfg(not(feature = "rustls-no-provider"))]
            Backend::Unused => false,
            #[cfg(not(feature = "rustls-no-provider"))]
            Backend::Unshared => true,
        }
    }
}

#[cfg(feature = "rustls-no-provider")]
fn backend(roots: &[&str]) -> SetUp<Backend> {
    let provider = crypto_provider()?;
    let verifier = verifier(roots, provider.clone())?;
    // "dangerous" is any verifier but a set of roots; this one is rustls's for the platform.
    let mut config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(std::sync::Arc::new(verifier))
        .with_no_client_auth();
    config.alpn_protocols = PROTOCOLS
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    Ok(Backend::Rustls(Box::new(config)))
}

#[cfg(feature = "rustls-no-provider")]
fn verifier(
    roots: &[&str],
    provider: std::sync::Arc<rustls::crypto::CryptoProvider>,
) -> SetUp<rustls_platform_verifier::Verifier> {
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject;
    use rustls_platform_verifier::Verifier;

    let roots: Result<Vec<_>, _> = roots
        .iter()
        .map(|pem| CertificateDer::from_pem_slice(pem.as_bytes()))
        .collect();
    let roots = roots.map_err(|error| format!("invalid root certificate: {error}"))?;
    if roots.is_empty() {
        return Ok(Verifier::new(provider)?);
    }
    #[cfg(not(target_os = "android"))]
    let verifier = Verifier::new_with_extra_roots(roots, provider)
        .map_err(|error| format!("invalid root certificate: {error}").into());
    #[cfg(target_os = "android")]
    let verifier = Err("root certificates cannot be added on Android".into());
    verifier
}

/// For plain http: no root certificates. Without a configuration, reqwest would load
/// certificates, and panic without a provider of its own.
#[cfg(feature = "rustls-no-provider")]
fn unused() -> SetUp<Backend> {
    let config = rustls::ClientConfig::builder_with_provider(crypto_provider()?)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    Ok(Backend::Rustls(Box::new(config)))
}

/// The provider that the application installed, or the one of the features.
#[cfg(feature = "rustls-no-provider")]
fn crypto_provider() -> SetUp<std::sync::Arc<rustls::crypto::CryptoProvider>> {
    use rustls::crypto::CryptoProvider;

    if let Some(provider) = CryptoProvider::get_default() {
        return Ok(provider.clone());
    }
    #[cfg(feature = "rustls")]
    let provider = Ok(rustls::crypto::aws_lc_rs::default_provider().into());
    #[cfg(all(feature = "rustls-ring", not(feature = "rustls")))]
    let provider = Ok(rustls::crypto::ring::default_provider().into());
    #[cfg(not(any(feature = "rustls", feature = "rustls-ring")))]
    let provider = Err(
        "the feature `rustls-no-provider` requires a `CryptoProvider` that the \
        application installs with `install_default`, or the feature `rustls` or `rustls-ring`"
            .into(),
    );
    provider
}

#[cfg(all(feature = "native-tls", not(feature = "rustls-no-provider")))]
fn backend(roots: &[&str]) -> SetUp<Backend> {
    let mut builder = native_tls::TlsConnector::builder();
    builder.request_alpns(PROTOCOLS);
    for pem in roots {
        let certificate = native_tls::Certificate::from_pem(pem.as_bytes());
        let certificate =
            certificate.map_err(|error| format!("invalid root certificate: {error}"))?;
        builder.add_root_certificate(certificate);
    }
    Ok(Backend::NativeTls(builder.build()?))
}

#[cfg(not(any(feature = "rustls-no-provider", feature = "native-tls")))]
fn backend(roots: &[&str]) -> SetUp<Backend> {
    match roots.is_empty() {
        true => Ok(Backend::Unshared),
        false => Err("a root certificate requires the feature `rustls` or `native-tls`".into()),
    }
}

#[cfg(not(feature = "rustls-no-provider"))]
fn unused() -> SetUp<Backend> {
    Ok(Backend::Unused)
}
