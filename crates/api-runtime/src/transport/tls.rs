//! The TLS configuration that all connection pools of a client share.

use std::error::Error;

/// The configuration of a TLS library, with the root certificates of the platform.
///
/// Loading these takes about 10 ms, so that they are loaded once for a client and not once for
/// each pool. With rustls, new pools resume earlier TLS sessions.
pub(crate) struct Tls(Backend);

enum Backend {
    /// Plain http.
    Unused,
    /// The crates of the library do not have the version that reqwest expects.
    Unshared,
    #[cfg(feature = "rustls")]
    Rustls(rustls::ClientConfig),
    #[cfg(all(feature = "native-tls", not(feature = "rustls")))]
    NativeTls(native_tls::TlsConnector),
}

type SetUp<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The protocols that are offered in the handshake.
#[cfg(any(feature = "rustls", feature = "native-tls"))]
const PROTOCOLS: &[&str] = &[
    #[cfg(feature = "http2")]
    "h2",
    "http/1.1",
];

impl Tls {
    /// No TLS.
    pub(crate) fn unused() -> Self {
        Self(Backend::Unused)
    }

    /// rustls, or, without the feature `rustls`, the library of the platform.
    pub(crate) fn new() -> SetUp<Self> {
        let tls = Self(backend()?);
        let is_accepted = tls.configure(reqwest::Client::builder()).build().is_ok();
        Ok(match is_accepted {
            true => tls,
            false => Self(Backend::Unshared),
        })
    }

    /// Sets the configuration of a client.
    pub(crate) fn configure(&self, builder: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
        match &self.0 {
            #[cfg(any(feature = "rustls", feature = "native-tls"))]
            Backend::Unused => builder.tls_certs_only([]),
            #[cfg(feature = "rustls")]
            Backend::Rustls(config) => builder.tls_backend_preconfigured(config.clone()),
            #[cfg(feature = "rustls")]
            Backend::Unshared => builder.tls_backend_rustls(),
            #[cfg(all(feature = "native-tls", not(feature = "rustls")))]
            Backend::NativeTls(connector) => builder.tls_backend_preconfigured(connector.clone()),
            #[cfg(not(feature = "rustls"))]
            Backend::Unshared => builder,
            #[cfg(not(any(feature = "rustls", feature = "native-tls")))]
            Backend::Unused => builder,
        }
    }

    /// Whether a connection that is cut reads like one that is closed. rustls requires the alert
    /// `close_notify` before the end; the libraries of some platforms do not.
    pub(crate) fn hides_truncation(&self) -> bool {
        match &self.0 {
            Backend::Unused => false,
            #[cfg(feature = "rustls")]
            Backend::Rustls(_) => false,
            #[cfg(all(feature = "native-tls", not(feature = "rustls")))]
            Backend::NativeTls(_) => true,
            Backend::Unshared => !cfg!(feature = "rustls"),
        }
    }
}

#[cfg(feature = "rustls")]
fn backend() -> SetUp<Backend> {
    use std::sync::Arc;

    use rustls::crypto::{CryptoProvider, aws_lc_rs};
    use rustls_platform_verifier::BuilderVerifierExt;

    // As in reqwest: the provider of the application, if it installed one.
    let provider = CryptoProvider::get_default()
        .cloned()
        .unwrap_or_else(|| Arc::new(aws_lc_rs::default_provider()));
    let mut config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth();
    config.alpn_protocols = PROTOCOLS
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    Ok(Backend::Rustls(config))
}

#[cfg(all(feature = "native-tls", not(feature = "rustls")))]
fn backend() -> SetUp<Backend> {
    let mut builder = native_tls::TlsConnector::builder();
    builder.request_alpns(PROTOCOLS);
    Ok(Backend::NativeTls(builder.build()?))
}

#[cfg(not(any(feature = "rustls", feature = "native-tls")))]
fn backend() -> SetUp<Backend> {
    Ok(Backend::Unshared)
}
