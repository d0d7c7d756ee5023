//! Futures of the application that run to their end even if their caller goes away.

use std::future::Future;
use std::time::Duration;

use crate::client::Client;
use crate::error::Error;
use crate::operation::api::Api;
use crate::tasks::detached::Detached;

impl<A: Api, C> Client<A, C> {
    /// Runs a future to its end in a task of its own, even if its caller goes away.
    ///
    /// axum and other frameworks drop the future of a handler when the browser closes the
    /// connection. A write that is canceled there may have taken effect, without a record of it:
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// # use std::sync::{Arc, Mutex};
    /// use std::time::Duration;
    ///
    /// use shop_client::{Client, CreateOrder};
    ///
    /// # #[derive(Clone, Default)]
    /// # struct Database(Arc<Mutex<Vec<Option<i64>>>>);
    /// # impl Database {
    /// #     async fn save(&self, id: Option<i64>) {
    /// #         self.0.lock().unwrap().push(id);
    /// #     }
    /// # }
    /// # use api_runtime::Error;
    /// async fn place(client: Client, database: Database) -> Result<Option<i64>, Error> {
    ///     let order = client.send(CreateOrder::new("WEB-1")).await?;
    ///     database.save(order.id).await; // part of what must not be canceled
    ///     Ok(order.id)
    /// }
    ///
    /// // A handler. The task starts at once; dropping the handler's future does not cancel it.
    /// async fn handler(client: Client, database: Database) -> Result<Option<i64>, Error> {
    ///     client.detach(place(client.clone(), database)).await
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]);
    /// # let database = Database::default();
    /// # let mut call = Box::pin(handler(client.clone(), database.clone()));
    /// # std::future::poll_fn(|context| {
    /// #     assert!(call.as_mut().poll(context).is_pending());
    /// #     std::task::Poll::Ready(())
    /// # }).await;
    /// # drop(call);
    /// // At the end of the process, after the server has stopped:
    /// client.drain(Duration::from_secs(60)).await;
    /// # assert_eq!(*database.0.lock().unwrap(), [Some(7)]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A single call needs no function: `client.detach(client.send(operation)).await`. Timeouts of the
    /// call still apply. If the runtime shuts down, the future is dropped, and hooks report its call
    /// as [`Canceled`](crate::ErrorKind::Canceled). A panic is resumed in the caller, if there still
    /// is one.
    ///
    /// # Errors
    ///
    /// The errors of the future. Kind [`NoRuntime`](crate::ErrorKind::NoRuntime) outside of a Tokio
    /// runtime, and kind [`Canceled`](crate::ErrorKind::Canceled) with the outcome
    /// [`Unknown`](crate::Outcome::Unknown) if the runtime of the task has shut down.
    #[doc(alias = "spawn")]
    #[doc(alias = "cancellation")]
    pub fn detach<F, T, E>(&self, future: F) -> Detached<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.handle.core.detached.spawn(A::NAME, future)
    }

    /// Waits until all [detached](Self::detach) futures of this client, its clones and derived clients have
    /// ended, but not longer than the limit. Call it in a graceful shutdown, after the server has stopped.
    ///
    /// Returns how many still run. A task that records an outcome while the journal is not available may run
    /// for up to a day. If the process ends before, the entry is open, and a worker or a person goes on.
    #[doc(alias = "graceful shutdown")]
    pub async fn drain(&self, limit: Duration) -> usize {
        self.handle.core.detached.drained(limit).await
    }
}
