//! Changes of records, in one transaction with the rows of the application.

use std::sync::Arc;

use api_callbacks::{OnChange, RecordChanged, Refetch, StoreFuture};
use api_journal::rows::{Put, Row, SharedStore};
use rusqlite::Transaction;

use crate::store::SqliteStore;

/// What the application does with a change, in the transaction that records it.
struct InTransaction<F> {
    store: SqliteStore,
    function: Arc<F>,
}

impl SqliteStore {
    /// What is done with each change of a record, for a [`Handler`](api_callbacks::Handler).
    ///
    /// The function gets each change once, in the transaction that records it: the rows that it
    /// writes are committed with it. It must not send anything, since the transaction can fail after
    /// it.
    ///
    /// ```
    /// use api_callbacks::{OnChange, RecordChanged, Refetch};
    /// use store_sqlite::SqliteStore;
    ///
    /// fn orders<R: Refetch>(store: &SqliteStore) -> impl OnChange<R> + use<R> {
    ///     store.on_change(|transaction, change: &RecordChanged<R>| {
    ///         let sql = "UPDATE orders SET state = ?1 WHERE reference = ?2";
    ///         transaction.execute(sql, (change.state.to_string(), &change.reference))?;
    ///         Ok(())
    ///     })
    /// }
    /// ```
    pub fn on_change<R, F>(&self, function: F) -> impl OnChange<R> + use<R, F>
    where
        R: Refetch,
        F: Fn(&Transaction<'_>, &RecordChanged<R>) -> Result<(), api_callbacks::BoxError>
            + Send
            + Sync
            + 'static,
    {
        InTransaction {
            store: self.clone(),
            function: Arc::new(function),
        }
    }
}

impl<R, F> OnChange<R> for InTransaction<F>
where
    R: Refetch,
    F: Fn(&Transaction<'_>, &RecordChanged<R>) -> Result<(), api_callbacks::BoxError>
        + Send
        + Sync
        + 'static,
{
    fn rows(&self) -> &SharedStore {
        &self.store
    }

    fn commit<'a>(&'a self, row: &'a Row, change: Arc<RecordChanged<R>>) -> StoreFuture<'a, bool> {
        let (store, function) = (self.store.clone(), Arc::clone(&self.function));
        let put = Put::new(row.clone());
        Box::pin(self.store.transaction(move |transaction| {
            let put = store.rows_in(transaction).put(&put);
            if put.map_err(|error| store.error(error))?.is_none() {
                return Ok(false);
            }
            function(transaction, &change)?;
            Ok(true)
        }))
    }
}
