//! Calls that are under way. They are types of their own, generic over what comes back and nothing else, so that a
//! call that does not compile is told once and not for every layer of a future.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use crate::exchanged::Exchanged;
use crate::transport::Pending;
use crate::{Answer, Error, ReadError, Reply};

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
pub struct Sending<T>(Calling<T>);

/// A call that gives an [`Answer`]: the value with the status, the headers and the mismatches. Dropped, it is given up.
#[must_use = "nothing is sent until it is awaited"]
pub struct Calling<T> {
    exchange: Pending<Result<Exchanged, Error>>,
    read: fn(&Reply) -> Result<T, ReadError>,
}

impl<T> Sending<T> {
    pub(crate) fn new(
        exchange: Pending<Result<Exchanged, Error>>,
        read: fn(&Reply) -> Result<T, ReadError>,
    ) -> Self {
        Self(Calling::new(exchange, read))
    }
}

impl<T> Calling<T> {
    pub(crate) fn new(
        exchange: Pending<Result<Exchanged, Error>>,
        read: fn(&Reply) -> Result<T, ReadError>,
    ) -> Self {
        Self { exchange, read }
    }
}

// What waits is in a box; nothing else is pinned.
impl<T> Unpin for Calling<T> {}

impl<T> Future for Sending<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map_ok(|answer| answer.value)
    }
}

impl<T> Future for Calling<T> {
    type Output = Result<Answer<T>, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let exchanged = ready!(self.exchange.as_mut().poll(context));
        Poll::Ready(exchanged.and_then(|exchanged| exchanged.read(self.read)))
    }
}

impl<T> fmt::Debug for Sending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sending").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Calling<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calling").finish_non_exhaustive()
    }
}
