//! The TLS configuration that all connection pools of a client share.

use std::error::Error;

type SetUp<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The configuration of rustls, with the root certificates of the platform.
///
/// Loading these takes about 10 ms, so that they are loaded once for a client and not once for
/// each pool. New pools resume earlier TLS sessions.
pub(crate) struct Tls(#[cfg(feature = "rustls-no-provider")] Box<rustls::ClientConfig>);

#[cfg(not(feature = "rustls-no-provider"))]
impl Tls {
    pub(crate) fn unused() -> SetUp<Self> {
        Ok(Self())
    }

    pub(crate) fn new(roots: &[Vec<u8>]) -> SetUp<Self> {
        match roots.is_empty() {
            true => Ok(Self()),
            false => Err("a root certificate requires the feature `rustls`".into()),
        }
    }

    pub(crate) fn configure(&self, builder: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
        builder
    }
}

#[cfg(feature = "rustls-no-provider")]
impl Tls {
    /// No TLS. Loading certificates takes time and needs a certificate store.
    pub(crate) fn unused() -> SetUp<Self> {
        let config = rustls::ClientConfig::builder_with_provider(crypto_provider()?)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(rustls::RootCertStore::empty())
            .with_no_client_auth();
        Ok(Self(Box::new(config)))
    }

    /// Trusts the root certificates of these PEM texts as well.
    pub(crate) fn new(roots: &[Vec<u8>]) -> SetUp<Self> {
        let provider = crypto_provider()?;
        let verifier = verifier(roots, provider.clone())?;
        // "dangerous" is any verifier but a set of roots; this one is rustls's for the platform.
        let mut config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(std::sync::Arc::new(verifier))
            .with_no_client_auth();
        #[cfg(feature = "http2")]
        config.alpn_protocols.push(b"h2".to_vec());
        config.alpn_protocols.push(b"http/1.1".to_vec());
        Ok(Self(Box::new(config)))
    }

    /// Sets the configuration of a client.
    pub(crate) fn configure(&self, builder: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
        builder.tls_backend_preconfigured(rustls::ClientConfig::clone(&self.0))
    }
}

#[cfg(feature = "rustls-no-provider")]
fn verifier(
    roots: &[Vec<u8>],
    provider: std::sync::Arc<rustls::crypto::CryptoProvider>,
) -> SetUp<rustls_platform_verifier::Verifier> {
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject;
    use rustls_platform_verifier::Verifier;

    if roots.is_empty() {
        return Ok(Verifier::new(provider)?);
    }
    let mut certificates = Vec::new();
    for pem in roots {
        let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        match found {
            Ok(found) if !found.is_empty() => certificates.extend(found),
            Ok(_) => {
                let reason = "expected PEM with `-----BEGIN CERTIFICATE-----`";
                return Err(format!("invalid root certificate: {reason}").into());
            }
            Err(error) => return Err(format!("invalid root certificate: {error}").into()),
        }
    }
    #[cfg(not(target_os = "android"))]
    let verifier = Verifier::new_with_extra_roots(certificates, provider)
        .map_err(|error| format!("invalid root certificate: {error}").into());
    #[cfg(target_os = "android")]
    let verifier = Err("root certificates cannot be added on Android".into());
    verifier
}

/// The provider that the application has installed, or the one of the features.
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
