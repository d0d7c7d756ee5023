//! The store is a journal.

use std::time::Duration;

use api_journal::{Begun, Entry, Filter, Intent, Journal, RequestDigest, Scope, Worker};
use store_sqlite::{SqliteStore, StoreError, rusqlite};

/// An intent with this key.
fn intent(key: &str) -> Intent {
    let digest = RequestDigest::new("7", [], None, &[]);
    let scope = Scope::new("shop", "Staging", "12");
    Intent::new(scope, "orders.create", key, digest, 1)
}

async fn open(directory: &tempfile::TempDir) -> SqliteStore {
    let path = directory.path().join("api.db");
    SqliteStore::open(path).await.unwrap()
}

async fn entry(store: &SqliteStore, key: &str) -> Option<Entry> {
    Journal::new(store.clone())
        .entry(&intent(key).id)
        .await
        .unwrap()
}

#[tokio::test]
async fn an_intent_is_committed_with_the_rows_of_the_application() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    let mut connection = store.connect().unwrap();
    connection
        .execute_batch("CREATE TABLE orders (id TEXT)")
        .unwrap();
    for commit in [false, true] {
        let transaction = connection.transaction().unwrap();
        transaction
            .execute("INSERT INTO orders VALUES ('order-1')", ())
            .unwrap();
        let intent = intent("order-1").prepared();
        let begun = store.begin_in(&transaction, &intent).unwrap();
        assert!(matches!(begun, Begun::New(_)));
        match commit {
            true => transaction.commit().unwrap(),
            false => transaction.rollback().unwrap(),
        }
        assert_eq!(entry(&store, "order-1").await.is_some(), commit);
    }
}

/// During an upgrade, an instance reads rows of the next version.
#[tokio::test]
async fn rows_that_cannot_be_read_are_listed_and_stop_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    let journal = Journal::new(store.clone());
    for key in ["1", "2", "3"] {
        journal.begin(&intent(key), Duration::ZERO).await.unwrap();
    }
    let connection = store.connect().unwrap();
    let sql = "UPDATE api_store_rows SET body = 'later' WHERE body LIKE '%\"key\":\"1\"%'";
    assert_eq!(connection.execute(sql, ()).unwrap(), 1);
    let sql = "UPDATE api_store_rows SET body = json_set(body, '$.state', 'half_done', '$.format', 2) \
         WHERE body LIKE '%\"key\":\"2\"%'";
    assert_eq!(connection.execute(sql, ()).unwrap(), 1);
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let filter = Filter::for_people();
        let listed = journal.list(&filter, after.as_ref(), 1).await.unwrap();
        let entry = listed.entries.into_iter().next().unwrap();
        found.push(entry.map(|entry| entry.key).map_err(|row| row.id));
        after = listed.next;
        if after.is_none() {
            break;
        }
    }
    found.sort();
    let id = intent("1").id.to_string();
    assert_eq!(found, [Ok("2".to_owned()), Ok("3".to_owned()), Err(id)]);
    let gauges = Worker::new(journal).round().await.unwrap();
    assert_eq!(gauges.for_people, 3);
    assert!(gauges.failures.is_empty(), "{gauges:?}");
}

#[tokio::test]
async fn a_transaction_of_the_store_is_committed_or_rolled_back() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    let begin = |key: &'static str, error: Option<&'static str>| {
        let inner = store.clone();
        store.transaction(move |transaction| {
            let _ = inner.begin_in(transaction, &intent(key))?;
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

#[tokio::test(flavor = "current_thread")]
async fn a_call_that_waits_for_another_process_does_not_block_the_runtime() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    let journal = Journal::new(store.clone());
    // Another process holds the only lock for writing.
    let other = store.connect().unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let intent = intent("order-1");
    let begin = journal.begin(&intent, Duration::from_secs(60));
    let release = async {
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        other.execute_batch("COMMIT").unwrap();
    };
    let (begun, ()) = tokio::join!(begin, release);
    assert!(matches!(begun.unwrap(), Begun::New(_)));
}

#[tokio::test]
async fn a_full_disk_is_an_error_that_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    let journal = Journal::new(store.clone());
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
    intent.names = vec![("note".to_owned(), "x".repeat(1 << 20))];
    let error = journal
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
    let begun = journal
        .begin(&intent, Duration::from_secs(60))
        .await
        .unwrap();
    assert!(matches!(begun, Begun::New(_)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_waits_for_no_transaction() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    let journal = Journal::new(store.clone());
    journal
        .begin(&intent("order-1"), Duration::ZERO)
        .await
        .unwrap();
    let (begun, is_begun) = tokio::sync::oneshot::channel();
    let (end, ends) = std::sync::mpsc::channel::<()>();
    let running = store.clone();
    let transaction = tokio::spawn(async move {
        let waits = running.transaction(move |_| {
            begun.send(()).unwrap();
            ends.recv().unwrap();
            Ok::<_, StoreError>(())
        });
        waits.await.unwrap();
    });
    is_begun.await.unwrap();
    assert_eq!(
        journal
            .list(&Filter::all(), None, 10)
            .await
            .unwrap()
            .entries
            .len(),
        1
    );
    end.send(()).unwrap();
    transaction.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_that_is_dropped_ends() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).await;
    let journal = Journal::new(store.clone());
    // A list without an end.
    let connection = store.connect().unwrap();
    let endless = "ALTER TABLE api_store_rows RENAME TO entries;
        CREATE VIEW api_store_rows AS WITH RECURSIVE numbers (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT entries.* FROM numbers, entries WHERE n < 0;";
    journal
        .begin(&intent("order-1"), Duration::ZERO)
        .await
        .unwrap();
    connection.execute_batch(endless).unwrap();
    let filter = Filter::all();
    let list = journal.list(&filter, None, 10);
    // A list that runs holds up checkpoints of later changes. Twice: it reads the schema first.
    let runs = async {
        connection.busy_timeout(Duration::ZERO).unwrap();
        let mut busy = 0;
        while busy < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let change = "UPDATE entries SET revision = revision";
            connection.execute(change, ()).unwrap();
            let checkpoint = "PRAGMA wal_checkpoint(RESTART)";
            let is_busy: bool = connection
                .query_row(checkpoint, (), |row| row.get("busy"))
                .unwrap();
            busy = if is_busy { busy + 1 } else { 0 };
        }
    };
    tokio::select! {
        listed = list => panic!("{listed:?}"),
        () = runs => {}
    }

    let again = "DROP VIEW api_store_rows; ALTER TABLE entries RENAME TO api_store_rows;";
    connection.execute_batch(again).unwrap();
    let listed = tokio::time::timeout(Duration::from_secs(30), journal.list(&filter, None, 10));
    let listed = listed.await.expect("the first list has ended");
    assert_eq!(listed.unwrap().entries.len(), 1);
}
