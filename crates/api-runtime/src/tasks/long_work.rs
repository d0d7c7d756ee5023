//! Work on a large body, which would keep a thread of the runtime from other tasks and their timeouts.

use std::panic::resume_unwind;

use tokio::task::spawn_blocking;

/// The size of a body that is read in a few milliseconds.
const LARGE: usize = 1024 * 1024;

/// Does the work for a body of this size: that for a large one on a thread for blocking work. `None` if the
/// runtime ended.
pub(crate) async fn long_work<T: Send + 'static>(
    body_size: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    if body_size <= LARGE {
        return Some(work());
    }
    match spawn_blocking(work).await {
        Ok(done) => Some(done),
        Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
        Err(_) => None,
    }
}
