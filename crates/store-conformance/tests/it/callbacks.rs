//! The store in memory keeps the promises of callback stores, and each check fails for a store that
//! breaks its promise.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::time::Duration;

use api_callbacks::{
    CallbackStore, MemoryStore, QueuedRecord, RecordChanged, Recorded, StoreError, StoreFuture,
    Taken,
};
use store_conformance::{CallbackDatabase, ReadRecord, check_callbacks};

/// A promise that the store breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    NamesAreTrimmed,
    EveryRecordIsKnown,
    ReferencesIgnoreCase,
    ExpectIsLost,
    ConfirmIsLost,
    ForgetIsLost,
    HeardIsLost,
    NothingIsTaken,
    LeasesEndAtOnce,
    LeasesNeverEnd,
    ReportsAreRepeated,
    FencesAreIgnored,
    CallbacksDuringReadsAreIgnored,
    RecordsAreReadOnce,
    PostponeIsLost,
    NothingIsGivenUp,
    FailuresAreReported,
    QueueIsReversed,
    NoIds,
    PruneDeletesAll,
    EverythingIsLostWhenClosed,
}

const FAULTS: &[Fault] = &[
    Fault::NamesAreTrimmed,
    Fault::EveryRecordIsKnown,
    Fault::ReferencesIgnoreCase,
    Fault::ExpectIsLost,
    Fault::ConfirmIsLost,
    Fault::ForgetIsLost,
    Fault::HeardIsLost,
    Fault::NothingIsTaken,
    Fault::LeasesEndAtOnce,
    Fault::LeasesNeverEnd,
    Fault::ReportsAreRepeated,
    Fault::FencesAreIgnored,
    Fault::CallbacksDuringReadsAreIgnored,
    Fault::RecordsAreReadOnce,
    Fault::PostponeIsLost,
    Fault::NothingIsGivenUp,
    Fault::FailuresAreReported,
    Fault::QueueIsReversed,
    Fault::NoIds,
    Fault::PruneDeletesAll,
    Fault::EverythingIsLostWhenClosed,
];

struct Memory {
    fault: Fault,
    stores: Mutex<HashMap<String, (MemoryStore<ReadRecord>, usize)>>,
    reports: &'static Mutex<HashMap<String, Vec<(String, String)>>>,
}

/// A handle of a store. Its reports are rows of the application.
struct Handle {
    fault: Fault,
    name: String,
    store: MemoryStore<ReadRecord>,
    reports: &'static Mutex<HashMap<String, Vec<(String, String)>>>,
}

impl Memory {
    fn new(fault: Fault) -> Self {
        Self {
            fault,
            stores: Mutex::default(),
            reports: Box::leak(Box::default()),
        }
    }
}

impl CallbackDatabase for Memory {
    type Store = Handle;

    async fn open(&self, name: &str) -> Handle {
        let name = match self.fault {
            Fault::NamesAreTrimmed => name.trim(),
            _ => name,
        };
        let mut stores = self.stores.lock().unwrap();
        let new = || (MemoryStore::new(100), 0);
        let (store, opened) = stores.entry(name.to_owned()).or_insert_with(new);
        *opened += 1;
        if *opened > 2 && self.fault == Fault::EverythingIsLostWhenClosed {
            *store = MemoryStore::new(100);
        }
        Handle {
            fault: self.fault,
            name: name.to_owned(),
            store: store.clone(),
            reports: self.reports,
        }
    }

    async fn expect(&self, handle: &Handle, reference: &str) -> Result<(), StoreError> {
        match self.fault {
            Fault::ExpectIsLost => Ok(()),
            Fault::ReferencesIgnoreCase => Ok(handle.store.expect(reference.to_lowercase())?),
            _ => Ok(handle.store.expect(reference)?),
        }
    }

    async fn confirm(&self, handle: &Handle, reference: &str, id: &str) -> Result<(), StoreError> {
        match self.fault {
            Fault::ConfirmIsLost => Ok(()),
            _ => Ok(handle.store.confirm(reference, id.to_owned())?),
        }
    }

    async fn id(&self, handle: &Handle, reference: &str) -> Result<Option<String>, StoreError> {
        let id = handle.store.id(reference);
        Ok(id.filter(|_| self.fault != Fault::NoIds))
    }

    async fn forget(&self, handle: &Handle, reference: &str) -> Result<(), StoreError> {
        if self.fault != Fault::ForgetIsLost {
            handle.store.forget(reference);
        }
        Ok(())
    }

    async fn reports(&self, name: &str) -> Vec<(String, String)> {
        let reports = self.reports.lock().unwrap();
        reports.get(name).cloned().unwrap_or_default()
    }
}

impl CallbackStore<ReadRecord> for Handle {
    fn heard<'a>(&'a self, id: &'a String, reference: Option<&'a str>) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let lower_case = reference.map(str::to_lowercase);
            let reference = match self.fault {
                Fault::ReferencesIgnoreCase => lower_case.as_deref(),
                _ => reference,
            };
            match self.fault {
                Fault::HeardIsLost => Ok(true),
                Fault::EveryRecordIsKnown => {
                    self.store.heard(id, reference).await?;
                    Ok(true)
                }
                _ => self.store.heard(id, reference).await,
            }
        })
    }

    fn take(&self, lease: Duration) -> StoreFuture<'_, Option<Taken<String>>> {
        let lease = match self.fault {
            Fault::LeasesEndAtOnce => Duration::ZERO,
            Fault::LeasesNeverEnd => Duration::from_secs(1_000_000),
            _ => lease,
        };
        match self.fault {
            Fault::NothingIsTaken => Box::pin(async { Ok(None) }),
            _ => self.store.take(lease),
        }
    }

    fn record<'a>(
        &'a self,
        taken: &'a Taken<String>,
        change: RecordChanged<ReadRecord>,
        follow_up: Duration,
    ) -> StoreFuture<'a, Recorded> {
        Box::pin(async move {
            let mut taken = taken.clone();
            let report = (change.id.clone(), change.state.to_string());
            let is_refused = report.1 == "refused";
            if is_refused && self.fault != Fault::FailuresAreReported {
                return Err("refused".into());
            }
            match self.fault {
                // The numbers of `MemoryStore`.
                Fault::FencesAreIgnored => {
                    for lease in (1..100).rev() {
                        taken.lease = lease;
                        let recorded = self.store.record(&taken, change.clone(), follow_up).await?;
                        if recorded != Recorded::Superseded {
                            return Ok(recorded);
                        }
                    }
                }
                Fault::CallbacksDuringReadsAreIgnored => taken.heard += 1,
                Fault::RecordsAreReadOnce => taken.age = follow_up,
                _ => {}
            }
            let recorded = self.store.record(&taken, change, follow_up).await?;
            if recorded == Recorded::Changed || self.fault == Fault::ReportsAreRepeated {
                let mut reports = self.reports.lock().unwrap();
                reports.entry(self.name.clone()).or_default().push(report);
            }
            match is_refused {
                true => Err("refused".into()),
                false => Ok(recorded),
            }
        })
    }

    fn postpone<'a>(
        &'a self,
        taken: &'a Taken<String>,
        delay: Option<Duration>,
    ) -> StoreFuture<'a, ()> {
        match self.fault {
            Fault::PostponeIsLost => Box::pin(async { Ok(()) }),
            Fault::NothingIsGivenUp => self.store.postpone(taken, delay.or(Some(Duration::ZERO))),
            _ => self.store.postpone(taken, delay),
        }
    }

    fn queued(&self, limit: usize) -> StoreFuture<'_, Vec<QueuedRecord<String>>> {
        Box::pin(async move {
            let mut queued = self.store.queued(limit).await?;
            if self.fault == Fault::QueueIsReversed {
                queued.reverse();
            }
            Ok(queued)
        })
    }

    fn prune(&self, unchanged_for: Duration, limit: u32) -> StoreFuture<'_, u64> {
        let unchanged_for = match self.fault {
            Fault::PruneDeletesAll => Duration::ZERO,
            _ => unchanged_for,
        };
        self.store.prune(unchanged_for, limit)
    }
}

#[tokio::test]
async fn the_store_in_memory_keeps_every_promise() {
    store_conformance::callbacks(&Memory::new(Fault::None)).await;
}

#[tokio::test]
async fn each_check_fails_for_a_store_that_breaks_its_promise() {
    let mut failed = BTreeSet::new();
    for fault in FAULTS {
        let report = check_callbacks(&Memory::new(*fault)).await;
        assert!(!report.failures().is_empty(), "{fault:?} is not found");
        failed.extend(report.failures().iter().map(|failure| failure.check));
    }
    let report = check_callbacks(&Memory::new(Fault::None)).await;
    for check in report.passed() {
        assert!(failed.contains(check), "{check} never fails");
    }
}
