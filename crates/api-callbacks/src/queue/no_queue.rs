//! The type of the queue of a store without one.

use std::time::Duration;

use crate::queue::callback_queue::{CallbackQueue, Claim, Lease, QueuedRecord};
use crate::record_key::RecordKey;
use crate::refetch::Refetch;
use crate::store::error::StoreError;

/// It has no values.
pub(crate) enum NoQueue {}

impl<R: Refetch> CallbackQueue<R> for NoQueue {
    async fn enqueue(&self, _: &RecordKey<R::Id>) -> Result<(), StoreError> {
        match *self {}
    }

    async fn claim(&self, _: &RecordKey<R::Id>, _: Duration) -> Result<Claim, StoreError> {
        match *self {}
    }

    async fn dequeue(&self, _: &RecordKey<R::Id>, _: &Lease) -> Result<(), StoreError> {
        match *self {}
    }

    async fn postpone(
        &self,
        _: &RecordKey<R::Id>,
        _: &Lease,
        _: Duration,
    ) -> Result<(), StoreError> {
        match *self {}
    }

    async fn release(&self, _: &RecordKey<R::Id>, _: &Lease) -> Result<(), StoreError> {
        match *self {}
    }

    async fn queued(&self, _: usize) -> Result<Vec<QueuedRecord<R::Id>>, StoreError> {
        match *self {}
    }
}
