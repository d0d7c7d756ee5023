//! Delivers a callback.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::allowed::CallbackTarget;
use super::form;
use super::target::Target;
use crate::state::StatusChange;
use crate::state::venue::status::OrderStatus;

/// The time limit of a delivery.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How much of a response is read.
const MAX_RESPONSE: usize = 4 * 1024;

/// A callback with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[doc(alias = "webhook")]
pub struct Callback {
    /// Its number, from 1, in the order of the outcomes.
    pub number: u64,
    /// The `id` of the order, see [`Control::orders`](crate::Control::orders).
    pub order: i64,
    /// The status that the callback reports.
    pub status: OrderStatus,
    /// The callback URL of the order.
    pub url: String,
    /// The body that was sent: an URL-encoded form.
    pub body: String,
    /// What became of it. A callback without a response is not repeated.
    pub outcome: CallbackOutcome,
}

/// The outcome of a callback, which is never retried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[doc(alias = "webhook")]
pub enum CallbackOutcome {
    /// The status of the response. Redirects are not followed.
    Responded(u16),
    /// Callbacks to this URL are not allowed.
    Blocked(String),
    /// The request failed, or there was no HTTP response in time.
    Failed(String),
}

/// Sends the callback of a change. It has no number yet.
pub(super) async fn deliver(
    change: &StatusChange,
    allowed: &[CallbackTarget],
    own: SocketAddr,
) -> Callback {
    let body = form::body(change);
    let outcome = match Target::from_url(&change.url, allowed, own) {
        Err(reason) => CallbackOutcome::Blocked(reason.to_owned()),
        Ok(target) => match tokio::time::timeout(TIMEOUT, send(&target, &body, own)).await {
            Ok(Ok(status)) => CallbackOutcome::Responded(status),
            Ok(Err(error)) => CallbackOutcome::Failed(error.to_string()),
            Err(_) => CallbackOutcome::Failed("no response within 5 s".to_owned()),
        },
    };
    Callback {
        number: 0,
        order: change.order,
        status: change.status,
        url: change.url.clone(),
        body,
        outcome,
    }
}

async fn send(target: &Target, body: &str, own: SocketAddr) -> std::io::Result<u16> {
    let mut stream = TcpStream::connect(&*target.resolve(own).await?).await?;
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\nUser-Agent: api-sandbox\r\nConnection: close\r\n\r\n{body}",
        target.path,
        target.host,
        body.len(),
    );
    stream.write_all(head.as_bytes()).await?;
    let mut response = Vec::new();
    let mut chunk = [0; 512];
    while response.len() < MAX_RESPONSE && !response.contains(&b'\n') {
        match stream.read(&mut chunk).await? {
            0 => break,
            count => response.extend_from_slice(&chunk[..count]),
        }
    }
    let line = String::from_utf8_lossy(&response);
    let status = line
        .strip_prefix("HTTP/1.")
        .and_then(|rest| rest.get(2..5))
        .and_then(|status| status.parse().ok());
    status.ok_or_else(|| {
        std::io::Error::new(std::io::ErrorKind::InvalidData, "invalid HTTP response")
    })
}
