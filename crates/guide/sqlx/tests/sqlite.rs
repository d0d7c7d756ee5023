//! An order and its intent are one commit of sqlx in a file of SQLite.

mod venue;

use guide_sqlx::orders::{new_order, send};
use guide_sqlx::sqlite::{begin, migrate, open};
use pos_v1_client::journal::{Journal as _, JournalClient as _, SendError, State};
use store_sqlite::SqliteStore;

use crate::venue::Venue;

#[tokio::test]
async fn order_and_intent_are_one_commit() -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("shop.db");
    let pool = open(&path).await?;
    sqlx::raw_sql("CREATE TABLE orders (reference TEXT PRIMARY KEY)")
        .execute(&pool)
        .await?;
    let mut connection = pool.acquire().await?;
    migrate(&mut connection).await?;
    migrate(&mut connection).await?;
    drop(connection);
    // Its connection is not sqlx's. The store finds its migrations applied.
    let store = SqliteStore::open(&path).await?;
    let venue = Venue::new(&["WEB-2"]);

    for (reference, is_committed) in [("WEB-1", false), ("WEB-2", true)] {
        let order = new_order(reference);
        let intent = venue.client.prepare(&store, reference, &order)?;
        let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query("INSERT INTO orders VALUES (?1)")
            .bind(reference)
            .execute(&mut *transaction)
            .await?;
        assert!(begin(&mut transaction, &intent, store.lease()).await?);
        assert!(!begin(&mut transaction, &intent, store.lease()).await?);
        match is_committed {
            true => transaction.commit().await?,
            false => transaction.rollback().await?,
        }
        let id = intent.id.clone();
        let sent = send(&venue.client, &store, intent, order).await;
        let state = store.entry(&id).await?.map(|entry| entry.state);
        match is_committed {
            true => assert!(sent?, "{reference}"),
            false => assert!(matches!(sent, Err(SendError::NotPrepared(_))), "{sent:?}"),
        }
        assert_eq!(state, is_committed.then_some(State::Done));
    }
    assert_eq!(venue.requests(), 1);
    let orders: Vec<String> = sqlx::query_scalar("SELECT reference FROM orders")
        .fetch_all(&pool)
        .await?;
    assert_eq!(orders, ["WEB-2"]);
    Ok(())
}
