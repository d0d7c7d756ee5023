//! The callback store and its queue pass the suites that all stores pass.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use api_callbacks::StoreError;
use store_conformance::{CallbackDatabase, QueueDatabase, ReadRecord};
use store_sqlite::{SqliteCallbacks, SqliteStore, rusqlite};
use tempfile::TempDir;

struct Database {
    directory: TempDir,
    fails: Arc<AtomicBool>,
}

impl Database {
    async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let fails = Arc::default();
        let database = Self { directory, fails };
        let connection = database.store().await.connect().unwrap();
        connection
            .execute_batch("CREATE TABLE reports (name TEXT, id TEXT, state TEXT)")
            .unwrap();
        database
    }

    async fn store(&self) -> SqliteStore {
        let path = self.directory.path().join("api.db");
        SqliteStore::open(path).await.unwrap()
    }
}

impl CallbackDatabase for Database {
    type Store = SqliteCallbacks<ReadRecord>;

    async fn open(&self, name: &str) -> Self::Store {
        let (fails, venue) = (Arc::clone(&self.fails), name.to_owned());
        let store = self.store().await;
        store.callbacks::<ReadRecord>(name, move |transaction, change| {
            let row = (&venue, &change.id, change.state.to_string());
            transaction.execute("INSERT INTO reports VALUES (?1, ?2, ?3)", row)?;
            match fails.load(Ordering::Relaxed) {
                true => Err("the report failed".into()),
                false => Ok(()),
            }
        })
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

    async fn forget(&self, store: &Self::Store, id: &str) -> Result<(), StoreError> {
        store.forget(&id.to_owned()).await
    }

    async fn forget_reference(
        &self,
        store: &Self::Store,
        reference: &str,
    ) -> Result<(), StoreError> {
        store.forget_reference(reference).await
    }
}

impl QueueDatabase for Database {
    fn fail_reports(&self, fail: bool) {
        self.fails.store(fail, Ordering::Relaxed);
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
async fn the_callback_store_passes_the_conformance_suites() {
    let database = Database::new().await;
    store_conformance::callbacks(&database).await;
    store_conformance::callback_queue(&database).await;
}
