//! The seam below which bytes travel. Above it everything is written once, below it one attempt is made.

use std::error::Error as StdError;
use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use crate::ErrorKind;
use crate::outcome::Seen;

/// A future in a box, so that what waits is compiled here and not again in every service.
pub(crate) type Pending<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Sends a request once. It sets no limit of time; its caller does.
pub(crate) trait Transport: Send + Sync {
    /// Sends the request, and reads a body of at most `cap` bytes after decompression.
    fn send(&self, request: http::Request<Bytes>, cap: u64) -> Pending<Result<Arrival, Failure>>;
}

/// A reply of which the head came whole.
pub(crate) struct Arrival {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The body, or why it could not be read. The status counts even then.
    pub(crate) body: Result<Bytes, Failure>,
}

/// An attempt that came to nothing.
pub(crate) struct Failure {
    pub(crate) kind: ErrorKind,
    pub(crate) seen: Seen,
    pub(crate) detail: String,
    pub(crate) source: Option<Box<dyn StdError + Send + Sync>>,
}
