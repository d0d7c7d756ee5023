//! Runs a call in a task of its own, so that it makes progress between polls.

use std::panic::resume_unwind;

use tokio::task::JoinSet;

use crate::transport::BoxFuture;

/// Spawns a call, and returns a future of its result, which aborts the task when dropped.
///
/// Polling the call only between pages would let its timeouts expire while the caller is busy.
/// `on_shutdown` makes the result if the runtime of the task shuts down before the call ends; the
/// future may be awaited on another one.
pub(crate) fn spawn<T: Send + 'static>(
    call: BoxFuture<T>,
    on_shutdown: impl FnOnce() -> T + Send + 'static,
) -> BoxFuture<T> {
    let mut task = JoinSet::new();
    task.spawn(call);
    Box::pin(async move {
        match task.join_next().await {
            Some(Ok(value)) => value,
            Some(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
            _ => on_shutdown(),
        }
    })
}
