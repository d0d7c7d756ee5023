//! Rows in memory.

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api_wire::Timestamp;
use tokio::time::Instant;

use super::query::{Moment, Query, Read};
use super::row::{At, Kind, Row};
use super::store::Store;
use crate::error::JournalError;
use crate::store::journal::JournalFuture;

/// Rows in memory: they do not survive the process.
///
/// Its clock is Tokio's, so that tests with paused time can let leases expire. Clones share the rows.
#[derive(Clone)]
pub struct MemoryStore {
    rows: Arc<Mutex<BTreeMap<At, Row>>>,
    capacity: usize,
    started: Instant,
    started_at: Timestamp,
}

/// [`MemoryStore`] have reached their capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryFull;

impl fmt::Display for MemoryFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the memory is full")
    }
}

impl StdError for MemoryFull {}

impl MemoryStore {
    /// Room for that many rows of each kind.
    pub fn new(capacity: usize) -> Self {
        Self {
            rows: Arc::default(),
            capacity,
            started: Instant::now(),
            started_at: Timestamp::now(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<At, Row>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The day, as it was counted last.
    pub(crate) fn today(&self) -> i64 {
        let rows = self.lock();
        let day = rows.get(&At::new(Kind::Mark, "", "day"));
        day.map_or(1, |row| row.day)
    }

    fn read_now(&self, query: &Query) -> Read {
        let today = self.today();
        let rows = self.lock();
        let now = self.started_at + self.started.elapsed();
        let moment = Moment {
            now: Timestamp::from_millis(now.millis()),
            today,
        };
        let of = |kind: Kind, scope: &str| {
            let first = At::new(kind, scope, "");
            let scope = scope.to_owned();
            rows.range(first..)
                .map(|(_, row)| row)
                .take_while(move |row| row.at.kind == kind && row.at.scope == scope)
        };
        let found: Vec<&Row> = match query {
            Query::One(at) => rows.get(at).into_iter().collect(),
            Query::Named { kind, scope, name } => {
                let has = |row: &&Row| row.names.iter().flatten().any(|other| other == name);
                of(*kind, scope).filter(has).take(100).collect()
            }
            Query::Waiting {
                scope,
                waits,
                limit,
            } => {
                let waiting = of(Kind::Record, scope)
                    .filter_map(|row| row.waits.filter(|(other, _)| other == waits).zip(Some(row)));
                let mut waiting: Vec<_> = waiting.collect();
                waiting.sort_by_key(|((_, from), _)| *from);
                waiting.truncate(usize::try_from(*limit).unwrap_or(usize::MAX));
                waiting.into_iter().map(|(_, row)| row).collect()
            }
        };
        let nameless = |row: &Row| Row {
            names: None,
            ..row.clone()
        };
        Read {
            moment,
            rows: found.into_iter().map(nameless).collect(),
        }
    }

    fn put_now(&self, row: &Row) -> Result<bool, MemoryFull> {
        let mut rows = self.lock();
        let stored = rows.get(&row.at);
        if stored.map_or(0, |stored| stored.revision) != row.revision {
            return Ok(false);
        }
        let of_kind = || rows.keys().filter(|at| at.kind == row.at.kind).count();
        if stored.is_none() && of_kind() >= self.capacity {
            return Err(MemoryFull);
        }
        let names = row.names.clone();
        let names = names.or_else(|| stored.and_then(|stored| stored.names.clone()));
        let changed = Row {
            revision: row.revision + 1,
            names,
            ..row.clone()
        };
        rows.insert(changed.at.clone(), changed);
        Ok(true)
    }

    fn prune_now(&self, kind: Kind, day: i64, limit: u32) -> u64 {
        let mut rows = self.lock();
        let is_old = |row: &&Row| row.at.kind == kind && row.waits.is_none() && row.day <= day;
        let mut old: Vec<_> = rows.values().filter(is_old).collect();
        old.sort_by_key(|row| row.day);
        old.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let old: Vec<At> = old.into_iter().map(|row| row.at.clone()).collect();
        rows.retain(|at, _| !old.contains(at));
        old.len() as u64
    }
}

impl Store for MemoryStore {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        Box::pin(async move { Ok(self.read_now(query)) })
    }

    fn put<'a>(&'a self, row: &'a Row) -> JournalFuture<'a, bool> {
        Box::pin(async move { self.put_now(row).map_err(JournalError::new) })
    }

    fn delete<'a>(&'a self, at: &'a At) -> JournalFuture<'a, bool> {
        Box::pin(async move { Ok(self.lock().remove(at).is_some()) })
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(async move { Ok(self.prune_now(kind, day, limit)) })
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("rows", &self.lock().len())
            .finish_non_exhaustive()
    }
}
