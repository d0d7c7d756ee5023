//! The callback store in memory.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use api_callbacks::{
    CallbackStore, MemoryStore, QueuedRecord, RecordChanged, Recorded, StoreError, StoreFuture,
    Taken,
};
use store_conformance::{CallbackDatabase, ReadRecord};

type Reports = Vec<(String, String)>;

#[derive(Default)]
struct Memory(Mutex<HashMap<String, (MemoryStore<ReadRecord>, Reports)>>);

/// A handle of a store, whose application refuses a state.
struct Handle(MemoryStore<ReadRecord>);

impl CallbackDatabase for Memory {
    type Store = Handle;

    async fn open(&self, name: &str) -> Handle {
        let mut stores = self.0.lock().unwrap();
        let new = || (MemoryStore::new(100), Reports::new());
        let (store, _) = stores.entry(name.to_owned()).or_insert_with(new);
        Handle(store.clone())
    }

    async fn expect(&self, handle: &Handle, reference: &str) -> Result<(), StoreError> {
        Ok(handle.0.expect(reference)?)
    }

    async fn confirm(&self, handle: &Handle, reference: &str, id: &str) -> Result<(), StoreError> {
        Ok(handle.0.confirm(reference, id.to_owned())?)
    }

    async fn id(&self, handle: &Handle, reference: &str) -> Result<Option<String>, StoreError> {
        Ok(handle.0.id(reference))
    }

    async fn forget(&self, handle: &Handle, reference: &str) -> Result<(), StoreError> {
        handle.0.forget(reference);
        Ok(())
    }

    async fn reports(&self, name: &str) -> Reports {
        let mut stores = self.0.lock().unwrap();
        let (store, reports) = stores.get_mut(name).unwrap();
        let mut changes = store.events();
        let mut context = Context::from_waker(Waker::noop());
        while let Poll::Ready(change) = pin!(changes.next()).poll(&mut context) {
            reports.push((change.id, change.state.to_string()));
        }
        reports.clone()
    }
}

impl CallbackStore<ReadRecord> for Handle {
    fn heard<'a>(&'a self, id: &'a String, reference: Option<&'a str>) -> StoreFuture<'a, bool> {
        self.0.heard(id, reference)
    }

    fn take(&self, lease: Duration) -> StoreFuture<'_, Option<Taken<String>>> {
        self.0.take(lease)
    }

    fn record<'a>(
        &'a self,
        taken: &'a Taken<String>,
        change: RecordChanged<ReadRecord>,
        follow_up: Duration,
    ) -> StoreFuture<'a, Recorded> {
        match change.state.to_string().as_str() {
            "refused" => Box::pin(async { Err("the application refused it".into()) }),
            _ => self.0.record(taken, change, follow_up),
        }
    }

    fn postpone<'a>(
        &'a self,
        taken: &'a Taken<String>,
        delay: Option<Duration>,
    ) -> StoreFuture<'a, ()> {
        self.0.postpone(taken, delay)
    }

    fn queued(&self, limit: usize) -> StoreFuture<'_, Vec<QueuedRecord<String>>> {
        self.0.queued(limit)
    }

    fn prune(&self, unchanged_for: Duration, limit: u32) -> StoreFuture<'_, u64> {
        self.0.prune(unchanged_for, limit)
    }
}

#[tokio::test]
async fn the_store_in_memory_keeps_every_promise() {
    store_conformance::callbacks(&Memory::default()).await;
}
