//! The states of orders, as the venue's callbacks report them.

use pos_v1_client::GetIncomingOrder;
use pos_v1_client::callback::{Handler, ReadOutcome, ReadReport, RecordChanged, StoreError};
use store_sqlite::rusqlite::{Transaction, params};
use store_sqlite::{SqliteCallbacks, SqliteStore};

/// The orders whose callbacks are accepted, and their queue. All instances share them, so that each
/// change is recorded once.
pub(crate) type Orders = SqliteCallbacks<GetIncomingOrder>;

pub(crate) fn orders(store: &SqliteStore, venue: &str) -> Orders {
    let on_change = |transaction: &Transaction<'_>, change: &RecordChanged<GetIncomingOrder>| {
        // What the service does about a new state is part of this transaction.
        let sql = "UPDATE orders SET id = ?1, state = ?2 WHERE reference = ?3";
        let row = params![change.id, change.state.to_string(), change.reference];
        transaction.execute(sql, row)?;
        Ok(())
    };
    store.callbacks(&format!("orders/{venue}"), on_change)
}

/// Reads the orders whose callbacks were missed while no instance was running, and then those that
/// are queued.
pub(crate) async fn receive_forever(store: SqliteStore, receiver: Handler<GetIncomingOrder>) {
    match open_orders(&store).await {
        Ok(ids) => {
            for id in ids {
                receiver.refetch(id).await;
            }
        }
        Err(error) => eprintln!("callbacks: {error}"),
    }
    let report = |read: &ReadReport| {
        if matches!(
            read.outcome(),
            ReadOutcome::Postponed | ReadOutcome::GivenUp
        ) {
            eprintln!("callbacks: {read}");
        }
    };
    receiver.run_with(report).await;
}

/// The orders whose state may still change. The documents do not list the final states: this is what
/// the service believes.
async fn open_orders(store: &SqliteStore) -> Result<Vec<i64>, StoreError> {
    let select = |transaction: &Transaction<'_>| -> Result<_, StoreError> {
        let sql = "SELECT id FROM orders WHERE id IS NOT NULL AND state <> 'delivered'";
        let mut select = transaction.prepare(sql)?;
        let ids = select.query_map([], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    };
    store.transaction(select).await
}
