//! A journal in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_wire::Timestamp;
use tokio::time::Instant;

use crate::entry::Entry;
use crate::entry::entry_id::EntryId;
use crate::entry::history::{HistoryLine, Note};
use crate::entry::intent::Intent;
use crate::entry::state::State;
use crate::rows::{MemoryStore, count_day};
use crate::store::change::Change;
use crate::store::journal::{Begun, Journal, JournalFuture};
use crate::store::list::{Cursor, Filter, Listed};

type Rows = BTreeMap<EntryId, Stored>;

#[derive(Debug)]
struct Stored {
    entry: Entry,
    history: Vec<HistoryLine>,
    /// The day of the last change.
    day: i64,
}

/// A journal in memory, for tests: it does not survive the process.
///
/// Its clock is Tokio's, so that tests with paused time can let leases expire. Clones share the entries.
#[derive(Clone, Debug)]
pub struct MemoryJournal {
    rows: Arc<Mutex<Rows>>,
    /// The day.
    marks: MemoryStore,
    started: Instant,
    started_at: Timestamp,
}

impl MemoryJournal {
    /// An empty journal.
    pub fn new() -> Self {
        Self {
            rows: Arc::default(),
            marks: MemoryStore::new(1),
            started: Instant::now(),
            started_at: Timestamp::now(),
        }
    }

    /// All entries.
    pub fn entries(&self) -> Vec<Entry> {
        self.lock()
            .values()
            .map(|stored| stored.entry.clone())
            .collect()
    }

    /// The time by the clock of the journal, in milliseconds, as stores have it.
    pub fn now(&self) -> Timestamp {
        let now = self.started_at + self.started.elapsed();
        Timestamp::from_millis(now.millis())
    }

    fn lock(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin_now(&self, intent: &Intent, lease: Duration) -> Begun {
        let mut rows = self.lock();
        let now = self.now();
        let restored = rows.get(&EntryId::RESTORED);
        let is_restored = restored.is_some_and(|mark| mark.entry.state == State::Unknown);
        if let Some(stored) = rows.get(&intent.id) {
            return Begun::Existing {
                entry: stored.entry.clone(),
                now,
                is_restored,
            };
        }
        if is_restored && intent.state != State::Done {
            return Begun::Restored;
        }
        let entry = Entry::from_intent(intent, now, lease);
        let note = Note::begun(&entry);
        let line = HistoryLine::new(note, entry.revision, entry.state.clone(), now);
        let stored = Stored {
            entry: entry.clone(),
            history: vec![line],
            day: self.marks.today(),
        };
        rows.insert(entry.id, stored);
        Begun::New(entry)
    }

    fn change_now(&self, change: &Change) -> Option<Entry> {
        let mut rows = self.lock();
        let now = self.now();
        let stored = rows.get_mut(&change.entry.id)?;
        if stored.entry.revision != change.entry.revision {
            return None;
        }
        stored.entry = change.applied(now);
        stored.day = self.marks.today();
        if change.forget {
            stored.history.clear();
        }
        let (revision, state) = (stored.entry.revision, &stored.entry.state);
        let line = change
            .note
            .clone()
            .map(|note| HistoryLine::new(note, revision, state.clone(), now));
        stored.history.extend(line);
        Some(stored.entry.clone())
    }

    fn list_now(&self, filter: &Filter, after: Option<&Cursor>, limit: u32) -> Listed {
        let now = self.now();
        let mut entries = self.entries();
        entries.retain(|entry| filter.includes(entry, now));
        entries.sort_by_key(Cursor::of);
        let count = entries.len() as u64;
        entries.retain(|entry| after.is_none_or(|after| Cursor::of(entry) > *after));
        let rows = entries.into_iter();
        let rows = rows.map(|entry| (entry.created_at.millis(), entry.id.to_string(), Ok(entry)));
        Listed::page(rows.collect(), limit, count, now)
    }

    fn prune_now(&self, day: i64, limit: u32) -> u64 {
        let mut rows = self.lock();
        let is_old = |stored: &&Stored| {
            let entry = &stored.entry;
            let is_over = entry.state.is_settled() && !entry.needs_person;
            is_over && entry.due_at.is_none() && stored.day <= day
        };
        let old: Vec<_> = rows.values().filter(is_old).collect();
        let old: Vec<_> = old.into_iter().map(|stored| stored.entry.id).collect();
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let pruned = old
            .iter()
            .take(limit)
            .filter(|id| rows.remove(id).is_some());
        pruned.count() as u64
    }
}

impl Default for MemoryJournal {
    fn default() -> Self {
        Self::new()
    }
}

impl Journal for MemoryJournal {
    fn begin<'a>(&'a self, intent: &'a Intent, lease: Duration) -> JournalFuture<'a, Begun> {
        Box::pin(async move { Ok(self.begin_now(intent, lease)) })
    }

    fn change<'a>(&'a self, change: &'a Change) -> JournalFuture<'a, Option<Entry>> {
        Box::pin(async move { Ok(self.change_now(change)) })
    }

    fn list<'a>(
        &'a self,
        filter: &'a Filter,
        after: Option<&'a Cursor>,
        limit: u32,
    ) -> JournalFuture<'a, Listed> {
        Box::pin(async move { Ok(self.list_now(filter, after, limit)) })
    }

    fn history<'a>(&'a self, id: &'a EntryId) -> JournalFuture<'a, Vec<HistoryLine>> {
        Box::pin(async move {
            let rows = self.lock();
            let history = rows.get(id).map(|stored| stored.history.clone());
            Ok(history.unwrap_or_default())
        })
    }

    fn prune(&self, days: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(async move {
            let today = count_day(&self.marks).await?;
            Ok(self.prune_now(today - days, limit))
        })
    }
}
