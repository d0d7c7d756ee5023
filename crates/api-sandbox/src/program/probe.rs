//! Probes the health of a running sandbox: a container from scratch has no other client.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const TIMEOUT: Duration = Duration::from_secs(5);
/// How much of a response is read.
const MAX_RESPONSE: u64 = 64 * 1024;

/// Requests the health path of `http://HOST:PORT`, and returns the body of the response.
pub(crate) async fn probe(url: &str) -> Result<String, String> {
    let exchanged = tokio::time::timeout(TIMEOUT, exchange(url)).await;
    let response = exchanged
        .map_err(|_| "no response within 5 s".to_owned())
        .and_then(|response| response.map_err(|error| error.to_string()))
        .map_err(|error| format!("{url} is not ready: {error}"))?;
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_default();
    if head.starts_with("HTTP/1.1 200 ") {
        return Ok(body.trim_end().to_owned());
    }
    let line = head.lines().next().unwrap_or_default();
    Err(format!(
        "{url} is not ready: expected status 200, found `{line}`"
    ))
}

async fn exchange(url: &str) -> io::Result<String> {
    let host = url
        .strip_prefix("http://")
        .filter(|host| !host.contains('/'));
    let invalid = || io::Error::new(io::ErrorKind::InvalidInput, "expected http://HOST:PORT");
    let host = host.ok_or_else(invalid)?;
    let mut stream = TcpStream::connect(host).await?;
    let request =
        format!("GET /_sandbox/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = String::new();
    stream
        .take(MAX_RESPONSE)
        .read_to_string(&mut response)
        .await?;
    Ok(response)
}
