//! The records of a service, and where their changes go.

use std::time::Duration;

use crate::refetch::Refetch;
use crate::store::error::StoreFuture;
use crate::store::record_changed::RecordChanged;
use crate::store::taken::{QueuedRecord, Taken};

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Recorded {
    /// The state is a new one: it was recorded and reported.
    Changed,
    /// The state was recorded already.
    Unchanged,
    /// Only a callback claims that the id is ours, and the record does not show a reference that is
    /// expected. Nothing was recorded.
    Unproven,
    /// The lease is not the latest of the record, or the record was forgotten. Nothing was recorded.
    Superseded,
}

/// The records whose callbacks are accepted, and their queue: a database, or a
/// [`MemoryStore`](crate::MemoryStore).
///
/// A store serves one handler, that is one venue. Several processes can share it.
///
/// A store is one table, and each function is one transaction. A row is a record: its id, its reference,
/// its last state, its place in the queue, and the lease of its read. A row without an id is an *expected*
/// record, which is being created. A row without a reference is a record whose id only a callback claims.
/// All times are of the store's clock. The futures of the functions may be dropped at any await point, and
/// a function may be repeated after an error, whether or not it was committed.
///
/// `store-sqlite` and `store-postgres` have such stores. Their SQL and `store-conformance` help to write
/// another store.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not store the records that `{R}` reads",
    label = "expected a `MemoryStore<{R}>` or another `CallbackStore<{R}>`"
)]
pub trait CallbackStore<R: Refetch>: Send + Sync + 'static {
    /// Records a received callback, so that its record is due. Returns `false` if the record is unknown.
    ///
    /// A record is found by its id, and otherwise by a reference that is expected: the id then gets a
    /// row without a reference, and the expected row stays. The row counts the callback (`heard`),
    /// and is durable when this returns.
    fn heard<'a>(&'a self, id: &'a R::Id, reference: Option<&'a str>) -> StoreFuture<'a, bool>;

    /// Leases a record that is due and has no lease: of the records with the fewest failures, the record
    /// that is due for the longest time. `None` if there is no such record.
    ///
    /// The lease has a number that the record never had before.
    fn take(&self, lease: Duration) -> StoreFuture<'_, Option<Taken<R::Id>>>;

    /// Records the state of a record, reports the state if it is new, and ends the lease, all in one
    /// transaction.
    ///
    /// If a callback was heard since the record was taken, the record stays due. Otherwise it is due after
    /// `follow_up`, or not anymore if the state is not new and [`Taken::age`] at least `follow_up`.
    ///
    /// The first `UPDATE` must have the condition that the row still has this lease, so that it holds in
    /// every isolation level, from `READ COMMITTED` on. Without it, an older state could replace a
    /// newer one.
    ///
    /// States are compared after they were parsed, since their comparison may ignore case. The report
    /// can be rows of the application: a store passes the transaction and the change to a function of
    /// the application, and commits after it.
    fn record<'a>(
        &'a self,
        taken: &'a Taken<R::Id>,
        change: RecordChanged<R>,
        follow_up: Duration,
    ) -> StoreFuture<'a, Recorded>;

    /// Counts a failure of a read, ends its lease, and makes the record due after the delay. `None` gives
    /// the record up: it is due after the next callback. If a callback was heard meanwhile, the record
    /// stays due. If the row has another lease, nothing happens.
    fn postpone<'a>(
        &'a self,
        taken: &'a Taken<R::Id>,
        delay: Option<Duration>,
    ) -> StoreFuture<'a, ()>;

    /// The records that wait to be read, at most `limit`: the next records first, given-up records last.
    fn queued(&self, limit: usize) -> StoreFuture<'_, Vec<QueuedRecord<R::Id>>>;

    /// Forgets the records that neither changed nor had a callback for this time, at most `limit`, and
    /// returns how many. A record that is going to be read stays.
    fn prune(&self, unchanged_for: Duration, limit: u32) -> StoreFuture<'_, u64>;
}
