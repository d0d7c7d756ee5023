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
use crate::error::{Error, ErrorContext};
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
    call: BoxFuture<Result<Received, Error>>,
    finish: fn(Received) -> T,
    core: Arc<Core>,
    context: Box<ErrorContext>,
}

impl<T> Sending<T> {
    pub(crate) fn new(
        core: &Arc<Core>,
        context: ErrorContext,
        call: BoxFuture<Result<Received, Error>>,
        finish: fn(Received) -> T,
    ) -> Self {
        Self {
            call,
            finish,
            core: Arc::clone(core),
            context: Box::new(context),
        }
    }

    /// The whole call.
    pub(crate) fn of(call: Attempts, finish: fn(Received) -> T) -> Self {
        let (core, context) = (Arc::clone(&call.handle.core), call.context.clone());
        Self::new(&core, context, call.receive(None), finish)
    }

    /// Sends the call from code without `async`, and blocks the calling thread until the call ends.
    ///
    /// The call runs on the calling thread, and so do hooks, transports and the decoding of a response of
    /// up to 1 MiB. Its timers and connections run on a background thread, which the first `wait` of a client
    /// starts. All clones and derived clients share this thread; it ends with the last of them.
    ///
    /// `wait` can be called on any thread, concurrently, and also where blocking is discouraged: in a
    /// task of any runtime, in a hook, or during another call of the same thread. But a task that blocks
    /// keeps its thread from other tasks: if a task blocks the only thread of a runtime, and another task
    /// of this runtime would send the response, the call ends with a timeout.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::GetOrder;
    ///
    /// # fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7, "state": "pending"}"#)]);
    /// let order = client.send(GetOrder::new(7)).wait()?;
    /// assert_eq!(order.state.as_deref(), Some("pending"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of the call, and kind [`CannotBlock`](crate::ErrorKind::CannotBlock) before anything is
    /// sent:
    ///
    /// - on the background thread itself, on which a transport can spawn tasks;
    /// - in a process that was forked after the first `wait`, because a fork does not copy threads;
    /// - on an exiting thread that has dropped its thread-local data;
    /// - if the background thread cannot be started.
    ///
    /// If the background thread ends during the call, the outcome is unknown.
    #[doc(alias = "blocking")]
    #[doc(alias = "block_on")]
    pub fn wait(self) -> Result<T, Error> {
        let core = Arc::clone(&self.core);
        let context = self.context.clone();
        core.wait(self, &context).unwrap_or_else(Err)
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
        let finish = self.finish;
        self.call.as_mut().poll(context).map_ok(finish)
    }
}

impl<T> fmt::Debug for Sending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sending").finish_non_exhaustive()
    }
}
