//! `MemoryStore`, which has no durable queue.

use std::collections::HashMap;
use std::sync::Mutex;

use api_callbacks::{MemoryStore, StoreError};
use store_conformance::{CallbackDatabase, ReadRecord};

/// The stores by name.
#[derive(Default)]
pub(crate) struct MemoryDatabase(Mutex<HashMap<String, MemoryStore<ReadRecord>>>);

impl CallbackDatabase for MemoryDatabase {
    type Store = MemoryStore<ReadRecord>;

    async fn open(&self, name: &str) -> Self::Store {
        let mut stores = self.0.lock().unwrap();
        let store = stores.entry(name.to_owned());
        store.or_insert_with(|| MemoryStore::new(100)).clone()
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

    async fn forget(&self, store: &Self::Store, id: &str) -> Result<(), StoreError> {
        store.forget(&id.to_owned());
        Ok(())
    }

    async fn forget_reference(
        &self,
        store: &Self::Store,
        reference: &str,
    ) -> Result<(), StoreError> {
        store.forget_reference(reference);
        Ok(())
    }
}
