//! The TLS configuration of the server.

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig, crypto};
use tokio_rustls::server::TlsStream;

use super::authority::Authority;

/// The configuration of the server.
#[derive(Clone)]
pub(crate) struct Tls {
    acceptor: TlsAcceptor,
    ca_certificate: Arc<str>,
}

impl Tls {
    /// A configuration with a certificate that names loopback, the bound address and the hosts,
    /// issued by an authority of its own.
    pub(crate) fn new(bound: IpAddr, hosts: &[String]) -> io::Result<Self> {
        let authority = Authority::new().map_err(io::Error::other)?;
        let mut names = vec!["localhost".to_owned(), "127.0.0.1".into(), "::1".into()];
        names.push(bound.to_string());
        names.extend_from_slice(hosts);
        let (certificate, key) = authority.issue(names).map_err(io::Error::other)?;
        let config = server_config(vec![certificate], key).map_err(io::Error::other)?;
        Ok(Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            ca_certificate: authority.pem().into(),
        })
    }

    /// The certificate of its authority, as PEM.
    pub(crate) fn ca_certificate(&self) -> &str {
        &self.ca_certificate
    }

    pub(crate) async fn accept<S>(&self, stream: S) -> io::Result<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        self.acceptor.accept(stream).await
    }
}

fn server_config(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<ServerConfig, rustls::Error> {
    // Named, as other crates may enable other providers.
    let provider = Arc::new(crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}
