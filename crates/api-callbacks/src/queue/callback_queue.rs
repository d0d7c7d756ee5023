//! The queue of records that wait to be read.

use std::time::Duration;

use crate::record_key::RecordKey;
use crate::refetch::Refetch;
use crate::store::error::StoreError;

/// A durable queue of the records that wait to be read, which several processes may share.
///
/// A [`CallbackStore`](crate::CallbackStore) that implements it returns itself from
/// [`queue`](crate::CallbackStore::queue). The handler then enqueues a record before it responds,
/// and removes it after it was read and its change was recorded: a crash at any time loses no
/// callback.
///
/// It is two tables. One row of the first is a [`RecordKey`] with the number of its latest
/// [`enqueue`](Self::enqueue), its failures, and the time of its next retry. One row of the second
/// is the latest lease of an id: its number, and when it expires. All numbers are from one counter
/// of the store, such as a sequence, and are never reused. All times are those of the store's clock,
/// not of the processes.
///
/// Each function is one transaction, has 30 seconds, and may be dropped at any await point. In
/// PostgreSQL, the ones that need care are:
///
/// ```sql
/// -- enqueue, with UNIQUE NULLS NOT DISTINCT (id, reference)
/// INSERT INTO callback_queue (id, reference, number, failures, retry_at)
/// VALUES ($1, $2, nextval('callback_numbers'), 0, clock_timestamp())
/// ON CONFLICT (id, reference) DO UPDATE SET number = excluded.number;
///
/// -- claim: busy if it returns no row; released again if the queue does not have the key
/// INSERT INTO callback_leases (id, number, expires_at)
/// VALUES ($1, nextval('callback_numbers'), clock_timestamp() + $3)
/// ON CONFLICT (id) DO UPDATE SET number = excluded.number, expires_at = excluded.expires_at
/// WHERE callback_leases.expires_at <= clock_timestamp()
/// RETURNING number;
///
/// -- dequeue, postpone, release: nothing more if it changes no row
/// UPDATE callback_leases SET expires_at = '-infinity' WHERE id = $1 AND number = $3;
///
/// -- dequeue
/// DELETE FROM callback_queue
/// WHERE id = $1 AND reference IS NOT DISTINCT FROM $2 AND number < $3;
///
/// -- queued
/// SELECT queue.id, reference, failures,
///        greatest(retry_at, expires_at, clock_timestamp()) - clock_timestamp() AS retry_in
/// FROM callback_queue AS queue LEFT JOIN callback_leases AS lease ON lease.id = queue.id
/// ORDER BY retry_in, failures, queue.number LIMIT $1;
///
/// -- record_change, first: nothing more if the number is another one than that of the lease
/// SELECT number FROM callback_leases WHERE id = $1 FOR UPDATE;
/// ```
pub trait CallbackQueue<R: Refetch>: Send + Sync {
    /// Adds a key with the next number. If the queue has it, only its number changes.
    ///
    /// The key is durable when this returns: after a crash, [`queued`](Self::queued) returns it.
    ///
    /// # Errors
    ///
    /// The queue is full, or not available. The record is read all the same, once and without a
    /// lease.
    fn enqueue(
        &self,
        key: &RecordKey<R::Id>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Leases the id of a queued key for a read, unless it has a lease that was neither released nor
    /// expired.
    ///
    /// The lease has the next number, and expires after `duration`.
    fn claim(
        &self,
        key: &RecordKey<R::Id>,
        duration: Duration,
    ) -> impl Future<Output = Result<Claim, StoreError>> + Send;

    /// Removes a key that was read with this lease, and releases the lease.
    ///
    /// If its number is higher than that of the lease, it was enqueued after the read started, and
    /// stays. If the lease is not the latest of the id, nothing happens.
    fn dequeue(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Counts a failure of a key, delays its next retry, and releases the lease.
    ///
    /// If the lease is not the latest of the id, nothing happens.
    fn postpone(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
        delay: Duration,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Releases a lease; the key stays queued.
    ///
    /// If the lease is not the latest of the id, nothing happens.
    fn release(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The queued keys, at most `limit`, those whose id has a lease included.
    ///
    /// Those to retry now are the first: with the fewest failures, and of these the lowest number.
    fn queued(
        &self,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<QueuedRecord<R::Id>>, StoreError>> + Send;
}

/// The result of [`CallbackQueue::claim`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The id is leased.
    Granted(Lease),
    /// The id has another lease: the record is being read.
    Busy,
    /// The queue does not have the key: it was read after it was enqueued.
    NotQueued,
}

/// The right to read a record and to record its change, for a limited time.
///
/// It does not end a read that takes longer, so that two reads of a record may overlap after all.
/// The one with the lower number then [records nothing](crate::CallbackStore::record_change).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lease {
    number: i64,
}

impl Lease {
    /// A lease with a number of the store.
    pub fn new(number: i64) -> Self {
        Self { number }
    }

    /// Its number. A later lease has a higher one.
    pub fn number(&self) -> i64 {
        self.number
    }
}

/// A key in a [`CallbackQueue`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueuedRecord<I> {
    /// The key.
    pub key: RecordKey<I>,
    /// How often it was [postponed](CallbackQueue::postpone).
    pub failures: u32,
    /// The time until its next retry, or until the lease of its id expires, whichever is longer. Zero
    /// if it can be read now.
    pub retry_in: Duration,
}

impl<I> QueuedRecord<I> {
    /// A key that was postponed `failures` times.
    pub fn new(key: RecordKey<I>, failures: u32, retry_in: Duration) -> Self {
        Self {
            key,
            failures,
            retry_in,
        }
    }
}
