//! Futures that run to their end even if their caller goes away.

use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::client::Client;
use crate::error::kind::ErrorKind;
use crate::error::outcome::Observed;
use crate::error::{Error, ErrorContext};
use crate::observe::tracing::in_current_span;
use crate::operation::api::Api;

/// The result of a future that [`Client::detach`](crate::Client::detach) runs in a task of its own.
/// Dropping it does not cancel the task.
#[doc(alias = "JoinHandle")]
pub struct Detached<T, E = Error> {
    task: Task<T, E>,
    api: &'static str,
}

enum Task<T, E> {
    Spawned(JoinHandle<Result<T, E>>),
    /// There is no runtime. `None` after it was returned.
    Failed(Option<Error>),
}

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
    /// Those of the future. Kind [`NoRuntime`](crate::ErrorKind::NoRuntime) outside of a Tokio
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

    /// Waits until all [detached](Self::detach) futures of this client, its clones and derived
    /// clients have ended, for this long. For a graceful shutdown, after the server has stopped.
    ///
    /// Returns how many still run. One of them may be a task that records the outcome of a write while
    /// its journal is away, for up to a day: if it is ended, the entry is open, and a worker or a person
    /// goes on.
    #[doc(alias = "graceful shutdown")]
    pub async fn drain(&self, limit: Duration) -> usize {
        self.handle.core.detached.drained(limit).await
    }
}

/// The number of detached futures that a client runs.
#[derive(Default)]
pub(crate) struct DetachedTasks(watch::Sender<usize>);

/// Counts a task until it ends or its runtime shuts down.
struct Running(watch::Sender<usize>);

impl DetachedTasks {
    pub(crate) fn spawn<F, T, E>(&self, api: &'static str, future: F) -> Detached<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: Send + 'static,
    {
        let task = match Handle::try_current() {
            Ok(runtime) => {
                let running = Running::new(&self.0);
                Task::Spawned(runtime.spawn(in_current_span(async move {
                    let _running = running;
                    future.await
                })))
            }
            Err(_) => {
                let context = ErrorContext::without_route(api, "");
                let error = Error::new(ErrorKind::NoRuntime, Observed::Unsent, &context);
                Task::Failed(Some(error))
            }
        };
        Detached { task, api }
    }

    /// Waits until no task runs, for this long. Returns how many do.
    pub(crate) async fn drained(&self, limit: Duration) -> usize {
        let mut count = self.0.subscribe();
        // The sender is not dropped meanwhile.
        let _ = timeout(limit, count.wait_for(|count| *count == 0)).await;
        *self.0.borrow()
    }
}

impl Running {
    fn new(count: &watch::Sender<usize>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

impl<T, E> Unpin for Detached<T, E> {}

impl<T, E: From<Error>> Future for Detached<T, E> {
    type Output = Result<T, E>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let api = self.api;
        match &mut self.task {
            Task::Spawned(handle) => match ready!(Pin::new(handle).poll(context)) {
                Ok(result) => Poll::Ready(result),
                Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
                Err(_) => {
                    let context = ErrorContext::without_route(api, "");
                    let error = Error::new(ErrorKind::Canceled, Observed::NoResponse, &context)
                        .with_detail("the runtime shut down");
                    Poll::Ready(Err(error.into()))
                }
            },
            Task::Failed(error) => match error.take() {
                Some(error) => Poll::Ready(Err(error.into())),
                None => Poll::Pending,
            },
        }
    }
}

impl<T, E> fmt::Debug for Detached<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Detached").finish_non_exhaustive()
    }
}
