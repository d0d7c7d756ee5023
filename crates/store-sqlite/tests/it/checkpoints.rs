//! Checkpoints are committed with the records that they cover.

use api_runtime::Checkpoint;
use store_sqlite::SqliteStore;

fn checkpoint(day: u32) -> Checkpoint {
    format!("2026-01-{day:02}T09:30:00Z").parse().unwrap()
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
async fn a_text_that_is_no_checkpoint_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let store = SqliteStore::open(&path).await.unwrap();
    store
        .save_checkpoint("orders", &checkpoint(1))
        .await
        .unwrap();
    let connection = store.connect().unwrap();
    connection
        .execute(
            "UPDATE api_store_rows SET body = '{\"checkpoint\":\"x\"}'",
            (),
        )
        .unwrap();
    let error = store.checkpoint("orders").await.unwrap_err().to_string();
    let expected = format!("{}: invalid checkpoint", path.display());
    assert!(error.starts_with(&expected), "{error}");
}
