//! Probes the health of a running sandbox: a container from scratch has no other client.

use std::io;
use std::path::Path;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;

const TIMEOUT: Duration = Duration::from_secs(5);
/// How much of a response is read.
const MAX_RESPONSE: u64 = 64 * 1024;

/// Requests the health path, and returns the body of the response. For https, the certificate in
/// the file is trusted.
pub(crate) async fn probe(url: &str, ca_file: Option<&Path>) -> Result<String, String> {
    let exchanged = tokio::time::timeout(TIMEOUT, exchange(url, ca_file)).await;
    let response = exchanged
        .map_err(|_| "no response within 5 s".to_owned())
        .and_then(|response| response.map_err(|error| error.to_string()))
        .map_err(|error| format!("{url} is not ready: {error}"))?;
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_default();
    if head.starts_with("HTTP/1.1 200 ") {
        Ok(body.to_owned())
    } else {
        let line = head.lines().next().unwrap_or_default();
        let reason = format!("expected status 200, found `{line}`");
        Err(format!("{url} is not ready: {reason}"))
    }
}

async fn exchange(url: &str, ca_file: Option<&Path>) -> io::Result<String> {
    let invalid = |message: &str| io::Error::new(io::ErrorKind::InvalidInput, message);
    let (scheme, rest) = url
        .split_once("://")
        .ok_or_else(|| invalid("expected http://HOST:PORT or https://HOST:PORT"))?;
    let authority = rest.split('/').next().unwrap_or_default();
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => {
            let port = port.parse().map_err(|_| invalid("invalid port"))?;
            (host, port)
        }
        _ => (authority, if scheme == "https" { 443 } else { 80 }),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let stream = TcpStream::connect((host, port)).await?;
    match scheme {
        "http" => send(stream, authority).await,
        #[cfg(feature = "tls")]
        "https" => send(tls::connect(stream, host, ca_file).await?, authority).await,
        _ => {
            let _ = ca_file;
            Err(invalid(
                "expected http://, or https:// in a build with the feature `tls`",
            ))
        }
    }
}

async fn send(mut stream: impl AsyncRead + AsyncWrite + Unpin, host: &str) -> io::Result<String> {
    let request =
        format!("GET /_sandbox/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = String::new();
    let mut stream = stream.take(MAX_RESPONSE);
    match stream.read_to_string(&mut response).await {
        // TLS requires an alert before the end, which the response does not need: it has a length.
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
        _ => Ok(response),
    }
}

#[cfg(feature = "tls")]
mod tls {
    use std::io;
    use std::path::Path;
    use std::sync::Arc;

    use tokio::net::TcpStream;
    use tokio_rustls::TlsConnector;
    use tokio_rustls::client::TlsStream;
    use tokio_rustls::rustls::pki_types::pem::PemObject as _;
    use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

    pub(super) async fn connect(
        stream: TcpStream,
        host: &str,
        ca_file: Option<&Path>,
    ) -> io::Result<TlsStream<TcpStream>> {
        let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidInput, message);
        let file = ca_file.ok_or_else(|| invalid("https requires `--tls-ca-file`".to_owned()))?;
        let unusable = |error: String| invalid(format!("invalid {}: {error}", file.display()));
        let mut roots = RootCertStore::empty();
        let certificates = CertificateDer::pem_file_iter(file);
        for certificate in certificates.map_err(|error| unusable(error.to_string()))? {
            let certificate = certificate.map_err(|error| unusable(error.to_string()))?;
            let added = roots.add(certificate);
            added.map_err(|error| unusable(error.to_string()))?;
        }
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        TlsConnector::from(Arc::new(config))
            .connect(name, stream)
            .await
    }
}
