//! The number of streams of changes.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most streams of a sandbox. A browser has at most six connections to it.
const MAX_STREAMS: usize = 32;

/// The streams of a sandbox.
pub(crate) struct EventStreams {
    /// Distinguishes the sandbox from an earlier one on the same port.
    pub(super) instance: u64,
    free: Arc<Semaphore>,
}

impl Default for EventStreams {
    fn default() -> Self {
        Self {
            instance: fastrand::u64(..),
            free: Arc::new(Semaphore::new(MAX_STREAMS)),
        }
    }
}

impl EventStreams {
    /// Reserves a stream until the permit is dropped; `None` if there are too many.
    pub(super) fn reserve(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).try_acquire_owned().ok()
    }
}
