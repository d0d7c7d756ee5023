//! Rows in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api_wire::Timestamp;
use tokio::time::Instant;

use super::moment::Moment;
use super::query::{AHEAD, MAX_COUNT, MAX_NAMED, Query, Range, Read, after_prefix};
use super::row::{At, Kind, Put, Row, Waits};
use super::store::Store;
use crate::entry::Entry;
use crate::error::JournalError;
use crate::future::JournalFuture;

/// What [`MemoryStore::new`] has room for.
const CAPACITY: usize = 10_000;

/// A store in memory: it does not survive the process. A key holds in this process, until it ends.
///
/// It has room for 10,000 rows of each kind, or [another number](Self::with_capacity). When it is full, the
/// settled write that has not changed for the longest time makes room, whose key sends again then. What is not
/// settled stays, and so do rows of other kinds: without room, a new one is refused.
///
/// Its clock is Tokio's, so that tests with paused time can let leases expire. Clones share the rows.
#[derive(Clone)]
pub struct MemoryStore {
    rows: Arc<Mutex<Rows>>,
    capacity: usize,
    started: Instant,
    started_at: Timestamp,
}

#[derive(Default)]
struct Rows {
    stored: BTreeMap<At, Stored>,
    last_number: i64,
}

struct Stored {
    row: Row,
    names: Vec<String>,
    lines: Vec<String>,
    number: i64,
}

impl MemoryStore {
    /// Room for 10,000 rows of each kind.
    pub fn new() -> Self {
        Self::with_capacity(CAPACITY)
    }

    /// Room for that many rows of each kind.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            rows: Arc::default(),
            capacity,
            started: Instant::now(),
            started_at: Timestamp::now(),
        }
    }

    /// All writes that can be read.
    pub fn entries(&self) -> Vec<Entry> {
        let rows = self.lock();
        let writes = rows.stored.values().map(|stored| &stored.row);
        let writes = writes.filter(|row| row.at.kind == Kind::Write);
        writes.filter_map(|row| Entry::from_row(row).ok()).collect()
    }

    /// The time by the clock of the store, in milliseconds.
    pub fn now(&self) -> Timestamp {
        let now = self.started_at + self.started.elapsed();
        Timestamp::from_millis(now.millis())
    }

    fn lock(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_now(&self, query: &Query) -> Read {
        let now = self.now();
        let rows = self.lock();
        let moment = Moment {
            now,
            today: rows.mark(&At::day()).map_or(1, |mark| mark.day),
            is_closed: rows.is_closed(),
        };
        let rows = rows.find(query, now);
        Read { moment, rows }
    }

    fn put_now(&self, put: &Put) -> Result<Option<Timestamp>, JournalError> {
        let now = self.now();
        let mut rows = self.lock();
        let (row, stored) = (&put.row, rows.stored.get(&put.row.at));
        let is_other = stored.map_or(0, |stored| stored.row.revision) != row.revision;
        if is_other || (put.begins_send && rows.is_closed()) {
            return Ok(None);
        }
        if stored.is_none() {
            rows.make_room(row.at.kind, self.capacity)?;
            rows.last_number += 1;
        }
        let last_number = rows.last_number;
        let stored = rows.stored.entry(row.at.clone()).or_insert_with(|| Stored {
            row: Row {
                created_at: row.updated_at,
                ..row.clone()
            },
            names: Vec::new(),
            lines: Vec::new(),
            number: last_number,
        });
        stored.row = Row {
            revision: row.revision + 1,
            names: None,
            found_by: None,
            created_at: stored.row.created_at,
            ..row.clone()
        };
        if let Some(names) = &row.names {
            stored.names.clone_from(names);
        }
        if put.forgets {
            stored.lines.clear();
        }
        stored.lines.extend(put.line.clone());
        Ok(Some(now))
    }

    fn count_now(&self, waits: Waits) -> (u64, Option<Timestamp>) {
        let waiting = Query::Waiting {
            waits,
            range: Range::All,
            after: None,
            limit: MAX_COUNT,
        };
        let rows = self.read_now(&waiting).rows;
        let first = rows.first().and_then(|row| row.waits);
        (rows.len() as u64, first.map(|(_, from)| from))
    }
}

impl Rows {
    fn mark(&self, at: &At) -> Option<&Row> {
        self.stored.get(at).map(|stored| &stored.row)
    }

    fn is_closed(&self) -> bool {
        let restored = self.mark(&At::restored()).and_then(|mark| mark.waits);
        restored.is_some_and(|(waits, _)| waits == Waits::Person)
    }

    /// Room for one more row of a kind.
    fn make_room(&mut self, kind: Kind, capacity: usize) -> Result<(), JournalError> {
        let of_kind = || {
            self.stored
                .values()
                .filter(|stored| stored.row.at.kind == kind)
        };
        if of_kind().count() < capacity {
            return Ok(());
        }
        let settled = |stored: &&Stored| kind == Kind::Write && stored.row.waits.is_none();
        let settled = of_kind().filter(settled);
        let oldest = settled.min_by_key(|stored| stored.row.updated_at);
        let Some(oldest) = oldest.map(|stored| stored.row.at.clone()) else {
            return Err(JournalError::new(match kind {
                Kind::Write => "the memory is full of writes that are not settled",
                _ => "the memory is full",
            }));
        };
        self.stored.remove(&oldest);
        Ok(())
    }

    fn of(&self, kind: Kind, scope: &str) -> impl Iterator<Item = &Stored> {
        let (first, scope) = (At::new(kind, scope, ""), scope.to_owned());
        let rows = self.stored.range(first..).map(|(_, stored)| stored);
        rows.take_while(move |stored| stored.row.at.kind == kind && stored.row.at.scope == scope)
    }

    fn find(&self, query: &Query, now: Timestamp) -> Vec<Row> {
        let row = |stored: &Stored| stored.row.clone();
        let of_kind = |kind: Kind| {
            let rows = self.stored.values();
            rows.filter(move |stored| stored.row.at.kind == kind)
        };
        let writes = |range: &Range| {
            let (first, end) = range.bounds();
            of_kind(Kind::Write).filter(move |stored| {
                let scope = &stored.row.at.scope;
                first <= *scope && *scope < end
            })
        };
        match query {
            Query::One(at) => self.stored.get(at).map(row).into_iter().collect(),
            Query::Id { kind, id } => {
                let found = of_kind(*kind).filter(|stored| stored.row.at.id == *id);
                found.take(MAX_NAMED).map(row).collect()
            }
            Query::Named { kind, scope, name } => {
                let found = self.of(*kind, scope);
                let found = found.filter(|stored| stored.names.contains(name));
                found.take(MAX_NAMED).map(row).collect()
            }
            Query::Queued {
                scope,
                waits,
                limit,
            } => {
                let found = waiting(self.of(Kind::Record, scope), *waits);
                first(found, *limit, |row| (from(row), row.at.id.clone()))
            }
            Query::Waiting {
                waits,
                range,
                after,
                limit,
            } => {
                let key = |row: &Row| (from(row), row.at.scope.clone(), row.at.id.clone());
                let found = waiting(writes(range), *waits).filter(|row| {
                    let is_after = after.as_ref().is_none_or(|after| key(row) > *after);
                    from(row) <= now && is_after
                });
                first(found, *limit, key)
            }
            Query::Ahead { waits, limit } => {
                let found = waiting(of_kind(Kind::Write), *waits);
                first(found.filter(|row| from(row) > now + AHEAD), *limit, from)
            }
            Query::Made {
                range,
                after,
                limit,
            } => {
                let key = |row: &Row| (row.at.scope.clone(), row.created_at, row.at.id.clone());
                let found = writes(range).map(row);
                let found =
                    found.filter(|row| after.as_ref().is_none_or(|after| key(row) > *after));
                first(found, *limit, key)
            }
            Query::Matching {
                prefix,
                range,
                after,
                limit,
            } => {
                let end = after_prefix(prefix);
                let found = writes(range).flat_map(|stored| {
                    let names = stored
                        .names
                        .iter()
                        .filter(|name| **name >= *prefix && **name < end);
                    names.map(|name| Row {
                        found_by: Some((name.clone(), stored.number)),
                        ..stored.row.clone()
                    })
                });
                let found = found.filter(|row| after.is_none() || row.found_by > *after);
                first(found, *limit, |row| row.found_by.clone())
            }
        }
    }
}

/// The rows that wait for something.
fn waiting<'r>(rows: impl Iterator<Item = &'r Stored>, waits: Waits) -> impl Iterator<Item = Row> {
    let rows = rows.map(|stored| &stored.row);
    rows.filter(move |row| row.waits.is_some_and(|(other, _)| other == waits))
        .cloned()
}

/// From when on a row waits.
fn from(row: &Row) -> Timestamp {
    row.waits.map_or(Timestamp::UNIX_EPOCH, |(_, from)| from)
}

/// The first rows in an order.
fn first<K: Ord>(rows: impl Iterator<Item = Row>, limit: u32, key: impl Fn(&Row) -> K) -> Vec<Row> {
    let mut rows: Vec<Row> = rows.collect();
    rows.sort_by_key(key);
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    rows
}

impl Store for MemoryStore {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        Box::pin(async move { Ok(self.read_now(query)) })
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async move { self.put_now(put) })
    }

    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)> {
        Box::pin(async move { Ok(self.count_now(waits)) })
    }

    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>> {
        Box::pin(async move {
            let rows = self.lock();
            let lines = rows.stored.get(at).map(|stored| stored.lines.clone());
            Ok(lines.unwrap_or_default())
        })
    }

    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool> {
        Box::pin(async move {
            let mut rows = self.lock();
            let stored = rows.stored.get(at);
            let is_there = stored.is_some_and(|stored| stored.row.revision == revision);
            Ok(is_there && rows.stored.remove(at).is_some())
        })
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(async move {
            let mut rows = self.lock();
            let rows_of_kind = rows.stored.values().map(|stored| &stored.row);
            let is_old = |row: &&Row| row.at.kind == kind && row.waits.is_none() && row.day <= day;
            let old = first(rows_of_kind.filter(is_old).cloned(), limit, |row| row.day);
            old.iter().for_each(|row| drop(rows.stored.remove(&row.at)));
            Ok(old.len() as u64)
        })
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("rows", &self.lock().stored.len())
            .finish_non_exhaustive()
    }
}
