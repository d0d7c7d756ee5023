//! The futures of calls. They are named types, generic over the output only, which keeps compiler
//! errors about them short.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use crate::response::decode::ReceivedResponse;
use crate::transport::BoxFuture;
use crate::{Error, ErrorKind, ReadError, Response, ResponseReader};

/// The future of a call, which returns the decoded value. Dropping it cancels the call, unless it is
/// [detached](crate::Client::detach).
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(200, r#"{"id": 7}"#)]);
/// // It borrows nothing, so it can be spawned.
/// let task = tokio::spawn(client.send(GetOrder::new(7)));
/// assert_eq!(task.await??.id, Some(7));
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is sent until it is awaited"]
pub struct SendFuture<T>(ResponseFuture<T>);

/// The future of a call, which returns a [`Response`]: the value with the status, headers and
/// mismatches. Dropping it cancels the call.
#[must_use = "nothing is sent until it is awaited"]
pub struct ResponseFuture<T> {
    received: BoxFuture<Result<ReceivedResponse, Error>>,
    read_response: fn(&ResponseReader) -> Result<T, ReadError>,
}

impl<T> SendFuture<T> {
    pub(crate) fn new(
        received: BoxFuture<Result<ReceivedResponse, Error>>,
        read_response: fn(&ResponseReader) -> Result<T, ReadError>,
    ) -> Self {
        Self(ResponseFuture::new(received, read_response))
    }
}

impl<T> ResponseFuture<T> {
    pub(crate) fn new(
        received: BoxFuture<Result<ReceivedResponse, Error>>,
        read_response: fn(&ResponseReader) -> Result<T, ReadError>,
    ) -> Self {
        Self {
            received,
            read_response,
        }
    }
}

// The inner future is boxed; nothing else is pinned.
impl<T> Unpin for ResponseFuture<T> {}

impl<T> Future for SendFuture<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map_ok(|response| response.value)
    }
}

impl<T> Future for ResponseFuture<T> {
    type Output = Result<Response<T>, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            let mut received = match ready!(self.received.as_mut().poll(context)) {
                Ok(received) => received,
                Err(error) => return Poll::Ready(Err(error)),
            };
            let repeat = received.take_repeat();
            let decoded = received.decode(self.read_response);
            let (repeat, error) = match (repeat, decoded) {
                // Another connection may return the response to this request.
                (Some(repeat), Err(error)) if error.kind() == ErrorKind::WrongRecord => {
                    (repeat, error)
                }
                (_, decoded) => return Poll::Ready(decoded),
            };
            match repeat(error) {
                Ok(further_attempts) => self.received = further_attempts,
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl<T> fmt::Debug for SendFuture<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendFuture").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for ResponseFuture<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseFuture").finish_non_exhaustive()
    }
}
