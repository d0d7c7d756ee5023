//! The store is a journal.

use std::time::Duration;

use api_journal_next::{Begun, Entry, Filter, Intent, Journal, RequestDigest, Scope, Worker};
use store_sqlite::next::statements;
use store_sqlite::{SqliteStore, rusqlite};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_passes_the_conformance_suite() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    store_conformance::entries(async || SqliteStore::open(&path).await.unwrap()).await;
}

/// An intent with this key.
fn intent(key: &str) -> Intent {
    let digest = RequestDigest::from_stored(1, &[7; 32]).unwrap();
    let scope = Scope::new("shop", "Staging", "12");
    Intent::new(scope, "orders.create", key, digest, 1)
}

async fn entry(store: &SqliteStore, key: &str) -> Option<Entry> {
    let filter = Filter::entry(intent(key).id);
    store
        .list(&filter, None, 1)
        .await
        .unwrap()
        .into_entry()
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
        let begun = store.prepare_in(&transaction, &intent).unwrap();
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
    for key in ["1", "2", "3"] {
        store.begin(&intent(key), Duration::ZERO).await.unwrap();
    }
    let connection = store.connect().unwrap();
    let sql = "UPDATE api_store_entries SET details = 'later' WHERE key = '1'";
    connection.execute(sql, ()).unwrap();
    let sql = "UPDATE api_store_entries SET state = 'half_done', format = 2 WHERE key = '2'";
    connection.execute(sql, ()).unwrap();
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let listed = store
            .list(&Filter::open(), after.as_ref(), 1)
            .await
            .unwrap();
        assert_eq!(listed.count, 3);
        let entry = listed.entries.into_iter().next().unwrap();
        found.push(
            entry
                .map(|entry| entry.key)
                .map_err(|unreadable| unreadable.id),
        );
        after = listed.next;
        if after.is_none() {
            break;
        }
    }
    found.sort();
    let id = intent("1").id.to_string();
    assert_eq!(found, [Ok("2".to_owned()), Ok("3".to_owned()), Err(id)]);
    let gauges = Worker::new(store).round().await.unwrap();
    assert_eq!((gauges.open, gauges.for_people), (3, 3));
}

#[tokio::test]
async fn pruning_and_lists_use_their_indexes() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    let connection = store.connect().unwrap();
    let plan = |sql: &str| -> String {
        let mut explain = connection
            .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
            .unwrap();
        let count = explain.parameter_count();
        let parameters = rusqlite::params_from_iter(vec![1_i64; count]);
        let rows = explain
            .query_map(parameters, |row| row.get::<_, String>(3))
            .unwrap();
        rows.collect::<Result<Vec<_>, _>>().unwrap().join("; ")
    };
    let old = plan(statements::OLD);
    assert!(
        old.contains("USING INDEX api_store_entries_settled"),
        "{old}"
    );
    let select = plan(statements::SELECT);
    assert!(select.contains("USING INDEX sqlite_autoindex"), "{select}");
}
