//! The store passes the suite of checkpoint stores, and checkpoints are committed with the records that they cover.

use api_runtime::{Checkpoint, CheckpointStore};
use store_sqlite::SqliteStore;

fn checkpoint(day: u32) -> Checkpoint {
    format!("2026-01-{day:02}T09:30:00Z").parse().unwrap()
}

#[tokio::test]
async fn the_checkpoint_store_passes_the_conformance_suite() {
    let directory = tempfile::tempdir().unwrap();
    store_conformance::checkpoints(async |name| {
        let path = directory.path().join("api.db");
        let store = SqliteStore::open(path).await.unwrap();
        store.checkpoint_store(name).unwrap()
    })
    .await;
}

#[tokio::test]
async fn a_checkpoint_is_committed_with_the_records_it_covers() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    assert_eq!(store.checkpoint("venue-7/customers").await.unwrap(), None);
    store
        .save_checkpoint("venue-7/customers", &checkpoint(1))
        .await
        .unwrap();

    let mut connection = store.connect().unwrap();
    let transaction = connection.transaction().unwrap();
    store
        .save_checkpoint_in(&transaction, "venue-7/customers", &checkpoint(2))
        .unwrap();
    transaction.rollback().unwrap();
    let saved = store.checkpoint("venue-7/customers").await.unwrap();
    assert_eq!(saved, Some(checkpoint(1)));

    let transaction = connection.transaction().unwrap();
    store
        .save_checkpoint_in(&transaction, "venue-7/customers", &checkpoint(3))
        .unwrap();
    transaction.commit().unwrap();
    let saved = store.checkpoint("venue-7/customers").await.unwrap();
    assert_eq!(saved, Some(checkpoint(3)));
    assert_eq!(store.checkpoint("venue-8/customers").await.unwrap(), None);
}

#[tokio::test]
async fn a_sync_stores_its_checkpoint() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let mut one = store.checkpoint_store("orders").unwrap();
    assert_eq!(one.load().unwrap(), None);
    one.save(&checkpoint(1)).unwrap();
    drop((one, store));

    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(
        store.checkpoint("orders").await.unwrap(),
        Some(checkpoint(1))
    );
    let connection = store.connect().unwrap();
    connection
        .execute("UPDATE api_store_checkpoints SET checkpoint = 'x'", ())
        .unwrap();
    let error = store
        .checkpoint_store("orders")
        .unwrap()
        .load()
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with(&format!("{}: invalid checkpoint", path.display())),
        "{error}"
    );
}
