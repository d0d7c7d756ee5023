//! The callback store passes the suite that all stores pass.

use api_callbacks::{CallbackStore as _, RecordChanged, StoreError};
use store_conformance::{CallbackDatabase, ReadRecord};
use store_sqlite::{SqliteCallbacks, SqliteStore, rusqlite};
use tempfile::TempDir;

struct Database(TempDir);

impl Database {
    async fn new() -> Self {
        let database = Self(tempfile::tempdir().unwrap());
        let connection = database.store().await.connect().unwrap();
        let table = "CREATE TABLE reports (name TEXT, id TEXT, state TEXT)";
        connection.execute_batch(table).unwrap();
        database
    }

    async fn store(&self) -> SqliteStore {
        let path = self.0.path().join("api.db");
        SqliteStore::open(path).await.unwrap()
    }
}

impl CallbackDatabase for Database {
    type Store = SqliteCallbacks<ReadRecord>;

    async fn open(&self, name: &str) -> Self::Store {
        let receiver = name.to_owned();
        let store = self.store().await;
        store.callbacks(
            name,
            move |transaction, change: &RecordChanged<ReadRecord>| {
                let row = (&receiver, &change.id, change.state.to_string());
                transaction.execute("INSERT INTO reports VALUES (?1, ?2, ?3)", row)?;
                match change.state.to_string().as_str() {
                    "refused" => Err("the application refused it".into()),
                    _ => Ok(()),
                }
            },
        )
    }

    async fn expect(&self, store: &Self::Store, reference: &str) -> Result<(), StoreError> {
        store.expect(reference).await
    }

    async fn confirm(
        &self,
        store: &Self::Store,
        reference: &str,
        id: &str,
    ) -> Result<(), StoreError> {
        store.confirm(reference, &id.to_owned()).await
    }

    async fn id(&self, store: &Self::Store, reference: &str) -> Result<Option<String>, StoreError> {
        store.id(reference).await
    }

    async fn forget(&self, store: &Self::Store, reference: &str) -> Result<(), StoreError> {
        store.forget(reference).await
    }

    async fn reports(&self, name: &str) -> Vec<(String, String)> {
        let connection = self.store().await.connect().unwrap();
        let sql = "SELECT id, state FROM reports WHERE name = ?1 ORDER BY rowid";
        let mut select = connection.prepare(sql).unwrap();
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let rows = select.query_map([name], row).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_callback_store_passes_the_conformance_suite() {
    store_conformance::callbacks(&Database::new().await).await;
}

#[tokio::test]
async fn a_record_is_expected_in_the_transaction_of_the_order() {
    let (database, other) = (Database::new().await, Database::new().await);
    let orders = database.open("orders").await;
    let mut connection = database.store().await.connect().unwrap();
    let id = "7".to_owned();

    let transaction = connection.transaction().unwrap();
    orders.expect_in(&transaction, "WEB-7").unwrap();
    transaction.rollback().unwrap();
    assert!(!orders.heard(&id, Some("WEB-7")).await.unwrap());

    let transaction = connection.transaction().unwrap();
    orders.expect_in(&transaction, "WEB-7").unwrap();
    transaction.commit().unwrap();
    assert!(orders.heard(&id, Some("WEB-7")).await.unwrap());

    let mut connection = other.store().await.connect().unwrap();
    let transaction = connection.transaction().unwrap();
    let error = orders.expect_in(&transaction, "WEB-8").unwrap_err();
    let expected = "expected a transaction of this file";
    assert!(error.to_string().contains(expected), "{error}");
}
