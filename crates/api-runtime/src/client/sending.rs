//! The future of every call. It is a named type, generic over the output only, which keeps compiler
//! errors about it short.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::attempt::call::Attempts;
use crate::attempt::handle::Core;
use crate::attempt::received::Received;
use crate::client::sent::Sent;
use crate::error::Error;
use crate::future::BoxFuture;
use crate::tasks::detached::Detached;

/// A call that is sent when it is awaited. Dropping it cancels the call.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let order = (200, r#"{"id": 7}"#);
/// # let client = shop_client::client([order, order]);
/// let order = client.send(GetOrder::new(7)).await?;
/// assert_eq!(order.id, Some(7));
///
/// // It borrows nothing, so it can be spawned.
/// let task = tokio::spawn(client.send(GetOrder::new(7)));
/// assert_eq!(task.await??.id, Some(7));
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is sent until it is awaited"]
pub struct Sending<T> {
    call: Unfinished<T>,
    core: Arc<Core>,
}

/// A call without the type of its record, and what gives it the type.
enum Unfinished<T> {
    Plain(BoxFuture<Result<Received, Error>>, fn(Received) -> T),
    UnderKey(
        BoxFuture<Result<Sent<Received>, Error>>,
        fn(Sent<Received>) -> T,
    ),
}

impl<T> Sending<T> {
    /// The whole call.
    pub(crate) fn of(call: Attempts, finish: fn(Received) -> T) -> Self {
        Self {
            core: Arc::clone(&call.handle.core),
            call: Unfinished::Plain(call.receive(None), finish),
        }
    }
}

impl<R: 'static> Sending<Sent<R>> {
    /// A write under a key.
    pub(crate) fn under_key(
        core: &Arc<Core>,
        call: BoxFuture<Result<Sent<Received>, Error>>,
    ) -> Self {
        Self {
            call: Unfinished::UnderKey(call, Sent::typed),
            core: Arc::clone(core),
        }
    }
}

impl<T: Send + 'static> Sending<T> {
    /// Sends the call in a task of its own, which goes on even if the returned handle is dropped.
    ///
    /// Web frameworks drop the future of a handler when the browser closes the connection: a write
    /// that is canceled there may have taken effect, without a record of it. If more work must follow the
    /// write, put it into the task, too: see [`Client::detach`](crate::Client::detach).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::CreateOrder;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
    /// let order = client.send(CreateOrder::new("WEB-1")).detached().await?;
    /// assert_eq!(order.id, Some(7));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of the call, and of [`Client::detach`](crate::Client::detach).
    #[doc(alias = "spawn")]
    #[doc(alias = "cancellation")]
    pub fn detached(self) -> Detached<T> {
        let core = Arc::clone(&self.core);
        core.detached.spawn(core.api, self)
    }
}

// The inner future is boxed; nothing else is pinned.
impl<T> Unpin for Sending<T> {}

impl<T> Future for Sending<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.call {
            Unfinished::Plain(call, finish) => call.as_mut().poll(context).map_ok(*finish),
            Unfinished::UnderKey(call, finish) => call.as_mut().poll(context).map_ok(*finish),
        }
    }
}

impl<T> fmt::Debug for Sending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sending").finish_non_exhaustive()
    }
}
