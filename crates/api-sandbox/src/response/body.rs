//! Bodies of replies: whole, cut short, or slow.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::time::{Sleep, sleep};

/// How long a body rests before it is cut.
const REST: Duration = Duration::from_millis(20);

/// The body of a reply.
pub(crate) struct ReplyBody {
    bytes: Bytes,
    manner: Manner,
}

enum Manner {
    Whole,
    /// It ends with an error, so that the connection closes short of the length that was told. Before that it rests,
    /// so that what was written before leaves.
    Cut {
        wait: Option<Pin<Box<Sleep>>>,
    },
    /// A byte, then a pause.
    Slow {
        pause: Duration,
        wait: Option<Pin<Box<Sleep>>>,
    },
}

impl ReplyBody {
    pub(crate) fn whole(bytes: impl Into<Bytes>) -> Self {
        Self {
            bytes: bytes.into(),
            manner: Manner::Whole,
        }
    }

    /// The first half of the bytes, and then an end of the connection.
    pub(crate) fn cut(bytes: &Bytes) -> Self {
        Self {
            bytes: bytes.slice(..bytes.len() / 2),
            manner: Manner::Cut { wait: None },
        }
    }

    pub(crate) fn slow(bytes: Bytes, pause: Duration) -> Self {
        Self {
            bytes,
            manner: Manner::Slow { pause, wait: None },
        }
    }
}

/// Why a connection is closed: somebody asked for it.
#[derive(Debug)]
pub(crate) struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cut on demand")
    }
}

impl std::error::Error for Cut {}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        let body = &mut *self;
        match &mut body.manner {
            Manner::Slow { pause, wait } => {
                if let Some(sleep) = wait {
                    std::task::ready!(sleep.as_mut().poll(context));
                }
                *wait = Some(Box::pin(sleep(*pause)));
                if body.bytes.is_empty() {
                    return Poll::Ready(None);
                }
                Poll::Ready(Some(Ok(Frame::data(body.bytes.split_to(1)))))
            }
            Manner::Cut { wait } if body.bytes.is_empty() => {
                let rest = wait.get_or_insert_with(|| Box::pin(sleep(REST)));
                std::task::ready!(rest.as_mut().poll(context));
                Poll::Ready(Some(Err(Cut)))
            }
            _ if body.bytes.is_empty() => Poll::Ready(None),
            _ => Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut body.bytes))))),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.manner, Manner::Whole) && self.bytes.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        match self.manner {
            Manner::Whole => SizeHint::with_exact(self.bytes.len() as u64),
            _ => SizeHint::default(),
        }
    }
}
