//! Reads request bodies, within bounds of size and time.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Incoming;

/// The largest request body.
const MAX_BODY: usize = 1024 * 1024;

/// The reason why there is no body.
pub(super) enum BodyError {
    /// The client closed the connection.
    Aborted,
    Rejected(u16, String),
}

/// Reads a request body.
pub(super) async fn read_body(body: Incoming, timeout: Duration) -> Result<Bytes, BodyError> {
    let collected = tokio::time::timeout(timeout, Limited::new(body, MAX_BODY).collect()).await;
    match collected {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let message = "request body exceeds 1 MiB";
            Err(BodyError::Rejected(413, message.to_owned()))
        }
        Ok(Err(_)) => Err(BodyError::Aborted),
        Err(_) => {
            let seconds = timeout.as_secs_f32();
            let message = format!("request body timed out after {seconds} s");
            Err(BodyError::Rejected(408, message))
        }
    }
}
