//! Changes of records, in one transaction with the rows of the application.

use std::ops::DerefMut;
use std::sync::Arc;

use api_callbacks::{OnChange, RecordChanged, Records, Refetch, StoreFuture};
use api_journal::rows::{Put, Row, SharedStore};
use tokio_postgres::{Client, GenericClient, IsolationLevel, Transaction};

use crate::connections::Connections;
use crate::error::StoreError;
use crate::store::PostgresStore;

/// What the application does with a change, in the transaction that records it.
struct InTransaction<C, F> {
    store: PostgresStore<C>,
    function: F,
}

impl<C: Connections> PostgresStore<C> {
    /// What is done with each change of a record, for [`Records`](api_callbacks::Records) in this database.
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
    /// use api_callbacks::{RecordChanged, Records, Refetch};
    /// use store_postgres::{Connections, PostgresStore};
    ///
    /// fn orders<R: Refetch, C>(store: PostgresStore<C>) -> Records<R>
    /// where
    ///     C: Connections,
    ///     for<'c> C::Connection<'c>: DerefMut,
    /// {
    ///     let on_change = store.on_change(|transaction, change: &RecordChanged<R>| {
    ///         let (id, state) = (change.id.to_string(), change.state.to_string());
    ///         Box::pin(async move {
    ///             let sql = "UPDATE orders SET state = $1 WHERE id = $2";
    ///             transaction.execute(sql, &[&state, &id]).await?;
    ///             Ok(())
    ///         })
    ///     });
    ///     Records::new("pos-v3/venue-12", on_change)
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

    /// Expects a record with this reference, in the transaction of the caller or with a
    /// client: [`Records::expect`](api_callbacks::Records::expect).
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails. Roll the transaction back then.
    pub async fn expect_in<R: Refetch>(
        &self,
        client: &(impl GenericClient + Sync),
        records: &Records<R>,
        reference: &str,
    ) -> Result<(), StoreError> {
        let rows = self.rows_in(client);
        let expected = api_callbacks::rules::expect(&rows, records.receiver(), reference);
        expected.await.map_err(StoreError::of)
    }

    /// Confirms that the record with this reference has this id, in the transaction of the
    /// caller or with a client: [`Records::confirm`](api_callbacks::Records::confirm).
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails. Roll the transaction back then.
    pub async fn confirm_in<R: Refetch>(
        &self,
        client: &(impl GenericClient + Sync),
        records: &Records<R>,
        reference: &str,
        id: &R::Id,
    ) -> Result<(), StoreError> {
        let (rows, id) = (self.rows_in(client), id.to_string());
        let confirmed = api_callbacks::rules::confirm(&rows, records.receiver(), reference, &id);
        confirmed.await.map_err(StoreError::of)
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
