//! What every check starts from.

use std::time::Duration;

use api_callbacks::{
    CallbackQueue, CallbackStore, Claim, Lease, QueuedRecord, RecordChanged, RecordKey,
};

use super::database::CallbackDatabase;
use super::record::{ReadRecord, TestState};
use crate::check::{Checked, Reason};

/// A lease that does not expire during a check.
pub(crate) const LEASE: Duration = Duration::from_secs(3600);

/// The database, and the name of a store that no other check and no other run has.
pub(crate) struct Context<'d, D> {
    pub(crate) database: &'d D,
    pub(crate) name: String,
}

impl<'d, D: CallbackDatabase> Context<'d, D> {
    pub(crate) fn new(database: &'d D, check: &str) -> Self {
        let name = format!("{check}/{:016x}", fastrand::u64(..));
        Self { database, name }
    }

    /// Another handle of the store.
    pub(crate) async fn open(&self) -> D::Store {
        self.database.open(&self.name).await
    }
}

/// The queue of a store.
pub(crate) fn durable<S: CallbackStore<ReadRecord>>(
    store: &S,
) -> Checked<&impl CallbackQueue<ReadRecord>> {
    let queue = store.queue();
    queue.ok_or_else(|| Reason::new("expected a durable queue, found none"))
}

/// The reference of the record with this id.
pub(crate) fn reference(id: &str) -> String {
    format!("WEB-{id}")
}

pub(crate) fn key(id: &str) -> RecordKey<String> {
    RecordKey::new(id.to_owned(), Some(reference(id)))
}

/// The record with this id in a state.
pub(crate) fn change(id: &str, state: &str) -> RecordChanged<ReadRecord> {
    RecordChanged::new(
        id.to_owned(),
        Some(reference(id)),
        TestState::new(state),
        (),
    )
}

/// Leases an id that has no lease.
pub(crate) async fn claim(
    queue: &impl CallbackQueue<ReadRecord>,
    key: &RecordKey<String>,
    duration: Duration,
) -> Checked<Lease> {
    match queue.claim(key, duration).await? {
        Claim::Granted(lease) => Ok(lease),
        claim => Err(Reason::new(format!(
            "claim: expected `Granted`, found `{claim:?}`"
        ))),
    }
}

/// The only queued key.
pub(crate) async fn only(queue: &impl CallbackQueue<ReadRecord>) -> Checked<QueuedRecord<String>> {
    let mut queued = queue.queued(10).await?;
    match (queued.pop(), queued.is_empty()) {
        (Some(record), true) => Ok(record),
        (record, _) => Err(Reason::new(format!(
            "expected one queued key, found {record:?} {queued:?}"
        ))),
    }
}
