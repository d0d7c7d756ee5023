//! What the checks need of a database.

use std::future::Future;

use api_callbacks::{CallbackStore, StoreError};

use super::record::ReadRecord;

/// A database with callback stores.
pub trait CallbackDatabase {
    /// The store.
    type Store: CallbackStore<ReadRecord>;

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

    /// Forgets a record.
    fn forget(&self, store: &Self::Store, id: &str)
    -> impl Future<Output = Result<(), StoreError>>;

    /// Forgets an expected reference.
    fn forget_reference(
        &self,
        store: &Self::Store,
        reference: &str,
    ) -> impl Future<Output = Result<(), StoreError>>;
}

/// A database whose callback stores have a durable queue, and report changes to a function of the
/// application.
pub trait QueueDatabase: CallbackDatabase {
    /// Lets all reports fail after their rows were written, or succeed again.
    fn fail_reports(&self, fail: bool);

    /// The ids and states of the committed reports of the store with this name, in order.
    fn reports(&self, name: &str) -> impl Future<Output = Vec<(String, String)>>;
}
