//! Response bodies: complete, truncated, slow, or a stream.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::sync::mpsc;
use tokio::time::{Sleep, sleep};

/// How long a truncated body waits before it fails, so that the bytes before are flushed.
const FLUSH_TIME: Duration = Duration::from_millis(20);

pub(crate) struct ResponseBody {
    bytes: Bytes,
    delivery: Delivery,
}

enum Delivery {
    Complete,
    /// Fails after the bytes, so that the connection closes short of its `Content-Length`.
    Truncated {
        wait: Option<Pin<Box<Sleep>>>,
    },
    /// Parts as they are sent, until the sender is dropped.
    Stream(mpsc::Receiver<Bytes>),
    /// A byte, then a pause.
    Slow {
        pause: Duration,
        wait: Option<Pin<Box<Sleep>>>,
    },
}

impl ResponseBody {
    pub(crate) fn complete(bytes: impl Into<Bytes>) -> Self {
        Self {
            bytes: bytes.into(),
            delivery: Delivery::Complete,
        }
    }

    /// The first half of the bytes, after which the connection is aborted.
    pub(crate) fn truncated(bytes: &Bytes) -> Self {
        Self {
            bytes: bytes.slice(..bytes.len() / 2),
            delivery: Delivery::Truncated { wait: None },
        }
    }

    /// Parts as they are sent, until the sender is dropped.
    pub(crate) fn stream(parts: mpsc::Receiver<Bytes>) -> Self {
        Self {
            bytes: Bytes::new(),
            delivery: Delivery::Stream(parts),
        }
    }

    /// Single bytes with a pause after each.
    pub(crate) fn slow(bytes: Bytes, pause: Duration) -> Self {
        Self {
            bytes,
            delivery: Delivery::Slow { pause, wait: None },
        }
    }
}

/// Closes the connection, as a fault demands.
#[derive(Debug)]
pub(crate) struct ConnectionAborted;

impl std::fmt::Display for ConnectionAborted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("connection aborted by a fault")
    }
}

impl std::error::Error for ConnectionAborted {}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = ConnectionAborted;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, ConnectionAborted>>> {
        let body = &mut *self;
        match &mut body.delivery {
            Delivery::Slow { pause, wait } => {
                if let Some(sleep) = wait {
                    std::task::ready!(sleep.as_mut().poll(context));
                }
                *wait = Some(Box::pin(sleep(*pause)));
                if body.bytes.is_empty() {
                    return Poll::Ready(None);
                }
                Poll::Ready(Some(Ok(Frame::data(body.bytes.split_to(1)))))
            }
            Delivery::Stream(parts) => parts
                .poll_recv(context)
                .map(|part| part.map(|part| Ok(Frame::data(part)))),
            Delivery::Truncated { wait } if body.bytes.is_empty() => {
                let flush = wait.get_or_insert_with(|| Box::pin(sleep(FLUSH_TIME)));
                std::task::ready!(flush.as_mut().poll(context));
                Poll::Ready(Some(Err(ConnectionAborted)))
            }
            _ if body.bytes.is_empty() => Poll::Ready(None),
            _ => Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut body.bytes))))),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.delivery, Delivery::Complete) && self.bytes.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        match self.delivery {
            Delivery::Complete => SizeHint::with_exact(self.bytes.len() as u64),
            _ => SizeHint::default(),
        }
    }
}
