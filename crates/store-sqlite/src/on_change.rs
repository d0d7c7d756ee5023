//! Changes of records, in one transaction with the rows of the application.

use std::sync::Arc;

use api_callbacks::{OnChange, RecordChanged, Records, Refetch, StoreFuture};
use api_journal::rows::{Put, Row, SharedStore};
use rusqlite::Transaction;

use crate::error::StoreError;
use crate::store::SqliteStore;

/// What the application does with a change, in the transaction that records it.
struct InTransaction<F> {
    store: SqliteStore,
    function: Arc<F>,
}

impl SqliteStore {
    /// What is done with each change of a record, for [`Records`](api_callbacks::Records) in this file.
    ///
    /// The function gets each change once, in the transaction that records it: the rows that it
    /// writes are committed with it. It must not send anything, since the transaction can fail after
    /// it.
    ///
    /// ```
    /// use api_callbacks::{RecordChanged, Records, Refetch};
    /// use store_sqlite::SqliteStore;
    ///
    /// fn orders<R: Refetch>(store: &SqliteStore) -> Records<R> {
    ///     let on_change = store.on_change(|transaction, change: &RecordChanged<R>| {
    ///         let sql = "UPDATE orders SET state = ?1 WHERE id = ?2";
    ///         transaction.execute(sql, [change.state.to_string(), change.id.to_string()])?;
    ///         Ok(())
    ///     });
    ///     Records::new("pos-v3/venue-12", on_change)
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

    /// Expects a record with this reference, in a transaction of the caller:
    /// [`Records::expect`](api_callbacks::Records::expect).
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the transaction is of another file. Roll it back then.
    pub fn expect_in<R: Refetch>(
        &self,
        transaction: &Transaction<'_>,
        records: &Records<R>,
        reference: &str,
    ) -> Result<(), StoreError> {
        self.check(transaction)?;
        let rows = self.rows_in(transaction);
        let expected = api_callbacks::rules::expect(&rows, records.receiver(), reference);
        self.ran(expected)?.map_err(|error| self.error_of(error))
    }

    /// Confirms that the record with this reference has this id, in a transaction of the
    /// caller: [`Records::confirm`](api_callbacks::Records::confirm).
    ///
    /// # Errors
    ///
    /// Those of [`expect_in`](Self::expect_in).
    pub fn confirm_in<R: Refetch>(
        &self,
        transaction: &Transaction<'_>,
        records: &Records<R>,
        reference: &str,
        id: &R::Id,
    ) -> Result<(), StoreError> {
        self.check(transaction)?;
        let (rows, id) = (self.rows_in(transaction), id.to_string());
        let confirmed = api_callbacks::rules::confirm(&rows, records.receiver(), reference, &id);
        self.ran(confirmed)?.map_err(|error| self.error_of(error))
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
