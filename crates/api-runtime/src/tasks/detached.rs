//! Futures that run to their end even if their caller goes away.

use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use api_journal::Outcome;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::error::kind::ErrorKind;
use crate::error::{Error, ErrorContext};
use crate::observe::tracing::in_current_span;

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
                let context = ErrorContext::of_client(api);
                let error = Error::new(ErrorKind::NoRuntime, Outcome::NotSent, &context);
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
                    let context = ErrorContext::of_client(api);
                    let error = Error::new(ErrorKind::Canceled, Outcome::Unknown, &context)
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
