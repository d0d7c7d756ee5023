//! A store that several handlers share, as processes share a database: its clock is that of the
//! test.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use api_callbacks::{
    CallbackQueue, CallbackStore, Claim, KnownRecord, Lease, QueuedRecord, RecordChanged,
    RecordKey, StoreError,
};
use test_support::shop::GetOrder;
use tokio::time::Instant;

/// Clones share the tables.
#[derive(Clone, Default)]
pub(crate) struct SharedStore(Arc<Mutex<Tables>>);

#[derive(Default)]
struct Tables {
    counter: i64,
    /// The reference and the recorded state by id.
    orders: HashMap<i64, (String, Option<String>)>,
    queue: Vec<Row>,
    leases: HashMap<i64, LeaseRow>,
    reported: Vec<(i64, String)>,
    is_unavailable: bool,
    is_hanging: bool,
}

struct Row {
    key: RecordKey<i64>,
    number: i64,
    failures: u32,
    retry_at: Instant,
}

struct LeaseRow {
    number: i64,
    /// `None` after its release.
    until: Option<Instant>,
}

impl SharedStore {
    pub(crate) fn with_orders(ids: impl IntoIterator<Item = i64>) -> Self {
        let store = Self::default();
        for id in ids {
            let row = (format!("WEB-{id}"), None);
            store.tables().orders.insert(id, row);
        }
        store
    }

    pub(crate) fn reported(&self) -> Vec<(i64, String)> {
        self.tables().reported.clone()
    }

    /// The ids in the queue.
    pub(crate) fn ids(&self) -> Vec<i64> {
        self.tables().queue.iter().map(|row| row.key.id).collect()
    }

    /// Lets enqueueing fail from now on.
    pub(crate) fn fail_queue(&self) {
        self.tables().is_unavailable = true;
    }

    /// Lets enqueueing not end from now on.
    pub(crate) fn hang_queue(&self) {
        self.tables().is_hanging = true;
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap()
    }
}

impl Tables {
    fn next_number(&mut self) -> i64 {
        self.counter += 1;
        self.counter
    }

    /// Releases a lease; `false` if it is not the latest one.
    fn release(&mut self, id: i64, lease: &Lease) -> bool {
        match self.leases.get_mut(&id) {
            Some(row) if row.number == lease.number() => {
                row.until = None;
                true
            }
            _ => false,
        }
    }
}

impl CallbackStore<GetOrder> for SharedStore {
    async fn find(&self, id: &i64, _: Option<&str>) -> Result<Option<KnownRecord>, StoreError> {
        let tables = self.tables();
        let row = tables.orders.get(id);
        Ok(row.map(|(reference, _)| KnownRecord::with_reference(reference)))
    }

    async fn record_change(&self, change: RecordChanged<GetOrder>) -> Result<bool, StoreError> {
        let tables = &mut *self.tables();
        let latest = tables.leases.get(&change.id).map(|row| row.number);
        if change
            .lease
            .is_some_and(|lease| Some(lease.number()) != latest)
        {
            return Ok(false);
        }
        let (_, state) = tables.orders.get_mut(&change.id).ok_or("missing row")?;
        if state.as_ref() == Some(&change.state) {
            return Ok(false);
        }
        *state = Some(change.state.clone());
        tables.reported.push((change.id, change.state));
        Ok(true)
    }

    fn queue(&self) -> Option<&impl CallbackQueue<GetOrder>> {
        Some(self)
    }
}

impl CallbackQueue<GetOrder> for SharedStore {
    async fn enqueue(&self, key: &RecordKey<i64>) -> Result<(), StoreError> {
        let is_hanging = self.tables().is_hanging;
        if is_hanging {
            std::future::pending::<()>().await;
        }
        let tables = &mut *self.tables();
        if tables.is_unavailable {
            return Err("the disk is full".into());
        }
        let number = tables.next_number();
        match tables.queue.iter_mut().find(|row| row.key == *key) {
            Some(row) => row.number = number,
            None => tables.queue.push(Row {
                key: key.clone(),
                number,
                failures: 0,
                retry_at: Instant::now(),
            }),
        }
        Ok(())
    }

    async fn claim(&self, key: &RecordKey<i64>, duration: Duration) -> Result<Claim, StoreError> {
        let tables = &mut *self.tables();
        let now = Instant::now();
        if !tables.queue.iter().any(|row| row.key == *key) {
            return Ok(Claim::NotQueued);
        }
        let until = tables.leases.get(&key.id).and_then(|row| row.until);
        if until.is_some_and(|until| until > now) {
            return Ok(Claim::Busy);
        }
        let number = tables.next_number();
        let until = Some(now + duration);
        tables.leases.insert(key.id, LeaseRow { number, until });
        Ok(Claim::Granted(Lease::new(number)))
    }

    async fn dequeue(&self, key: &RecordKey<i64>, lease: &Lease) -> Result<(), StoreError> {
        let tables = &mut *self.tables();
        if tables.release(key.id, lease) {
            let queue = &mut tables.queue;
            queue.retain(|row| row.key != *key || row.number > lease.number());
        }
        Ok(())
    }

    async fn postpone(
        &self,
        key: &RecordKey<i64>,
        lease: &Lease,
        delay: Duration,
    ) -> Result<(), StoreError> {
        let tables = &mut *self.tables();
        if tables.release(key.id, lease)
            && let Some(row) = tables.queue.iter_mut().find(|row| row.key == *key)
        {
            row.failures += 1;
            row.retry_at = Instant::now() + delay;
        }
        Ok(())
    }

    async fn release(&self, key: &RecordKey<i64>, lease: &Lease) -> Result<(), StoreError> {
        self.tables().release(key.id, lease);
        Ok(())
    }

    async fn queued(&self, limit: usize) -> Result<Vec<QueuedRecord<i64>>, StoreError> {
        let tables = self.tables();
        let now = Instant::now();
        let retry_in = |row: &Row| {
            let until = tables.leases.get(&row.key.id).and_then(|lease| lease.until);
            let retry_at = until.map_or(row.retry_at, |until| until.max(row.retry_at));
            retry_at.saturating_duration_since(now)
        };
        let mut rows: Vec<_> = tables.queue.iter().collect();
        rows.sort_by_key(|row| (retry_in(row), row.failures, row.number));
        let queued = rows.into_iter().take(limit);
        let queued =
            queued.map(|row| QueuedRecord::new(row.key.clone(), row.failures, retry_in(row)));
        Ok(queued.collect())
    }
}
