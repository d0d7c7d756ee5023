//! The body of a request, which records what became of it.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Version;
use http_body::{Body, Frame, SizeHint};

/// How much of a body is passed on at a time. The connection asks for more when it can write more,
/// so that the rest of a large body is known to be unsent.
const CHUNK: usize = 16 * 1024;

/// A body in memory. Its end is reported only when the connection asks for it after the last chunk.
///
/// So HTTP/2 sends the end of a request after its head: hyper sends the head of a request that waited for
/// a free stream even if its call was canceled, but without its end the request is not whole.
pub(crate) struct RequestBody {
    rest: Bytes,
    state: Arc<BodyState>,
}

/// What became of a request body.
#[derive(Default)]
pub(crate) struct BodyState {
    is_taken: AtomicBool,
    is_ended: AtomicBool,
    is_canceled: AtomicBool,
}

impl BodyState {
    /// Whether the connection wrote all of the body, or has it in its buffer.
    ///
    /// HTTP/1 does not ask for the end of a body whose length it knows. HTTP/2 asks for it when the
    /// last chunk is in the server's window.
    pub(crate) fn is_written(&self, version: Version) -> bool {
        match version {
            Version::HTTP_2 => self.is_ended.load(Relaxed),
            _ => self.is_taken.load(Relaxed),
        }
    }

    /// The connection must send nothing more. A request that is not whole is not processed.
    pub(crate) fn cancel(&self) {
        self.is_canceled.store(true, Relaxed);
    }
}

impl RequestBody {
    pub(crate) fn new(bytes: Bytes, state: Arc<BodyState>) -> Self {
        Self { rest: bytes, state }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = Canceled;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Canceled>>> {
        if self.state.is_canceled.load(Relaxed) {
            return Poll::Ready(Some(Err(Canceled)));
        }
        if self.rest.is_empty() {
            self.state.is_taken.store(true, Relaxed);
            self.state.is_ended.store(true, Relaxed);
            return Poll::Ready(None);
        }
        let length = self.rest.len().min(CHUNK);
        let chunk = self.rest.split_to(length);
        if self.rest.is_empty() {
            self.state.is_taken.store(true, Relaxed);
        }
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.state.is_ended.load(Relaxed)
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

/// The error of a body that is not sent, because its call was canceled or timed out.
#[derive(Debug)]
pub(crate) struct Canceled;

impl fmt::Display for Canceled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("request canceled")
    }
}

impl std::error::Error for Canceled {}
