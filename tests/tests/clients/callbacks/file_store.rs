//! A store in a file: a log of its changes, each synced to the disk before it counts. One process
//! opens it at a time.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pos_v3_client::GetIncomingOrder;
use pos_v3_client::callback::{
    CallbackQueue, CallbackStore, Claim, KnownRecord, Lease, QueuedRecord, RecordChanged,
    RecordKey, StoreError,
};

/// How much faster the clock of the store is, so that no test waits for a whole lease.
const SPEED: u32 = 20;

/// Where a process can stop and be killed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CrashPoint {
    BeforeEnqueue,
    AfterEnqueue,
    AfterClaim,
    BeforeChange,
    AfterChange,
    AfterDequeue,
}

impl CrashPoint {
    pub(crate) const ALL: [Self; 6] = [
        Self::BeforeEnqueue,
        Self::AfterEnqueue,
        Self::AfterClaim,
        Self::BeforeChange,
        Self::AfterChange,
        Self::AfterDequeue,
    ];

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let mut points = Self::ALL.into_iter();
        points.find(|point| format!("{point:?}") == name)
    }
}

/// Knows every order, under the reference `WEB-<id>`. Clones share the file.
#[derive(Clone)]
pub(crate) struct FileStore {
    inner: Arc<Mutex<Inner>>,
    crash_point: Option<CrashPoint>,
}

struct Inner {
    log: File,
    tables: Tables,
}

#[derive(Default)]
struct Tables {
    counter: i64,
    states: HashMap<i64, String>,
    queue: Vec<Row>,
    /// The number of the latest lease of an id, and when it expires.
    leases: HashMap<i64, (i64, u64)>,
}

struct Row {
    key: RecordKey<i64>,
    number: i64,
    failures: u32,
    retry_at: u64,
}

/// The states that were reported, by the log.
pub(crate) fn reported(path: &Path) -> Vec<(i64, String)> {
    let log = std::fs::read_to_string(path).unwrap_or_default();
    let changes = log.split_inclusive('\n').filter_map(|line| {
        let (id, state) = line
            .strip_prefix("change ")?
            .strip_suffix('\n')?
            .split_once(' ')?;
        Some((id.parse().unwrap(), state.to_owned()))
    });
    changes.collect()
}

/// Whether an order was enqueued and not dequeued since, by the log of a store with one order.
pub(crate) fn is_queued(path: &Path) -> bool {
    let log = std::fs::read_to_string(path).unwrap_or_default();
    log.rfind("enqueue ") > log.rfind("dequeue ")
}

impl FileStore {
    pub(crate) fn open(path: &Path, crash_point: Option<CrashPoint>) -> io::Result<Self> {
        let mut log = OpenOptions::new();
        let log = log.create(true).append(true).read(true).open(path)?;
        let text = std::fs::read_to_string(path)?;
        // The process may have been killed in the middle of a line.
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        log.set_len(complete as u64)?;
        let mut tables = Tables::default();
        for line in text[..complete].lines() {
            tables.apply(line);
        }
        let inner = Arc::new(Mutex::new(Inner { log, tables }));
        Ok(Self { inner, crash_point })
    }

    /// Runs a transaction: `decide` returns its result, and the lines that it adds to the log.
    fn transaction<T>(
        &self,
        decide: impl FnOnce(&Tables) -> (T, Vec<String>),
    ) -> Result<T, StoreError> {
        let inner = &mut *self.inner.lock().unwrap();
        let (result, lines) = decide(&inner.tables);
        if !lines.is_empty() {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            inner.log.write_all(text.as_bytes())?;
            inner.log.sync_data()?;
        }
        for line in lines {
            inner.tables.apply(&line);
        }
        Ok(result)
    }

    /// Stops here for ever if the process is to be killed at this point.
    async fn reach(&self, point: CrashPoint) {
        if self.crash_point == Some(point) {
            println!("\nreached {point:?}");
            std::future::pending::<()>().await;
        }
    }
}

impl Tables {
    fn apply(&mut self, line: &str) {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| fields[index].parse::<i64>().unwrap();
        let key = || RecordKey::new(number(1), Some(fields[2].to_owned()));
        match fields[0] {
            "enqueue" => {
                self.counter = number(3);
                match self.queue.iter_mut().find(|row| row.key == key()) {
                    Some(row) => row.number = number(3),
                    None => self.queue.push(Row {
                        key: key(),
                        number: number(3),
                        failures: 0,
                        retry_at: 0,
                    }),
                }
            }
            "lease" => {
                self.counter = self.counter.max(number(2));
                let until = number(3).unsigned_abs();
                self.leases.insert(number(1), (number(2), until));
            }
            "dequeue" => self.queue.retain(|row| row.key != key()),
            "postpone" => {
                let mut rows = self.queue.iter_mut();
                let row = rows.find(|row| row.key == key()).unwrap();
                row.failures += 1;
                row.retry_at = number(3).unsigned_abs();
            }
            "change" => {
                self.states.insert(number(1), fields[2].to_owned());
            }
            other => panic!("{other}"),
        }
    }

    fn is_latest(&self, id: i64, lease: &Lease) -> bool {
        let latest = self.leases.get(&id);
        latest.is_some_and(|(number, _)| *number == lease.number())
    }

    fn expires_at(&self, id: i64) -> u64 {
        self.leases.get(&id).map_or(0, |(_, until)| *until)
    }
}

/// Milliseconds of the store's clock.
fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap() * SPEED;
    now.as_millis().try_into().unwrap()
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis().try_into().unwrap()
}

/// The line about a key.
fn line(verb: &str, key: &RecordKey<i64>) -> String {
    format!("{verb} {} {}", key.id, key.reference.as_deref().unwrap())
}

/// The line that releases a lease.
fn released(id: i64, lease: &Lease) -> String {
    format!("lease {id} {} 0", lease.number())
}

impl CallbackStore<GetIncomingOrder> for FileStore {
    async fn find(&self, id: &i64, _: Option<&str>) -> Result<Option<KnownRecord>, StoreError> {
        Ok(Some(KnownRecord::with_reference(format!("WEB-{id}"))))
    }

    async fn record_change(
        &self,
        change: RecordChanged<GetIncomingOrder>,
    ) -> Result<bool, StoreError> {
        self.reach(CrashPoint::BeforeChange).await;
        let state = change.state.value().as_str();
        let is_new = self.transaction(|tables| {
            let lease = change.lease.as_ref();
            let is_stale = lease.is_some_and(|lease| !tables.is_latest(change.id, lease));
            if is_stale
                || tables
                    .states
                    .get(&change.id)
                    .is_some_and(|known| known == state)
            {
                return (false, vec![]);
            }
            (true, vec![format!("change {} {state}", change.id)])
        })?;
        self.reach(CrashPoint::AfterChange).await;
        Ok(is_new)
    }

    fn queue(&self) -> Option<&impl CallbackQueue<GetIncomingOrder>> {
        Some(self)
    }
}

impl CallbackQueue<GetIncomingOrder> for FileStore {
    async fn enqueue(&self, key: &RecordKey<i64>) -> Result<(), StoreError> {
        self.reach(CrashPoint::BeforeEnqueue).await;
        self.transaction(|tables| {
            let line = format!("{} {}", line("enqueue", key), tables.counter + 1);
            ((), vec![line])
        })?;
        self.reach(CrashPoint::AfterEnqueue).await;
        Ok(())
    }

    async fn claim(&self, key: &RecordKey<i64>, duration: Duration) -> Result<Claim, StoreError> {
        let claim = self.transaction(|tables| {
            if !tables.queue.iter().any(|row| row.key == *key) {
                return (Claim::NotQueued, vec![]);
            }
            if tables.expires_at(key.id) > now() {
                return (Claim::Busy, vec![]);
            }
            let number = tables.counter + 1;
            let until = now() + millis(duration);
            let lines = vec![format!("lease {} {number} {until}", key.id)];
            (Claim::Granted(Lease::new(number)), lines)
        })?;
        self.reach(CrashPoint::AfterClaim).await;
        Ok(claim)
    }

    async fn dequeue(&self, key: &RecordKey<i64>, lease: &Lease) -> Result<(), StoreError> {
        self.transaction(|tables| {
            if !tables.is_latest(key.id, lease) {
                return ((), vec![]);
            }
            let mut rows = tables.queue.iter();
            let was_read = rows.any(|row| row.key == *key && row.number < lease.number());
            let mut lines = vec![released(key.id, lease)];
            lines.extend(was_read.then(|| line("dequeue", key)));
            ((), lines)
        })?;
        self.reach(CrashPoint::AfterDequeue).await;
        Ok(())
    }

    async fn postpone(
        &self,
        key: &RecordKey<i64>,
        lease: &Lease,
        delay: Duration,
    ) -> Result<(), StoreError> {
        self.transaction(|tables| {
            let lines = vec![
                released(key.id, lease),
                format!("{} {}", line("postpone", key), now() + millis(delay)),
            ];
            let is_latest = tables.is_latest(key.id, lease);
            ((), if is_latest { lines } else { vec![] })
        })
    }

    async fn release(&self, key: &RecordKey<i64>, lease: &Lease) -> Result<(), StoreError> {
        self.transaction(|tables| {
            let is_latest = tables.is_latest(key.id, lease);
            let lines = is_latest.then(|| released(key.id, lease));
            ((), Vec::from_iter(lines))
        })
    }

    async fn queued(&self, limit: usize) -> Result<Vec<QueuedRecord<i64>>, StoreError> {
        self.transaction(|tables| {
            let now = now();
            let retry_in = |row: &Row| {
                let retry_at = row.retry_at.max(tables.expires_at(row.key.id));
                Duration::from_millis(retry_at.saturating_sub(now)) / SPEED
            };
            let mut rows: Vec<_> = tables.queue.iter().collect();
            rows.sort_by_key(|row| (retry_in(row), row.failures, row.number));
            let queued = rows.into_iter().take(limit);
            let queued =
                queued.map(|row| QueuedRecord::new(row.key.clone(), row.failures, retry_in(row)));
            (queued.collect(), vec![])
        })
    }
}
