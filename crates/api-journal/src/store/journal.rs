//! The trait of journals.

use std::future::Future;
use std::time::Duration;

use api_runtime::api_wire::jiff::Timestamp;

use crate::{
    Claim, Entry, EntryId, Intent, JournalError, LeaseChange, Resolution, ResolveError, Resolved,
    Scope, Seal, State,
};

/// The duration of a lease, unless the journal sets another one.
const LEASE: Duration = Duration::from_secs(60);

/// Renewals must be able to keep up.
const MIN_LEASE: Duration = Duration::from_secs(1);

/// A crash blocks its key for as long.
const MAX_LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// The duration of a lease, if it is a useful one.
pub(crate) fn checked_lease<J: Journal>(journal: &J) -> Result<Duration, JournalError> {
    let lease = journal.lease();
    match (MIN_LEASE..=MAX_LEASE).contains(&lease) {
        true => Ok(lease),
        false => {
            let error = format!("invalid lease: {lease:?}; expected a second to a day");
            Err(JournalError::new(error))
        }
    }
}

/// How often a change is attempted while other processes change the same entry.
pub(crate) const MAX_UPDATES: usize = 16;

/// A journal of writes: a table of [entries](Entry) in a database.
///
/// A store implements the methods without a body: insert, compare and replace, two queries with a
/// limit, delete. The rules of sending and recovery are in this crate, not in the store. A store
/// must ensure that
///
/// * a method that returns `Ok` for a change has committed it durably,
/// * [`begin`](Self::begin), [`update`](Self::update) and [`claim`](Self::claim) are atomic, also
///   among processes,
/// * all times are those of one clock, that of the database: `now` below.
///
/// A dropped future may or may not have made its change.
///
/// A table needs a primary key on `id` and an index on `lease_until`.
pub trait Journal: Send + Sync {
    /// Inserts the entry of an intent, or returns the one that has its id.
    ///
    /// The new entry is [`Entry::from_intent`], with a lease until `now` + `lease`.
    fn begin(
        &self,
        intent: &Intent,
        lease: Duration,
    ) -> impl Future<Output = Result<Begun, JournalError>> + Send;

    /// Replaces an entry, if the stored one has the same id and revision. Returns whether it did.
    ///
    /// It sets `digest`, `state`, `details`, `sealed_request`, `owner` and `epoch` to those of the
    /// entry, adds 1 to `revision`, sets `updated_at` to `now`, and `lease_until` as the lease change says.
    /// The other columns never change.
    fn update(
        &self,
        entry: &Entry,
        lease: LeaseChange,
    ) -> impl Future<Output = Result<bool, JournalError>> + Send;

    /// Claims entries whose `lease_until` is at or before `now`, the earliest first, and returns
    /// them as they are then.
    ///
    /// It sets their `owner`, adds 1 to `epoch` and to `revision`, and sets `updated_at` to `now`
    /// and `lease_until` to `now` + `lease`. Two processes never claim an entry at the same time.
    fn claim(
        &self,
        claim: &Claim<'_>,
    ) -> impl Future<Output = Result<Vec<Entry>, JournalError>> + Send;

    /// The entry with this id.
    fn entry(
        &self,
        id: &EntryId,
    ) -> impl Future<Output = Result<Option<Entry>, JournalError>> + Send;

    /// The entries of a scope, or of all, that are [unresolved](Entry::is_unresolved) `now`, the
    /// earliest `created_at` first.
    fn unresolved(
        &self,
        scope: Option<&Scope>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Entry>, JournalError>> + Send;

    /// Deletes the entries that are [settled](State::is_settled) and whose `updated_at` is at or
    /// before `now` - `older_than`. Returns their number.
    ///
    /// A write whose entry was deleted can be sent again with the same key.
    fn prune(&self, older_than: Duration)
    -> impl Future<Output = Result<u64, JournalError>> + Send;

    /// The time by the clock of the store.
    fn now(&self) -> impl Future<Output = Result<Timestamp, JournalError>> + Send;

    /// The seal of kept requests. Without one, none is kept.
    fn seal(&self) -> Option<&dyn Seal> {
        None
    }

    /// The duration of a lease, which is renewed while a call runs: after a crash, an entry can be
    /// recovered when its lease has expired. 60 s by default.
    ///
    /// With less than a second or more than a day, nothing is sent and nothing recovered: renewals
    /// could not keep up, or a crash would block its key.
    fn lease(&self) -> Duration {
        LEASE
    }

    /// Resolves an entry whose outcome is unknown, after a person found out what became of it.
    ///
    /// # Errors
    ///
    /// If the outcome is known already, if the process that sends the request holds its lease, or if
    /// `by`, `why` or the id of the record is blank.
    fn resolve(
        &self,
        id: &EntryId,
        resolution: Resolution,
        by: &str,
        why: &str,
    ) -> impl Future<Output = Result<Entry, ResolveError>> + Send {
        async move {
            let record_id = match &resolution {
                Resolution::TookEffect { record_id } => record_id.as_deref(),
                Resolution::DidNot => None,
            };
            let texts = [
                ("by", Some(by)),
                ("why", Some(why)),
                ("record_id", record_id),
            ];
            for (name, text) in texts {
                if text.is_some_and(|text| text.trim().is_empty()) {
                    return Err(ResolveError::Blank(name));
                }
            }
            for _ in 0..MAX_UPDATES {
                let mut entry = self.entry(id).await?.ok_or(ResolveError::NotFound)?;
                let now = self.now().await?;
                if !entry.is_unresolved(now) {
                    return Err(ResolveError::NotUnresolved(entry.state));
                }
                entry.state = State::Resolved;
                entry.sealed_request = None;
                entry.details.open_sends.clear();
                entry.details.resolved = Some(Resolved::new(resolution.clone(), by, why, now));
                if self.update(&entry, LeaseChange::End).await? {
                    entry.revision += 1;
                    entry.lease_until = None;
                    entry.updated_at = now;
                    return Ok(entry);
                }
            }
            Err(JournalError::contended().into())
        }
    }
}

/// What [`Journal::begin`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It inserted this entry.
    New(Entry),
    /// This entry has the id already.
    Existing(Entry),
}
