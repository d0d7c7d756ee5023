//! Leases of reads whose future was dropped.

use std::sync::Mutex;

use crate::lock::lock;
use crate::queue::callback_queue::Lease;
use crate::record_key::RecordKey;

/// The leases of dropped reads. Without a release they would hold up the next read until they
/// expire, and dropping a future cannot call the store.
pub(crate) struct AbandonedLeases<I>(Mutex<Vec<(RecordKey<I>, Lease)>>);

impl<I> AbandonedLeases<I> {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }

    /// Removes and returns them.
    pub(crate) fn take(&self) -> Vec<(RecordKey<I>, Lease)> {
        std::mem::take(&mut *lock(&self.0))
    }
}

/// The lease of a read, which is abandoned when this is dropped.
pub(crate) struct ReadLease<'a, I: Clone> {
    abandoned: &'a AbandonedLeases<I>,
    key: &'a RecordKey<I>,
    lease: Option<Lease>,
}

impl<'a, I: Clone> ReadLease<'a, I> {
    pub(crate) fn new(
        abandoned: &'a AbandonedLeases<I>,
        key: &'a RecordKey<I>,
        lease: Lease,
    ) -> Self {
        let lease = Some(lease);
        Self {
            abandoned,
            key,
            lease,
        }
    }

    /// The store has released it.
    pub(crate) fn released(mut self) {
        self.lease = None;
    }
}

impl<I: Clone> Drop for ReadLease<'_, I> {
    fn drop(&mut self) {
        if let Some(lease) = self.lease {
            lock(&self.abandoned.0).push((self.key.clone(), lease));
        }
    }
}
