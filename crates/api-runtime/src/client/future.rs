//! Calls that are under way. They are types of their own, generic over what comes back and nothing else, so that a
//! call that does not compile is told once and not for every layer of a future.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use crate::response::decode::ReceivedResponse;
use crate::transport::BoxFuture;
use crate::{Error, ReadError, Response, ResponseReader};

/// A call that gives what its operation reads. Dropped, it is given up.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(200, r#"{"id": 7}"#)]);
/// // It borrows nothing, so that it can wait in a task of its own.
/// let task = tokio::spawn(client.send(GetOrder::new(7)));
/// assert_eq!(task.await??.id, Some(7));
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is sent until it is awaited"]
pub struct SendFuture<T>(ResponseFuture<T>);

/// A call that gives an [`Response`]: the value with the status, the headers and the mismatches. Dropped, it is given up.
#[must_use = "nothing is sent until it is awaited"]
pub struct ResponseFuture<T> {
    received: BoxFuture<Result<ReceivedResponse, Error>>,
    read: fn(&ResponseReader) -> Result<T, ReadError>,
}

impl<T> SendFuture<T> {
    pub(crate) fn new(
        received: BoxFuture<Result<ReceivedResponse, Error>>,
        read: fn(&ResponseReader) -> Result<T, ReadError>,
    ) -> Self {
        Self(ResponseFuture::new(received, read))
    }
}

impl<T> ResponseFuture<T> {
    pub(crate) fn new(
        received: BoxFuture<Result<ReceivedResponse, Error>>,
        read: fn(&ResponseReader) -> Result<T, ReadError>,
    ) -> Self {
        Self { received, read }
    }
}

// What waits is in a box; nothing else is pinned.
impl<T> Unpin for ResponseFuture<T> {}

impl<T> Future for SendFuture<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map_ok(|answer| answer.value)
    }
}

impl<T> Future for ResponseFuture<T> {
    type Output = Result<Response<T>, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let received = ready!(self.received.as_mut().poll(context));
        Poll::Ready(received.and_then(|received| received.decode(self.read)))
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
