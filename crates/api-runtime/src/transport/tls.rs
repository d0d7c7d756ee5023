//! The TLS configuration that all connection pools of a client share.

use std::error::Error;

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
    pub(crate) fn new() -> SetUp<Self> {
        let tls = Self(backend()?);
        match tls.configure(reqwest::Client::builder()).build() {
            Ok(_) => Ok(tls),
            // There is no provider for its own version.
            #[cfg(feature = "rustls-no-provider")]
            Err(error) => Err(error.into()),
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
fn backend() -> SetUp<Backend> {
    use rustls_platform_verifier::BuilderVerifierExt;

    let mut config = rustls::ClientConfig::builder_with_provider(crypto_provider()?)
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth();
    config.alpn_protocols = PROTOCOLS
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    Ok(Backend::Rustls(Box::new(config)))
}

/// For plain http: it trusts nobody. Without a configuration, reqwest would load certificates, and
/// panic without a provider of its own.
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
    #[cfg(feature = "rustls-aws-lc")]
    let provider = Ok(rustls::crypto::aws_lc_rs::default_provider().into());
    #[cfg(all(feature = "rustls", not(feature = "rustls-aws-lc")))]
    let provider = Ok(rustls::crypto::ring::default_provider().into());
    #[cfg(not(any(feature = "rustls", feature = "rustls-aws-lc")))]
    let provider = Err(
        "the feature `rustls-no-provider` requires a `CryptoProvider` that the \
        application installs with `install_default`, or the feature `rustls` or `rustls-aws-lc`"
            .into(),
    );
    provider
}

#[cfg(all(feature = "native-tls", not(feature = "rustls-no-provider")))]
fn backend() -> SetUp<Backend> {
    let mut builder = native_tls::TlsConnector::builder();
    builder.request_alpns(PROTOCOLS);
    Ok(Backend::NativeTls(builder.build()?))
}

#[cfg(not(any(feature = "rustls-no-provider", feature = "native-tls")))]
fn backend() -> SetUp<Backend> {
    Ok(Backend::Unshared)
}

#[cfg(not(feature = "rustls-no-provider"))]
fn unused() -> SetUp<Backend> {
    Ok(Backend::Unused)
}
