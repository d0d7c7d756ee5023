//! Probes the health of a running sandbox: a container from scratch has no other client.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const TIMEOUT: Duration = Duration::from_secs(5);
/// How much of a response is read.
const MAX_RESPONSE: u64 = 64 * 1024;

/// Requests the health path, and returns the body of the response.
pub(crate) async fn probe(url: &str) -> Result<String, String> {
    let Some(rest) = url.strip_prefix("http://") else {
        return Err(format!("invalid URL `{url}`: expected http://HOST:PORT"));
    };
    let authority = rest.split('/').next().unwrap_or_default();
    let response = tokio::time::timeout(TIMEOUT, exchange(authority)).await;
    let response = response
        .map_err(|_| "no response within 5 s".to_owned())
        .and_then(|response| response.map_err(|error| error.to_string()))
        .map_err(|error| format!("{url} is not ready: {error}"))?;
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_default();
    if head.starts_with("HTTP/1.1 200 ") {
        Ok(body.to_owned())
    } else {
        let line = head.lines().next().unwrap_or_default();
        Err(format!(
            "{url} is not ready: expected status 200, found `{line}`"
        ))
    }
}

async fn exchange(authority: &str) -> std::io::Result<String> {
    let has_port = authority
        .rsplit_once(':')
        .is_some_and(|(_, port)| !port.contains(']'));
    let mut stream = if has_port {
        TcpStream::connect(authority).await?
    } else {
        TcpStream::connect(format!("{authority}:80")).await?
    };
    let request =
        format!("GET /_sandbox/health HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = String::new();
    stream
        .take(MAX_RESPONSE)
        .read_to_string(&mut response)
        .await?;
    Ok(response)
}
