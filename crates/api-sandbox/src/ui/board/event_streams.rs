//! The number of streams of changes.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The most streams of a sandbox. A browser has at most six connections to it.
const MAX_STREAMS: usize = 32;

/// The streams of a sandbox.
pub(crate) struct EventStreams {
    /// Distinguishes the sandbox from an earlier one on the same port.
    pub(super) instance: u64,
    free: Arc<Semaphore>,
    is_closed: watch::Sender<bool>,
}

impl Default for EventStreams {
    fn default() -> Self {
        Self {
            instance: fastrand::u64(..),
            free: Arc::new(Semaphore::new(MAX_STREAMS)),
            is_closed: watch::Sender::new(false),
        }
    }
}

impl EventStreams {
    /// Reserves a stream until the permit is dropped; `None` if there are too many.
    pub(super) fn reserve(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).try_acquire_owned().ok()
    }

    /// Ends all streams, for good.
    pub(crate) fn close(&self) {
        self.free.close();
        self.is_closed.send_replace(true);
    }

    /// Waits for the end of all streams.
    pub(super) async fn closed(&self) {
        // It cannot fail: `self` owns the sender.
        let _ = self
            .is_closed
            .subscribe()
            .wait_for(|is_closed| *is_closed)
            .await;
    }
}
