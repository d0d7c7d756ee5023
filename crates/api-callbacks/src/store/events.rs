//! The changes of a store in memory.

use std::fmt;
use std::sync::Arc;

use tokio::sync::{Mutex, mpsc};

use crate::refetch::Refetch;
use crate::store::record_changed::RecordChanged;

/// The changes of a [`MemoryStore`](crate::MemoryStore).
pub struct Events<R: Refetch>(pub(crate) Arc<Mutex<mpsc::Receiver<RecordChanged<R>>>>);

impl<R: Refetch> Events<R> {
    /// Waits for the next change. There is none after the store was dropped: it waits for ever.
    pub async fn next(&mut self) -> RecordChanged<R> {
        let next = self.0.lock().await.recv().await;
        match next {
            Some(change) => change,
            None => std::future::pending().await,
        }
    }
}

impl<R: Refetch> fmt::Debug for Events<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").finish_non_exhaustive()
    }
}
