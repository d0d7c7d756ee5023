//! The callback store in memory.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use api_callbacks::{MemoryStore, StoreError};
use store_conformance::{CallbackDatabase, ReadRecord};

type Reports = Vec<(String, String)>;

#[derive(Default)]
struct Memory(Mutex<HashMap<String, (MemoryStore<ReadRecord>, Reports)>>);

impl CallbackDatabase for Memory {
    type Store = MemoryStore<ReadRecord>;

    /// They are events, and no rows.
    const REPORTS_CAN_FAIL: bool = false;

    async fn open(&self, name: &str) -> Self::Store {
        let mut stores = self.0.lock().unwrap();
        let new = || (MemoryStore::new(100), Reports::new());
        let (store, _) = stores.entry(name.to_owned()).or_insert_with(new);
        store.clone()
    }

    async fn expect(&self, store: &Self::Store, reference: &str) -> Result<(), StoreError> {
        Ok(store.expect(reference)?)
    }

    async fn confirm(
        &self,
        store: &Self::Store,
        reference: &str,
        id: &str,
    ) -> Result<(), StoreError> {
        Ok(store.confirm(reference, id.to_owned())?)
    }

    async fn id(&self, store: &Self::Store, reference: &str) -> Result<Option<String>, StoreError> {
        Ok(store.id(reference))
    }

    async fn forget(&self, store: &Self::Store, reference: &str) -> Result<(), StoreError> {
        store.forget(reference);
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

#[tokio::test]
async fn the_store_in_memory_keeps_every_promise() {
    store_conformance::callbacks(&Memory::default()).await;
}
