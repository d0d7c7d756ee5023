//! The body of a request, which records what became of it.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

/// How much of a body is passed on at a time. The connection asks for more when it can write more,
/// so that the rest of a large body is known to be unsent.
const CHUNK: usize = 16 * 1024;

/// A body in memory.
pub(crate) struct RequestBody {
    rest: Bytes,
    /// Whether the end is reported only when the connection asks for it, even of an empty body.
    is_end_reported_late: bool,
    state: BodyState,
}

/// What became of a request body.
#[derive(Clone, Default)]
pub(crate) struct BodyState(Arc<Flags>);

#[derive(Default)]
struct Flags {
    is_written: AtomicBool,
    is_canceled: AtomicBool,
}

impl BodyState {
    /// Whether the connection took all of the body.
    pub(crate) fn is_written(&self) -> bool {
        self.0.is_written.load(Relaxed)
    }

    fn is_canceled(&self) -> bool {
        self.0.is_canceled.load(Relaxed)
    }

    /// Records that the connection took all of the body.
    pub(crate) fn set_written(&self) {
        self.0.is_written.store(true, Relaxed);
    }

    /// The connection must send nothing more. A request that is not whole is not processed.
    pub(crate) fn cancel(&self) {
        self.0.is_canceled.store(true, Relaxed);
    }
}

impl RequestBody {
    /// `is_end_reported_late` makes HTTP/2 send the end of a request after its head, even if it has
    /// no body. hyper sends the head of a request that waited for a free stream without asking
    /// whether it was canceled; without its end, it is not processed.
    pub(crate) fn new(bytes: Bytes, is_end_reported_late: bool, state: BodyState) -> Self {
        Self {
            rest: bytes,
            is_end_reported_late,
            state,
        }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = Canceled;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Canceled>>> {
        if self.state.is_canceled() {
            return Poll::Ready(Some(Err(Canceled)));
        }
        let length = self.rest.len().min(CHUNK);
        let chunk = self.rest.split_to(length);
        if self.rest.is_empty() {
            self.state.set_written();
        }
        Poll::Ready((!chunk.is_empty()).then(|| Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        let is_reported = !self.is_end_reported_late || self.state.is_written();
        self.rest.is_empty() && is_reported
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
