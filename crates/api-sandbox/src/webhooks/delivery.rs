//! One callback, and how it went.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::form;
use super::target::Target;
use crate::state::StatusChange;
use crate::state::venue::status::OrderStatus;

/// How long a callback may take, all in all.
const TIME: Duration = Duration::from_secs(5);
/// How much of an answer is read.
const ANSWER: usize = 4 * 1024;

/// A callback that was due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Callback {
    /// The order.
    pub order: i64,
    /// Its status after the change.
    pub status: OrderStatus,
    /// The address that the order gave.
    pub address: String,
    /// The form that was sent.
    pub body: String,
    /// How it went.
    pub outcome: CallbackOutcome,
}

/// How a callback went. None is sent twice, whatever the outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallbackOutcome {
    /// It was answered with this status. A redirect is not followed.
    Answered(u16),
    /// The sandbox does not call this address.
    Refused(String),
    /// It could not be sent, or was not answered in time, or not in HTTP.
    Failed(String),
}

/// Sends the callback of a change.
pub(super) async fn deliver(
    change: StatusChange,
    allowed: &[SocketAddr],
    own: SocketAddr,
) -> Callback {
    let body = form::body(&change);
    let outcome = match Target::read(&change.address, allowed, own) {
        Err(reason) => CallbackOutcome::Refused(reason),
        Ok(target) => match tokio::time::timeout(TIME, send(&target, &body)).await {
            Ok(Ok(status)) => CallbackOutcome::Answered(status),
            Ok(Err(error)) => CallbackOutcome::Failed(error.to_string()),
            Err(_) => CallbackOutcome::Failed("no answer within 5 seconds".to_owned()),
        },
    };
    Callback {
        order: change.order,
        status: change.status,
        address: change.address,
        body,
        outcome,
    }
}

async fn send(target: &Target, body: &str) -> std::io::Result<u16> {
    let mut stream = TcpStream::connect(target.socket).await?;
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\nUser-Agent: api-sandbox\r\nConnection: close\r\n\r\n{body}",
        target.path,
        target.host,
        body.len(),
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = Vec::new();
    let mut piece = [0; 512];
    while answer.len() < ANSWER && !answer.contains(&b'\n') {
        match stream.read(&mut piece).await? {
            0 => break,
            count => answer.extend_from_slice(&piece[..count]),
        }
    }
    let line = String::from_utf8_lossy(&answer);
    let status = line
        .strip_prefix("HTTP/1.")
        .and_then(|rest| rest.get(2..5))
        .and_then(|status| status.parse().ok());
    status.ok_or_else(|| {
        std::io::Error::new(std::io::ErrorKind::InvalidData, "the answer is not HTTP")
    })
}
