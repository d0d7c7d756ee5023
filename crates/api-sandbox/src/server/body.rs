//! Reads request bodies, within bounds of size, time and memory.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Incoming};
use tokio::sync::OwnedSemaphorePermit;

use super::connection::Phase;
use super::pool::Slot;

/// The largest request body.
const MAX_BODY: usize = 1024 * 1024;
/// The largest body that is not a large one.
const MAX_SMALL_BODY: usize = 64 * 1024;

/// A request body.
pub(super) struct RequestBody {
    pub(super) bytes: Bytes,
    /// Bounds the large bodies in memory.
    _permit: Option<OwnedSemaphorePermit>,
}

/// The reason why there is no body.
pub(super) enum BodyError {
    /// The client closed the connection.
    Aborted,
    Rejected(u16, String),
}

impl BodyError {
    fn rejected(status: u16, message: &str) -> Self {
        Self::Rejected(status, message.to_owned())
    }
}

/// Reads a request body. The connection waits for the sandbox afterward.
pub(super) async fn read_body(
    body: Incoming,
    slot: &Slot,
    timeout: Duration,
) -> Result<RequestBody, BodyError> {
    if body.is_end_stream() {
        return Ok(RequestBody {
            bytes: Bytes::new(),
            _permit: None,
        });
    }
    slot.connection.begin(Phase::Body);
    let result = tokio::select! {
        biased;
        result = tokio::time::timeout(timeout, collect(body, slot)) => result,
        () = slot.connection.evicted() => Ok(Err(BodyError::rejected(
            408,
            "request body aborted: other requests wait for a connection",
        ))),
    };
    slot.connection.begin(Phase::Sandbox);
    result.unwrap_or_else(|_| {
        let seconds = timeout.as_secs_f32();
        let message = format!("request body timed out after {seconds} s");
        Err(BodyError::Rejected(408, message))
    })
}

async fn collect(mut body: Incoming, slot: &Slot) -> Result<RequestBody, BodyError> {
    let too_large = || BodyError::rejected(413, "request body exceeds 1 MiB");
    if body.size_hint().lower() > MAX_BODY as u64 {
        return Err(too_large());
    }
    let mut bytes = BytesMut::new();
    let mut permit = None;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| BodyError::Aborted)?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        if bytes.len() + data.len() > MAX_BODY {
            return Err(too_large());
        }
        bytes.extend_from_slice(&data);
        if permit.is_none() && bytes.len() > MAX_SMALL_BODY {
            slot.connection.begin(Phase::Sandbox);
            permit = Some(slot.add_large_body().await);
            slot.connection.begin(Phase::LargeBody);
        }
    }
    Ok(RequestBody {
        bytes: bytes.freeze(),
        _permit: permit,
    })
}
