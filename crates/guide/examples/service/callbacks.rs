//! The states of orders, as the venue's callbacks report them.

use pos_v1_client::GetIncomingOrder;
use pos_v1_client::callback::{CallbackStore, Handler, KnownRecord, RecordChanged, StoreError};
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::{OptionalExtension, Transaction, params};

/// The table of orders. All instances share it, so that each change is recorded once.
#[derive(Clone)]
pub(crate) struct Orders(pub(crate) SqliteStore);

/// Reads the orders whose callbacks were missed while no instance was running, and then those whose
/// read failed.
pub(crate) async fn receive_forever(receiver: Handler<GetIncomingOrder, Orders>) {
    match receiver.store().open_orders().await {
        Ok(ids) => {
            for id in ids {
                receiver.refetch(id).await;
            }
        }
        Err(error) => eprintln!("callbacks: {error}"),
    }
    receiver.run().await;
}

impl Orders {
    /// The orders whose state may still change. The documents do not list the final states: these are
    /// what this service believes.
    async fn open_orders(&self) -> Result<Vec<i64>, StoreError> {
        let select = |transaction: &Transaction<'_>| -> Result<_, StoreError> {
            let sql = "SELECT id FROM orders WHERE id IS NOT NULL AND state <> 'delivered'";
            let mut select = transaction.prepare(sql)?;
            let ids = select.query_map([], |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        };
        self.0.transaction(select).await
    }
}

impl CallbackStore<GetIncomingOrder> for Orders {
    async fn find(
        &self,
        id: &i64,
        reference: Option<&str>,
    ) -> Result<Option<KnownRecord>, StoreError> {
        let (id, reference) = (*id, reference.map(str::to_owned));
        let select = move |transaction: &Transaction<'_>| -> Result<_, StoreError> {
            // Until the response of its creation has the id, an order is known by its reference.
            let sql =
                "SELECT reference FROM orders WHERE id = ?1 OR (id IS NULL AND reference = ?2)";
            let row = transaction.query_row(sql, params![id, reference], |row| row.get(0));
            let reference: Option<String> = row.optional()?;
            Ok(reference.map(KnownRecord::with_reference))
        };
        self.0.transaction(select).await
    }

    async fn record_change(
        &self,
        change: RecordChanged<GetIncomingOrder>,
    ) -> Result<bool, StoreError> {
        let (id, state) = (change.id, change.state.to_string());
        let update = move |transaction: &Transaction<'_>| -> Result<_, StoreError> {
            let sql = "UPDATE orders SET id = ?1, state = ?2 WHERE reference = ?3 AND state <> ?2";
            let changed = transaction.execute(sql, params![id, state, change.reference])?;
            // What the service does about a new state belongs into this transaction.
            Ok(changed == 1)
        };
        self.0.transaction(update).await
    }
}
