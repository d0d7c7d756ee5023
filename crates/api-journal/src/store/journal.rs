//! The trait of journals.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Timestamp;

use crate::entry::Entry;
use crate::entry::entry_id::EntryId;
use crate::entry::history::HistoryLine;
use crate::entry::intent::Intent;
use crate::error::JournalError;
use crate::store::change::Change;
use crate::store::list::{Cursor, Filter, Listed};

/// The future of a look-up, or of the send of a write.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The future of a method of a [`Journal`].
pub type JournalFuture<'a, T> = BoxFuture<'a, Result<T, JournalError>>;

/// A journal of writes: a table of [entries](Entry) in a database, and one of their history.
///
/// The rules are in this crate, not in the store: a store inserts, compares and replaces whole rows. It
/// must ensure that
///
/// * a method that returns `Ok` for a change has committed it durably,
/// * [`begin`](Self::begin) and [`change`](Self::change) are atomic, also among processes,
/// * all times are those of one clock, that of the database: `now` below.
///
/// A dropped future may or may not have made its change.
pub trait Journal: Send + Sync + 'static {
    /// Inserts the entry of an intent, with the first line of its history, or returns the one that has
    /// its id. The new entry is [`Entry::from_intent`].
    ///
    /// While the entry [`EntryId::RESTORED`] is in state unknown, it inserts intents in state
    /// [`Done`](crate::State::Done) alone.
    fn begin<'a>(&'a self, intent: &'a Intent, lease: Duration) -> JournalFuture<'a, Begun>;

    /// Replaces an entry, if the stored one has the same id and revision, adds the line of its history,
    /// and returns it. `None`: it has another revision, or is missing.
    ///
    /// It sets all columns but `id`, the scope, `operation` and `created_at`, adds 1 to `revision`, sets
    /// `updated_at` to `now`, and both times as the change says.
    fn change<'a>(&'a self, change: &'a Change) -> JournalFuture<'a, Option<Entry>>;

    /// The entries that a [filter includes](Filter::includes) `now`, the earliest `created_at` first,
    /// then by id, after the cursor. Rows that cannot be read are in the list.
    fn list<'a>(
        &'a self,
        filter: &'a Filter,
        after: Option<&'a Cursor>,
        limit: u32,
    ) -> JournalFuture<'a, Listed>;

    /// The history of an entry, by revision.
    fn history<'a>(&'a self, id: &'a EntryId) -> JournalFuture<'a, Vec<HistoryLine>>;

    /// Counts the [day](crate::rows::count_day), and deletes entries that are
    /// [settled](crate::State::is_settled), need no person and no look-up, and were changed last that many
    /// days ago or earlier, with their history: as many as the limit. Returns their number. A change
    /// belongs to the day that was counted last.
    ///
    /// A write whose entry was deleted can be sent again with the same key.
    fn prune(&self, days: i64, limit: u32) -> JournalFuture<'_, u64>;
}

/// What [`Journal::begin`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "made once a call")]
pub enum Begun {
    /// It inserted this entry.
    New(Entry),
    /// This entry has the id already.
    Existing {
        /// The entry.
        entry: Entry,
        /// The time by the clock of the store.
        now: Timestamp,
        /// Whether the journal was restored from a backup, and nobody has reconciled it since.
        is_restored: bool,
    },
    /// The journal was restored from a backup, and nobody has reconciled it since: nothing was
    /// inserted.
    Restored,
}

impl<J: Journal + ?Sized> Journal for Arc<J> {
    fn begin<'a>(&'a self, intent: &'a Intent, lease: Duration) -> JournalFuture<'a, Begun> {
        J::begin(self, intent, lease)
    }

    fn change<'a>(&'a self, change: &'a Change) -> JournalFuture<'a, Option<Entry>> {
        J::change(self, change)
    }

    fn list<'a>(
        &'a self,
        filter: &'a Filter,
        after: Option<&'a Cursor>,
        limit: u32,
    ) -> JournalFuture<'a, Listed> {
        J::list(self, filter, after, limit)
    }

    fn history<'a>(&'a self, id: &'a EntryId) -> JournalFuture<'a, Vec<HistoryLine>> {
        J::history(self, id)
    }

    fn prune(&self, days: i64, limit: u32) -> JournalFuture<'_, u64> {
        J::prune(self, days, limit)
    }
}
