//! Changes in memory.

use std::fmt;
use std::sync::Arc;

use api_runtime::journal::rows::{Put, Row, SharedStore, Store};
use tokio::sync::{Mutex, Semaphore, mpsc};

use crate::records::error::StoreFuture;
use crate::records::on_change::OnChange;
use crate::records::record_changed::RecordChanged;
use crate::refetch::Refetch;

type Change<R> = Arc<RecordChanged<R>>;

/// The changes of records, in a channel of this process: for tests, and for services that can lose them at a
/// restart. Clones share it.
pub struct Events<R: Refetch> {
    rows: Arc<SharedStore>,
    sender: mpsc::Sender<Change<R>>,
    receiver: Arc<Mutex<mpsc::Receiver<Change<R>>>>,
}

impl<R: Refetch> Events<R> {
    /// A channel with room for that many changes: without room, a record is read again later. The store is
    /// that of the client's journal.
    pub fn new(rows: impl Store + Send + Sync + 'static, capacity: usize) -> Self {
        let (sender, receiver) = mpsc::channel(capacity.clamp(1, Semaphore::MAX_PERMITS));
        Self {
            rows: Arc::new(rows),
            sender,
            receiver: Arc::new(Mutex::new(receiver)),
        }
    }

    /// Waits for the next change. Of several that wait, each change goes to one.
    pub async fn next(&mut self) -> Change<R> {
        let next = self.receiver.lock().await.recv().await;
        match next {
            Some(change) => change,
            // Its sender is in here.
            None => std::future::pending().await,
        }
    }
}

impl<R: Refetch> OnChange<R> for Events<R> {
    fn rows(&self) -> &SharedStore {
        &*self.rows
    }

    fn commit<'a>(&'a self, row: &'a Row, change: Change<R>) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let room = self.sender.try_reserve();
            let room = room.map_err(|_| "too many changes were not received yet")?;
            let is_put = self.rows.put(&Put::new(row.clone())).await?.is_some();
            if is_put {
                room.send(change);
            }
            Ok(is_put)
        })
    }
}

impl<R: Refetch> Clone for Events<R> {
    fn clone(&self) -> Self {
        Self {
            rows: Arc::clone(&self.rows),
            sender: self.sender.clone(),
            receiver: Arc::clone(&self.receiver),
        }
    }
}

impl<R: Refetch> fmt::Debug for Events<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").finish_non_exhaustive()
    }
}
