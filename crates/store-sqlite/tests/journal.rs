//! The store is a journal, alone and in transactions of the application.

use std::time::{Duration, Instant};

use api_journal::{Begun, Entry, Intent, Journal, RequestDigest, Scope, State};
use store_sqlite::{SqliteStore, StoreError, rusqlite};
use tempfile::TempDir;

fn intent(key: &str) -> Intent {
    Intent::new(
        Scope::new("shop", "Staging", "12"),
        "create_order",
        key,
        RequestDigest::from_bytes(&[7; 32]).unwrap(),
        State::Prepared,
        "process-1",
    )
}

async fn open(directory: &TempDir) -> SqliteStore {
    SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap()
}

async fn entry(store: &SqliteStore, key: &str) -> Option<Entry> {
    store.entry(&intent(key).id).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_passes_the_conformance_suite() {
    let directory = tempfile::tempdir().unwrap();
    store_conformance::journal(async || open(&directory).await).await;
}

#[tokio::test]
async fn an_intent_is_committed_with_the_rows_of_the_application() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    let mut connection = store.connect().unwrap();
    connection
        .execute_batch("CREATE TABLE orders (id TEXT)")
        .unwrap();

    let transaction = connection.transaction().unwrap();
    transaction
        .execute("INSERT INTO orders VALUES ('order-1')", ())
        .unwrap();
    let begun = store.begin_in(&transaction, &intent("order-1")).unwrap();
    assert!(matches!(begun, Begun::New(_)));
    transaction.rollback().unwrap();
    assert_eq!(entry(&store, "order-1").await, None);

    let transaction = connection.transaction().unwrap();
    transaction
        .execute("INSERT INTO orders VALUES ('order-1')", ())
        .unwrap();
    let Begun::New(new) = store.begin_in(&transaction, &intent("order-1")).unwrap() else {
        panic!("expected a new entry");
    };
    transaction.commit().unwrap();
    assert_eq!(entry(&store, "order-1").await, Some(new));
}

#[tokio::test]
async fn a_transaction_of_the_store_is_committed_or_rolled_back() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    let begin = |key: &'static str, error: Option<&'static str>| {
        let inner = store.clone();
        store.transaction(move |transaction| {
            inner.begin_in(transaction, &intent(key))?;
            error.map_or(Ok(()), |error| {
                Err(Box::<dyn std::error::Error + Send + Sync>::from(error))
            })
        })
    };
    begin("order-1", Some("no stock")).await.unwrap_err();
    begin("order-2", None).await.unwrap();
    assert_eq!(entry(&store, "order-1").await, None);
    assert!(entry(&store, "order-2").await.is_some());
}

#[tokio::test]
async fn a_transaction_that_is_not_durable_or_of_another_file_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;

    let mut other = rusqlite::Connection::open(directory.path().join("other.db")).unwrap();
    let error = store
        .begin_in(&other.transaction().unwrap(), &intent("order-1"))
        .unwrap_err();
    let path = directory.path().join("api.db").display().to_string();
    let other = directory.path().join("other.db").display().to_string();
    let expected = format!("{path}: expected a transaction of this file, found one of `{other}`");
    assert_eq!(error.to_string(), expected);

    let mut connection = store.connect().unwrap();
    connection
        .pragma_update(None, "synchronous", "NORMAL")
        .unwrap();
    let error = store.begin_in(&connection.transaction().unwrap(), &intent("order-1"));
    let expected = "expected a connection with `PRAGMA synchronous=FULL`, found 1";
    assert_eq!(
        error.unwrap_err().to_string(),
        format!("{path}: {expected}")
    );
}

#[tokio::test]
async fn commits_survive_a_power_cut() {
    let directory = tempfile::tempdir().unwrap();
    let connection = open(&directory).await.connect().unwrap();
    let pragma = |name: &str| {
        connection.pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
    };
    assert_eq!(pragma("journal_mode").unwrap(), "wal".to_owned().into());
    assert_eq!(pragma("synchronous").unwrap(), 2.into());
}

#[tokio::test(flavor = "current_thread")]
async fn a_call_that_waits_for_another_process_does_not_block_the_runtime() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    // Another process holds the only lock for writing.
    let other = store.connect().unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let started = Instant::now();
    let intent = intent("order-1");
    let begin = store.begin(&intent, Duration::from_secs(60));
    let release = async {
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(started.elapsed() < Duration::from_secs(5));
        other.execute_batch("COMMIT").unwrap();
    };
    let (begun, ()) = tokio::join!(begin, release);
    assert!(matches!(begun.unwrap(), Begun::New(_)));
}

#[tokio::test]
async fn a_full_disk_is_an_error_that_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    // A limit of pages fails as a full disk does.
    let limit = |pages: i64| {
        store.transaction(move |transaction| {
            let set = transaction
                .pragma_update_and_check(None, "max_page_count", pages, |row| row.get::<_, i64>(0));
            set.map(|_| ()).unwrap();
            Ok::<_, StoreError>(())
        })
    };
    limit(1).await.unwrap();
    let mut intent = intent("order-1");
    intent.sealed_request = Some(vec![1; 1 << 20]);
    let error = store
        .begin(&intent, Duration::from_secs(60))
        .await
        .unwrap_err();
    let path = directory.path().join("api.db").display().to_string();
    assert_eq!(
        error.to_string(),
        format!("journal: {path}: database or disk is full")
    );
    assert_eq!(entry(&store, "order-1").await, None);

    limit(100_000).await.unwrap();
    let begun = store.begin(&intent, Duration::from_secs(60)).await.unwrap();
    assert!(matches!(begun, Begun::New(_)));
}
