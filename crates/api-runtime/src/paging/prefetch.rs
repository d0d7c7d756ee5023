//! A call that goes on while nobody waits for it.

use std::panic::resume_unwind;

use tokio::task::JoinSet;

use crate::transport::BoxFuture;

/// Starts a call in a task of its own, and gives the future that waits for it. Dropped, it stops the task.
///
/// A call that is only polled now and then would not do: its limits of time would pass while the caller works.
/// `lost` says what came of it when its runtime has ended before it, which need not be the one that waits.
pub(crate) fn start<T: Send + 'static>(
    call: BoxFuture<T>,
    lost: impl FnOnce() -> T + Send + 'static,
) -> BoxFuture<T> {
    let mut task = JoinSet::new();
    task.spawn(call);
    Box::pin(async move {
        match task.join_next().await {
            Some(Ok(value)) => value,
            Some(Err(failure)) if failure.is_panic() => resume_unwind(failure.into_panic()),
            _ => lost(),
        }
    })
}
