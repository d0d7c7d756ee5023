//! The queue of a handler, with a time limit.

use std::time::Duration;

use tokio::time::timeout;

use crate::queue::callback_queue::{CallbackQueue, Claim, Lease, QueuedRecord};
use crate::queue::memory_queue::MemoryQueue;
use crate::record_key::RecordKey;
use crate::refetch::Refetch;
use crate::request::disposition::Disposition;
use crate::store::error::{STORE_TIMEOUT, StoreError};

/// The queue of the store, or that in memory if the store has none.
pub(crate) enum BoundedQueue<'q, R: Refetch, Q> {
    Durable(&'q Q),
    InMemory(&'q MemoryQueue<R::Id>),
}

impl<'q, R: Refetch, Q: CallbackQueue<R>> BoundedQueue<'q, R, Q> {
    pub(crate) fn new(durable: Option<&'q Q>, in_memory: &'q MemoryQueue<R::Id>) -> Self {
        durable.map_or(Self::InMemory(in_memory), Self::Durable)
    }

    pub(crate) fn is_durable(&self) -> bool {
        matches!(self, Self::Durable(_))
    }

    /// The disposition of a queued record that was not read.
    pub(crate) fn disposition(&self) -> Disposition {
        match self {
            Self::Durable(_) => Disposition::QueuedDurably,
            Self::InMemory(_) => Disposition::Queued,
        }
    }

    pub(crate) async fn enqueue(&self, key: &RecordKey<R::Id>) -> Result<(), StoreError> {
        match self {
            Self::Durable(queue) => bounded(queue.enqueue(key)).await,
            Self::InMemory(queue) => queue.enqueue(key),
        }
    }

    pub(crate) async fn claim(
        &self,
        key: &RecordKey<R::Id>,
        duration: Duration,
    ) -> Result<Claim, StoreError> {
        match self {
            Self::Durable(queue) => bounded(queue.claim(key, duration)).await,
            Self::InMemory(queue) => Ok(queue.claim(key)),
        }
    }

    pub(crate) async fn dequeue(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
    ) -> Result<(), StoreError> {
        match self {
            Self::Durable(queue) => bounded(queue.dequeue(key, lease)).await,
            Self::InMemory(queue) => {
                queue.dequeue(key, lease);
                Ok(())
            }
        }
    }

    pub(crate) async fn postpone(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
        delay: Duration,
    ) -> Result<(), StoreError> {
        match self {
            Self::Durable(queue) => bounded(queue.postpone(key, lease, delay)).await,
            Self::InMemory(queue) => {
                queue.postpone(key, delay);
                Ok(())
            }
        }
    }

    pub(crate) async fn release(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
    ) -> Result<(), StoreError> {
        match self {
            Self::Durable(queue) => bounded(queue.release(key, lease)).await,
            Self::InMemory(_) => Ok(()),
        }
    }

    pub(crate) async fn queued(
        &self,
        limit: usize,
    ) -> Result<Vec<QueuedRecord<R::Id>>, StoreError> {
        match self {
            Self::Durable(queue) => bounded(queue.queued(limit)).await,
            Self::InMemory(queue) => Ok(queue.queued(limit)),
        }
    }
}

async fn bounded<T>(call: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    match timeout(STORE_TIMEOUT, call).await {
        Ok(result) => result,
        Err(_) => Err("the queue did not respond within 30 s".into()),
    }
}
