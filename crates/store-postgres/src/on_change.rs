//! Changes of records, in one transaction with the rows of the application.

use std::ops::DerefMut;
use std::sync::Arc;

use api_callbacks::{OnChange, RecordChanged, Refetch, StoreFuture};
use api_journal::rows::{Put, Row, SharedStore};
use tokio_postgres::{Client, IsolationLevel, Transaction};

use crate::connections::Connections;
use crate::error::StoreError;
use crate::store::PostgresStore;

/// What the application does with a change, in the transaction that records it.
struct InTransaction<C, F> {
    store: PostgresStore<C>,
    function: F,
}

impl<C: Connections> PostgresStore<C> {
    /// What is done with each change of a record, for a [`Handler`](api_callbacks::Handler).
    ///
    /// The function gets each change once, in the transaction that records it: the rows that it
    /// writes are committed with it. It must not send anything, since the transaction can fail after
    /// it.
    ///
    /// The connections come from a pool whose guards give exclusive access (`DerefMut`). The transaction
    /// is `READ COMMITTED`, whatever the default of the database is.
    ///
    /// ```
    /// use std::ops::DerefMut;
    ///
    /// use api_callbacks::{OnChange, RecordChanged, Refetch};
    /// use store_postgres::{Connections, PostgresStore};
    ///
    /// fn orders<R: Refetch, C>(store: PostgresStore<C>) -> impl OnChange<R>
    /// where
    ///     C: Connections,
    ///     for<'c> C::Connection<'c>: DerefMut,
    /// {
    ///     store.on_change(|transaction, change: &RecordChanged<R>| {
    ///         let state = change.state.to_string();
    ///         Box::pin(async move {
    ///             let sql = "UPDATE orders SET state = $1 WHERE reference = $2";
    ///             transaction.execute(sql, &[&state, &change.reference]).await?;
    ///             Ok(())
    ///         })
    ///     })
    /// }
    /// ```
    pub fn on_change<R, F>(self, function: F) -> impl OnChange<R> + use<R, C, F>
    where
        R: Refetch,
        F: for<'a> Fn(&'a Transaction<'a>, &'a RecordChanged<R>) -> StoreFuture<'a, ()>
            + Send
            + Sync
            + 'static,
        for<'c> C::Connection<'c>: DerefMut,
    {
        InTransaction {
            store: self,
            function,
        }
    }
}

impl<R, C, F> OnChange<R> for InTransaction<C, F>
where
    R: Refetch,
    C: Connections,
    F: for<'a> Fn(&'a Transaction<'a>, &'a RecordChanged<R>) -> StoreFuture<'a, ()>
        + Send
        + Sync
        + 'static,
    for<'c> C::Connection<'c>: DerefMut,
{
    fn rows(&self) -> &SharedStore {
        &self.store
    }

    fn commit<'a>(&'a self, row: &'a Row, change: Arc<RecordChanged<R>>) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let mut connection = self.store.connection().await?;
            let client: &mut Client = &mut connection;
            let transaction = client.build_transaction();
            let transaction = transaction.isolation_level(IsolationLevel::ReadCommitted);
            let transaction = transaction.start().await.map_err(StoreError::new)?;
            match self
                .store
                .rows_in(&transaction)
                .put(&Put::new(row.clone()))
                .await
            {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(false),
                Err(error) if error.is_overtaken() => return Ok(false),
                Err(error) => return Err(error.into()),
            }
            (self.function)(&transaction, &change).await?;
            transaction.commit().await.map_err(StoreError::new)?;
            Ok(true)
        })
    }
}
