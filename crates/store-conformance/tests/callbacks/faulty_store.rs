//! A callback store in memory, with a durable queue, that breaks one rule.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use api_callbacks::{
    CallbackQueue, CallbackStore, Claim, KnownRecord, Lease, QueuedRecord, RecordChanged,
    RecordKey, StoreError,
};
use store_conformance::{CallbackDatabase, QueueDatabase, ReadRecord, TestState};
use tokio::task::yield_now;
use tokio::time::Instant;

use crate::fault::Fault;

/// The tables of one store.
#[derive(Default)]
pub(crate) struct Tables {
    expected: HashSet<String>,
    known: HashMap<String, (Option<String>, Option<TestState>)>,
    queue: Vec<Row>,
    /// The number, and until when, by id.
    leases: HashMap<String, (i64, Instant)>,
    counter: i64,
    reports: Vec<(String, String)>,
}

struct Row {
    key: RecordKey<String>,
    number: i64,
    failures: u32,
    retry_at: Instant,
}

impl Tables {
    fn next_number(&mut self) -> i64 {
        self.counter += 1;
        self.counter
    }
}

pub(crate) struct FaultyDatabase {
    fault: Option<Fault>,
    stores: Mutex<HashMap<String, Arc<Mutex<Tables>>>>,
    open: Mutex<HashMap<String, Weak<()>>>,
    fails: Arc<AtomicBool>,
}

impl FaultyDatabase {
    pub(crate) fn new(fault: Option<Fault>) -> Self {
        Self {
            fault,
            stores: Mutex::default(),
            open: Mutex::default(),
            fails: Arc::default(),
        }
    }

    fn tables(&self, name: &str) -> Arc<Mutex<Tables>> {
        let mut stores = self.stores.lock().unwrap();
        Arc::clone(stores.entry(name.to_owned()).or_default())
    }
}

/// A handle of a store.
pub(crate) struct FaultyStore {
    tables: Arc<Mutex<Tables>>,
    fault: Option<Fault>,
    fails: Arc<AtomicBool>,
    _open: Arc<()>,
}

impl FaultyStore {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap()
    }

    /// The key that a row is compared by.
    fn kept(&self, key: &RecordKey<String>) -> RecordKey<String> {
        match self.fault {
            Some(Fault::KeysIgnoreReferences) => RecordKey::new(key.id.clone(), None),
            _ => key.clone(),
        }
    }

    /// The text that a lease is compared by.
    fn leased(&self, key: &RecordKey<String>) -> String {
        match self.fault {
            Some(Fault::LeasesAreOfKeys) => format!("{key:?}"),
            _ => key.id.clone(),
        }
    }

    /// Releases a lease; `false` if it is not the latest one.
    fn release_in(&self, tables: &mut Tables, key: &RecordKey<String>, lease: &Lease) -> bool {
        let Some(row) = tables.leases.get_mut(&self.leased(key)) else {
            return false;
        };
        if row.0 != lease.number() && !self.has(Fault::OlderLeasesRelease) {
            return false;
        }
        row.1 = Instant::now();
        true
    }
}

impl CallbackDatabase for FaultyDatabase {
    type Store = FaultyStore;

    async fn open(&self, name: &str) -> FaultyStore {
        let shares = [
            Some(Fault::StoresShareRecords),
            Some(Fault::StoresShareTheQueue),
        ];
        let name = match shares.contains(&self.fault) {
            true => name.trim(),
            false => name,
        };
        let tables = self.tables(name);
        let mut open = self.open.lock().unwrap();
        let handle = open.get(name).and_then(Weak::upgrade);
        if handle.is_none() && self.fault == Some(Fault::QueueLostOnClose) {
            tables.lock().unwrap().queue.clear();
        }
        let handle = handle.unwrap_or_default();
        open.insert(name.to_owned(), Arc::downgrade(&handle));
        FaultyStore {
            tables,
            fault: self.fault,
            fails: Arc::clone(&self.fails),
            _open: handle,
        }
    }

    async fn expect(&self, store: &FaultyStore, reference: &str) -> Result<(), StoreError> {
        let tables = &mut *store.tables();
        let reference = Some(reference.to_owned());
        if !tables.known.values().any(|known| known.0 == reference) {
            tables.expected.extend(reference);
        }
        Ok(())
    }

    async fn confirm(
        &self,
        store: &FaultyStore,
        reference: &str,
        id: &str,
    ) -> Result<(), StoreError> {
        let tables = &mut *store.tables();
        tables.expected.remove(reference);
        let known = (Some(reference.to_owned()), None);
        match self.fault {
            Some(Fault::ConfirmForgetsTheState) => {
                tables.known.insert(id.to_owned(), known);
            }
            _ => {
                tables.known.entry(id.to_owned()).or_insert(known);
            }
        }
        Ok(())
    }

    async fn forget(&self, store: &FaultyStore, id: &str) -> Result<(), StoreError> {
        if !store.has(Fault::ForgetKeepsTheRecord) {
            store.tables().known.remove(id);
        }
        Ok(())
    }

    async fn forget_reference(
        &self,
        store: &FaultyStore,
        reference: &str,
    ) -> Result<(), StoreError> {
        if !store.has(Fault::ForgetKeepsTheReference) {
            store.tables().expected.remove(reference);
        }
        Ok(())
    }
}

impl QueueDatabase for FaultyDatabase {
    fn fail_reports(&self, fail: bool) {
        self.fails.store(fail, Ordering::Relaxed);
    }

    async fn reports(&self, name: &str) -> Vec<(String, String)> {
        self.tables(name).lock().unwrap().reports.clone()
    }
}

impl CallbackStore<ReadRecord> for FaultyStore {
    async fn find(
        &self,
        id: &String,
        reference: Option<&str>,
    ) -> Result<Option<KnownRecord>, StoreError> {
        let tables = self.tables();
        if self.has(Fault::UnknownRecordsAreFound) {
            return Ok(Some(KnownRecord::default()));
        }
        if let Some((known, _)) = tables.known.get(id)
            && (!self.has(Fault::KnownReferencesMustMatch) || known.as_deref() == reference)
        {
            let mut record = KnownRecord::default();
            record.reference.clone_from(known);
            return Ok(Some(record));
        }
        let is_expected = |found: &&str| match self.fault {
            Some(Fault::ReferencesIgnoreCase) => tables
                .expected
                .iter()
                .any(|expected| expected.eq_ignore_ascii_case(found)),
            _ => tables.expected.contains(*found),
        };
        let expected = reference.filter(is_expected);
        Ok(expected.map(KnownRecord::with_reference))
    }

    async fn record_change(&self, change: RecordChanged<ReadRecord>) -> Result<bool, StoreError> {
        let (id, reference) = (change.id, change.reference);
        let state = {
            let tables = self.tables();
            let latest = tables.leases.get(&id).map(|row| row.0);
            let lease = change.lease.map(|lease| lease.number());
            if lease.is_some() && lease != latest && !self.has(Fault::OlderLeasesRecord) {
                return Ok(false);
            }
            let known = tables.known.get(&id);
            let is_expected = reference.as_ref();
            let is_expected = is_expected.is_some_and(|text| tables.expected.contains(text));
            if known.is_none() && !is_expected {
                return Ok(false);
            }
            known.and_then(|known| known.1.clone())
        };
        if self.has(Fault::RecordRaces) {
            yield_now().await;
        }
        let is_same = state.is_some_and(|state| match self.fault {
            Some(Fault::StatesAreTexts) => state.to_string() == change.state.to_string(),
            Some(Fault::StatesAreRecordedAgain) => false,
            _ => state == change.state,
        });
        if is_same {
            return Ok(false);
        }
        let tables = &mut *self.tables();
        let fails = self.fails.load(Ordering::Relaxed);
        if !fails && !self.has(Fault::ReportsAreLost) {
            tables.reports.push((id.clone(), change.state.to_string()));
        }
        if !fails || self.has(Fault::FailedReportsAreRecorded) {
            if let Some(reference) = &reference
                && !self.has(Fault::ExpectedRecordsStayUnknown)
            {
                tables.expected.remove(reference);
            }
            let known = tables.known.entry(id).or_insert((reference, None));
            known.1 = Some(change.state);
        }
        match fails {
            true => Err("the report failed".into()),
            false => Ok(true),
        }
    }

    fn queue(&self) -> Option<&impl CallbackQueue<ReadRecord>> {
        Some(self)
    }
}

impl CallbackQueue<ReadRecord> for FaultyStore {
    async fn enqueue(&self, key: &RecordKey<String>) -> Result<(), StoreError> {
        let (key, now) = (self.kept(key), Instant::now());
        let tables = &mut *self.tables();
        let number = tables.next_number();
        let mut rows = tables.queue.iter_mut();
        match rows.find(|row| row.key == key) {
            Some(row) if !self.has(Fault::EnqueueInsertsAgain) => {
                row.number = number;
                if self.has(Fault::EnqueueResetsFailures) {
                    (row.failures, row.retry_at) = (0, now);
                }
            }
            _ => tables.queue.push(Row {
                key,
                number,
                failures: 0,
                retry_at: now,
            }),
        }
        Ok(())
    }

    async fn claim(
        &self,
        key: &RecordKey<String>,
        duration: Duration,
    ) -> Result<Claim, StoreError> {
        let (key, now) = (self.kept(key), Instant::now());
        let id = self.leased(&key);
        {
            let tables = self.tables();
            let is_queued = tables.queue.iter().any(|row| row.key == key);
            if !is_queued && !self.has(Fault::ClaimOfMissingKeysIsGranted) {
                return Ok(Claim::NotQueued);
            }
            if tables.leases.get(&id).is_some_and(|row| row.1 > now) {
                return Ok(Claim::Busy);
            }
        }
        if self.has(Fault::ClaimRaces) {
            yield_now().await;
        }
        let tables = &mut *self.tables();
        let number = match self.fault {
            Some(Fault::NumbersRestart) => tables.queue.iter().map(|row| row.number).max(),
            _ => None,
        };
        let number = number.map_or_else(|| tables.next_number(), |number| number + 1);
        let until = match self.fault {
            Some(Fault::LeasesDoNotExpire) => now + Duration::from_secs(86_400),
            _ => now + duration,
        };
        tables.leases.insert(id, (number, until));
        Ok(Claim::Granted(Lease::new(number)))
    }

    async fn dequeue(&self, key: &RecordKey<String>, lease: &Lease) -> Result<(), StoreError> {
        let key = self.kept(key);
        let tables = &mut *self.tables();
        let until = tables.leases.get(&self.leased(&key)).map(|row| row.1);
        if !self.release_in(tables, &key, lease) {
            return Ok(());
        }
        if let Some(row) = tables.leases.get_mut(&self.leased(&key))
            && self.has(Fault::DequeueKeepsTheLease)
        {
            row.1 = until.unwrap();
        }
        let keeps_later = !self.has(Fault::DequeueRemovesLaterKeys);
        let queue = &mut tables.queue;
        queue.retain(|row| row.key != key || (keeps_later && row.number > lease.number()));
        if self.has(Fault::NumbersRestart) {
            tables.counter = 0;
        }
        Ok(())
    }

    async fn postpone(
        &self,
        key: &RecordKey<String>,
        lease: &Lease,
        delay: Duration,
    ) -> Result<(), StoreError> {
        let key = self.kept(key);
        let tables = &mut *self.tables();
        if self.release_in(tables, &key, lease)
            && let Some(row) = tables.queue.iter_mut().find(|row| row.key == key)
        {
            row.failures += u32::from(!self.has(Fault::PostponeCountsNothing));
            row.retry_at = Instant::now() + delay;
        }
        Ok(())
    }

    async fn release(&self, key: &RecordKey<String>, lease: &Lease) -> Result<(), StoreError> {
        if !self.has(Fault::ReleaseKeepsTheLease) {
            self.release_in(&mut self.tables(), &self.kept(key), lease);
        }
        Ok(())
    }

    async fn queued(&self, limit: usize) -> Result<Vec<QueuedRecord<String>>, StoreError> {
        let (tables, now) = (self.tables(), Instant::now());
        let retry_in = |row: &Row| {
            let until = tables
                .leases
                .get(&self.leased(&row.key))
                .map(|lease| lease.1);
            let retry_at = until.map_or(row.retry_at, |until| until.max(row.retry_at));
            retry_at.saturating_duration_since(now)
        };
        let sign = match self.fault {
            Some(Fault::QueuedStartsWithTheHighestNumber) => -1,
            _ => 1,
        };
        let mut rows: Vec<_> = tables.queue.iter().collect();
        rows.sort_by_key(|row| (retry_in(row), row.failures, sign * row.number));
        let rows = rows.into_iter().take(limit);
        let queued =
            rows.map(|row| QueuedRecord::new(row.key.clone(), row.failures, retry_in(row)));
        Ok(queued.collect())
    }
}
