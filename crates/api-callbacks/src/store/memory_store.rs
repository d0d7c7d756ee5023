//! A store in memory.

use std::collections::HashMap;
use std::error::Error as StdError;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};
use tokio::time::Instant;

use crate::lock::lock;
use crate::refetch::Refetch;
use crate::store::callback_store::{CallbackStore, Recorded};
use crate::store::error::StoreFuture;
use crate::store::events::Events;
use crate::store::record_changed::RecordChanged;
use crate::store::row::{Row, Time};
use crate::store::taken::{QueuedRecord, Taken};

/// A [`CallbackStore`] in memory, for tests and for services that can lose it at a restart.
///
/// Bounded: it holds at most as many records, and as many pending changes, as its capacity. Clones
/// share the store.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::MemoryStore;
/// use shop_client::GetOrder;
///
/// # fn main() -> Result<(), api_callbacks::StoreFull> {
/// let orders = MemoryStore::<GetOrder>::new(1);
/// orders.expect("WEB-1")?; // before the order is created
/// orders.confirm("WEB-1", 7)?; // the response of its creation has the id
/// assert_eq!(orders.expect("WEB-2").unwrap_err().to_string(), "the store is full");
///
/// orders.forget("WEB-1"); // it was delivered
/// assert_eq!(orders.expect("WEB-2"), Ok(()));
/// # Ok(())
/// # }
/// ```
pub struct MemoryStore<R: Refetch>(Arc<Inner<R>>);

struct Inner<R: Refetch> {
    started_at: Instant,
    records: Mutex<Records<R>>,
    events: Arc<tokio::sync::Mutex<mpsc::Receiver<RecordChanged<R>>>>,
}

struct Records<R: Refetch> {
    capacity: usize,
    changes: mpsc::Sender<RecordChanged<R>>,
    /// References of records without an id, and when they were expected.
    expected: HashMap<String, Time>,
    /// The rows, and when they changed.
    known: HashMap<R::Id, (Row<R::State>, Time)>,
    leases: i64,
}

/// A [`MemoryStore`] has reached its capacity, of records or of pending changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreFull;

impl fmt::Display for StoreFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the store is full")
    }
}

impl StdError for StoreFull {}

impl<R: Refetch> MemoryStore<R> {
    /// A store of at most `capacity` records.
    pub fn new(capacity: usize) -> Self {
        let (changes, events) = mpsc::channel(capacity.clamp(1, Semaphore::MAX_PERMITS));
        Self(Arc::new(Inner {
            started_at: Instant::now(),
            records: Mutex::new(Records {
                capacity,
                changes,
                expected: HashMap::new(),
                known: HashMap::new(),
                leases: 0,
            }),
            events: Arc::new(tokio::sync::Mutex::new(events)),
        }))
    }

    /// Expects a record with this reference.
    ///
    /// Call it before the record is created, because the callback may be received before the response
    /// of the creation. Until [`confirm`](Self::confirm) supplies the id, the reference must be exact,
    /// in its case, too: no other value identifies the record.
    ///
    /// # Errors
    ///
    /// The store is full.
    pub fn expect(&self, reference: impl Into<String>) -> Result<(), StoreFull> {
        let reference = reference.into();
        self.with(|records, now| {
            if records.id(&reference).is_none() && !records.expected.contains_key(&reference) {
                records.check_capacity()?;
                records.expected.insert(reference, now);
            }
            Ok(())
        })
    }

    /// Confirms that the record with this reference was created, with this id.
    ///
    /// # Errors
    ///
    /// The store is full, which is impossible if the reference was expected.
    pub fn confirm(&self, reference: impl Into<String>, id: R::Id) -> Result<(), StoreFull> {
        let reference = reference.into();
        self.with(|records, now| {
            records.expected.remove(&reference);
            let (row, changed_at) = records.row(id, now)?;
            row.confirm(reference, now);
            *changed_at = now;
            Ok(())
        })
    }

    /// The id of the record with this reference, once a callback or [`confirm`](Self::confirm) has
    /// supplied it.
    pub fn id(&self, reference: &str) -> Option<R::Id> {
        self.with(|records, _| records.id(reference))
    }

    /// Forgets the record with this reference, expected or known: its callbacks are ignored from now
    /// on.
    pub fn forget(&self, reference: &str) {
        self.with(|records, _| {
            records.expected.remove(reference);
            let is_other = |row: &Row<_>| row.reference.as_deref() != Some(reference);
            records.known.retain(|_, (row, _)| is_other(row));
        });
    }

    /// The changes, the oldest first. If this is called several times, each change goes to one of those
    /// who wait.
    pub fn events(&self) -> Events<R> {
        Events(Arc::clone(&self.0.events))
    }

    /// Runs a transaction.
    fn with<T>(&self, transaction: impl FnOnce(&mut Records<R>, Time) -> T) -> T {
        let now = self.0.started_at.elapsed();
        transaction(&mut lock(&self.0.records), now)
    }
}

impl<R: Refetch> Records<R> {
    fn check_capacity(&self) -> Result<(), StoreFull> {
        match self.expected.len() + self.known.len() < self.capacity {
            true => Ok(()),
            false => Err(StoreFull),
        }
    }

    fn id(&self, reference: &str) -> Option<R::Id> {
        let mut known = self.known.iter();
        let found = known.find(|(_, (row, _))| row.reference.as_deref() == Some(reference));
        found.map(|(id, _)| id.clone())
    }

    /// The row of an id, a new one if it has none.
    fn row(&mut self, id: R::Id, now: Time) -> Result<&mut (Row<R::State>, Time), StoreFull> {
        if !self.known.contains_key(&id) {
            self.check_capacity()?;
        }
        let row = self.known.entry(id);
        Ok(row.or_insert_with(|| (Row::new(None), now)))
    }

    fn take(&mut self, lease: Duration, now: Time) -> Option<Taken<R::Id>> {
        let due = self
            .known
            .iter_mut()
            .filter(|(_, (row, _))| row.is_due(now));
        let (id, (row, _)) = due.min_by_key(|(_, (row, _))| (row.failures, row.due_at))?;
        self.leases += 1;
        Some(row.take(id.clone(), self.leases, now + lease, now))
    }

    fn record(
        &mut self,
        taken: &Taken<R::Id>,
        change: RecordChanged<R>,
        follow_up: Duration,
        now: Time,
    ) -> Result<Recorded, StoreFull> {
        let (reference, state) = (change.reference.clone(), change.state.clone());
        let expected = reference.as_ref();
        let is_expected = expected.is_some_and(|found| self.expected.contains_key(found));
        let Some((row, changed_at)) = self.known.get_mut(&taken.id) else {
            return Ok(Recorded::Superseded);
        };
        let recorded = row.check(taken, &state, is_expected);
        if recorded == Recorded::Changed {
            self.changes.try_send(change).map_err(|_| StoreFull)?;
            *changed_at = now;
        }
        if matches!(recorded, Recorded::Changed | Recorded::Unchanged) {
            if let Some(reference) = &reference {
                self.expected.remove(reference);
            }
            row.record(taken, reference, state, follow_up, now);
        }
        Ok(recorded)
    }

    fn prune(&mut self, unchanged_for: Duration, limit: u32, now: Time) -> u64 {
        let mut pruned = 0;
        let mut is_kept = |changed_at: Time| {
            let is_old = now.saturating_sub(changed_at) >= unchanged_for;
            let is_pruned = is_old && pruned < u64::from(limit);
            pruned += u64::from(is_pruned);
            !is_pruned
        };
        self.expected.retain(|_, expected_at| is_kept(*expected_at));
        let known = &mut self.known;
        known.retain(|_, (row, changed_at)| row.due_at.is_some() || is_kept(*changed_at));
        pruned
    }

    fn queued(&self, limit: usize, now: Time) -> Vec<QueuedRecord<R::Id>> {
        let known = self.known.iter().filter_map(|(id, (row, _))| {
            let record = row.queued(id.clone(), now)?;
            let is_given_up = record.retry_in.is_none();
            let order = (is_given_up, record.retry_in, record.failures, row.due_at);
            Some((order, record))
        });
        let mut queued: Vec<_> = known.collect();
        queued.sort_by_key(|(order, _)| *order);
        queued
            .into_iter()
            .map(|(_, record)| record)
            .take(limit)
            .collect()
    }
}

impl<R: Refetch> CallbackStore<R> for MemoryStore<R> {
    fn heard<'a>(&'a self, id: &'a R::Id, reference: Option<&'a str>) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            self.with(|records, now| {
                let is_known = records.known.contains_key(id);
                let is_expected = |reference| records.expected.contains_key(reference);
                if !is_known && !reference.is_some_and(is_expected) {
                    return Ok(false);
                }
                let (row, changed_at) = records.row(id.clone(), now)?;
                row.hear(now);
                *changed_at = now;
                Ok(true)
            })
        })
    }

    fn take(&self, lease: Duration) -> StoreFuture<'_, Option<Taken<R::Id>>> {
        Box::pin(async move { Ok(self.with(|records, now| records.take(lease, now))) })
    }

    fn record<'a>(
        &'a self,
        taken: &'a Taken<R::Id>,
        change: RecordChanged<R>,
        follow_up: Duration,
    ) -> StoreFuture<'a, Recorded> {
        Box::pin(async move {
            Ok(self.with(|records, now| records.record(taken, change, follow_up, now))?)
        })
    }

    fn postpone<'a>(
        &'a self,
        taken: &'a Taken<R::Id>,
        delay: Option<Duration>,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.with(|records, now| {
                if let Some((row, _)) = records.known.get_mut(&taken.id) {
                    row.postpone(taken, delay.map(|delay| now + delay));
                }
            });
            Ok(())
        })
    }

    fn queued(&self, limit: usize) -> StoreFuture<'_, Vec<QueuedRecord<R::Id>>> {
        Box::pin(async move { Ok(self.with(|records, now| records.queued(limit, now))) })
    }

    fn prune(&self, unchanged_for: Duration, limit: u32) -> StoreFuture<'_, u64> {
        Box::pin(
            async move { Ok(self.with(|records, now| records.prune(unchanged_for, limit, now))) },
        )
    }
}

impl<R: Refetch> Clone for MemoryStore<R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R: Refetch> fmt::Debug for MemoryStore<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = lock(&self.0.records);
        f.debug_struct("MemoryStore")
            .field("expected", &records.expected.len())
            .field("known", &records.known.len())
            .finish_non_exhaustive()
    }
}
