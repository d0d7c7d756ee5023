//! Writes, over the rows of a database.

pub(crate) mod change;
pub(crate) mod clock;
pub(crate) mod list;
pub(crate) mod named;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Timestamp;

use crate::entry::Entry;
use crate::entry::entry_id::EntryId;
use crate::entry::history::{HistoryLine, Note};
use crate::entry::intent::Intent;
use crate::entry::state::State;
use crate::error::JournalError;
use crate::journal::change::{Change, Timer};
use crate::journal::clock::{Clock, Clocks};
use crate::journal::list::{Cursor, Filter, Listed};
use crate::rows::{Kind, Moment, Put, Query, Read, SharedStore, Store};

/// How often an intent is begun while others insert and delete the same entry.
const MAX_BEGINS: usize = 16;

/// A journal of writes, in a [`Store`]. Clones share it, and what they know of its clock.
///
/// What a write waits for, and what becomes of it, is decided here, and not in the store.
#[derive(Clone)]
pub struct Journal {
    store: Arc<SharedStore>,
    clock: Arc<Clock>,
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

impl<S: Store + Send + Sync + 'static> From<S> for Journal {
    fn from(store: S) -> Self {
        Self::new(store)
    }
}

impl Journal {
    /// A journal in a store, whose tables exist.
    pub fn new(store: impl Store + Send + Sync + 'static) -> Self {
        Self {
            store: Arc::new(store),
            clock: Arc::default(),
        }
    }

    /// The store of the rows, also of other kinds.
    pub fn store(&self) -> &SharedStore {
        &*self.store
    }

    /// Inserts the entry of an intent, with the first line of its history, or returns the one that has
    /// its id. The new entry is [`Entry::from_intent`].
    ///
    /// After a restore it inserts intents in state [`Done`](crate::State::Done) alone.
    ///
    /// # Errors
    ///
    /// If the database fails. It may have inserted the entry then. An entry that is done is returned even
    /// if the database takes no change.
    pub async fn begin(&self, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
        let asked = Clocks::now();
        let known = match self.clock.moment() {
            Some(moment) => Ok(moment),
            None => Err(self.read(&of_id(&intent.id)).await?),
        };
        let (begun, now) = begun(&*self.store, intent, lease, known).await?;
        self.clock.saw(now, asked);
        Ok(begun)
    }

    /// Replaces an entry, if the stored one has the same id and revision, adds the line of its history,
    /// and returns it. `None`: it has another revision, or is missing, or the journal was restored and the
    /// change begins a send.
    ///
    /// # Errors
    ///
    /// If the database fails. It may have made the change then.
    pub async fn change(&self, change: &Change) -> Result<Option<Entry>, JournalError> {
        let entry = &change.entry;
        let mut known = self.clock.moment();
        let mut stored = None;
        // What a later version wrote stays as it is: only the history grows.
        if known.is_none() || entry.is_of_later_version() {
            let read = self.read(&of_id(&entry.id)).await?;
            known = Some(read.moment);
            stored = read.into_first();
        }
        let Some(moment) = known else { return Ok(None) };
        let changed = change.applied(moment.now);
        let mut row = changed.to_row(moment.today);
        row.revision = entry.revision;
        if change.note.is_none() {
            row.names = None;
        }
        if let Some(stored) = stored.filter(|_| entry.is_of_later_version()) {
            (row.waits, row.body, row.names) = (stored.waits, stored.body, None);
        }
        let line = change.note.clone().map(|note| {
            HistoryLine::new(note, changed.revision, changed.state.clone(), moment.now).to_text()
        });
        let mut put = Put::new(row);
        put.line = line;
        put.forgets = change.forget;
        put.begins_send = change.begins_send();
        let asked = Clocks::now();
        let now = self.store.put(&put).await?;
        now.inspect(|now| self.clock.saw(*now, asked));
        Ok(now.map(|_| changed))
    }

    /// The entry with an id.
    ///
    /// # Errors
    ///
    /// If the database fails, or its row cannot be read.
    pub async fn entry(&self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        Ok(self.entry_at(id).await?.0)
    }

    /// The entry with an id, and the time.
    ///
    /// # Errors
    ///
    /// Those of [`entry`](Self::entry).
    pub async fn entry_at(&self, id: &EntryId) -> Result<(Option<Entry>, Timestamp), JournalError> {
        let read = self.read(&of_id(id)).await?;
        let now = read.moment.now;
        let entry = read.into_first().map(|row| Entry::from_row(&row));
        Ok((entry.transpose()?, now))
    }

    /// A page of the entries that a [filter includes](Filter::includes): those that wait, from the one that
    /// has waited longest on; those with a text, by the text; or all, by their scope and then the time of
    /// their insertion. A page may have fewer entries than the limit, although another one follows.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn list(
        &self,
        filter: &Filter,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Listed, JournalError> {
        let read = self.read(&filter.query(after, limit)).await?;
        Ok(Listed::new(filter, read, limit))
    }

    /// The history of an entry, by revision.
    ///
    /// # Errors
    ///
    /// If the database fails, or a line cannot be read.
    pub async fn history(&self, id: &EntryId) -> Result<Vec<HistoryLine>, JournalError> {
        let read = self.read(&of_id(id)).await?;
        let Some(row) = read.into_first() else {
            return Ok(Vec::new());
        };
        let lines = self.store.history(&row.at).await?;
        lines
            .iter()
            .map(|line| HistoryLine::from_text(line))
            .collect()
    }

    pub(crate) async fn read(&self, query: &Query) -> Result<Read, JournalError> {
        let asked = Clocks::now();
        let read = self.store.read(query).await?;
        self.clock.read(read.moment, asked);
        Ok(read)
    }
}

/// Begins an intent in a transaction of the caller, without a lease.
///
/// # Errors
///
/// If the database fails, or the journal was restored and nobody has reconciled it since: nothing was inserted.
pub async fn begin_in(
    store: &(impl Store + ?Sized),
    intent: &Intent,
) -> Result<Begun, JournalError> {
    let read = store.read(&of_id(&intent.id)).await?;
    match begun(store, intent, Duration::ZERO, Err(read)).await?.0 {
        // The caller would commit its own rows without the intent.
        Begun::Restored => Err(JournalError::new(
            "nothing is inserted until the restored journal is reconciled",
        )),
        begun => Ok(begun),
    }
}

/// Begins an intent, by what is known of the time or by what was read, and returns the time.
async fn begun(
    store: &(impl Store + ?Sized),
    intent: &Intent,
    lease: Duration,
    mut known: Result<Moment, Read>,
) -> Result<(Begun, Timestamp), JournalError> {
    for _ in 0..MAX_BEGINS {
        let moment = match known {
            Ok(moment) => moment,
            Err(read) => {
                let moment = read.moment;
                if let Some(begun) = existing(&read)? {
                    return Ok((begun, moment.now));
                }
                if moment.is_closed && intent.state != State::Done {
                    return Ok((Begun::Restored, moment.now));
                }
                moment
            }
        };
        let entry = Entry::from_intent(intent, moment.now, lease);
        let put = entry.begins(moment.today);
        let inserted = store.put(&put).await;
        if let Ok(Some(now)) = inserted {
            return Ok((Begun::New(entry), now));
        }
        let read = store.read(&of_id(&intent.id)).await;
        match (inserted, read) {
            (Ok(_), read) => known = Err(read?),
            // A database that takes no change still tells what is done.
            (Err(_), Ok(read)) if is_done(&read) => known = Err(read),
            (Err(error), _) => return Err(error),
        }
    }
    Err(JournalError::new(
        "the entry is inserted and deleted all the time",
    ))
}

/// The entry that has the id of an intent already.
fn existing(read: &Read) -> Result<Option<Begun>, JournalError> {
    let Some(row) = read.rows.first() else {
        return Ok(None);
    };
    Ok(Some(Begun::Existing {
        entry: Entry::from_row(row)?,
        now: read.moment.now,
        is_restored: read.moment.is_closed,
    }))
}

fn is_done(read: &Read) -> bool {
    let entry = read.rows.first().map(Entry::from_row);
    entry.is_some_and(|entry| entry.is_ok_and(|entry| entry.state == State::Done))
}

fn of_id(id: &EntryId) -> Query {
    Query::Id {
        kind: Kind::Write,
        id: id.to_string(),
    }
}

impl Entry {
    /// Inserts an entry that has just been made, with the first line of its history: for SQL of your own.
    /// The [time](Moment::now) and the day are those of the database.
    pub fn begins(&self, today: i64) -> Put {
        let note = Note::begun(self);
        let line = HistoryLine::new(note, self.revision, self.state.clone(), self.created_at);
        let mut row = self.to_row(today);
        row.revision = 0;
        let mut put = Put::new(row);
        put.line = Some(line.to_text());
        put.begins_send = self.state != State::Done;
        put
    }
}

impl Change {
    /// Whether a request is sent after it.
    fn begins_send(&self) -> bool {
        self.entry.state == State::InFlight
            && self.note.is_some()
            && matches!(self.lease, Timer::In(_))
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
}
