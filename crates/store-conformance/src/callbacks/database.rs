//! What the cases need of a database.

use std::future::Future;

use api_callbacks::{CallbackStore, StoreError};

use super::record::ReadRecord;

/// A database with callback stores, which report changes to a function of the application.
pub trait CallbackDatabase {
    /// The store.
    type Store: CallbackStore<ReadRecord>;

    /// Whether a report can fail: of the state `refused`, after its row was written.
    const REPORTS_CAN_FAIL: bool = true;

    /// Opens another handle of the store with this name, as another process does.
    fn open(&self, name: &str) -> impl Future<Output = Self::Store>;

    /// Expects a record with this reference.
    fn expect(
        &self,
        store: &Self::Store,
        reference: &str,
    ) -> impl Future<Output = Result<(), StoreError>>;

    /// Confirms that the record with this reference has this id.
    fn confirm(
        &self,
        store: &Self::Store,
        reference: &str,
        id: &str,
    ) -> impl Future<Output = Result<(), StoreError>>;

    /// The id of the record with this reference.
    fn id(
        &self,
        store: &Self::Store,
        reference: &str,
    ) -> impl Future<Output = Result<Option<String>, StoreError>>;

    /// Forgets the record with this reference.
    fn forget(
        &self,
        store: &Self::Store,
        reference: &str,
    ) -> impl Future<Output = Result<(), StoreError>>;

    /// The ids and states of the committed reports of the store with this name, in order.
    fn reports(&self, name: &str) -> impl Future<Output = Vec<(String, String)>>;
}
