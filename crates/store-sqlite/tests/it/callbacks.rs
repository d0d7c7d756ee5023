//! Records in a file pass the suite that all records pass.

use api_callbacks::RecordChanged;
use api_callbacks::rules::Records;
use store_conformance::{CallbackDatabase, ReadRecord};
use store_sqlite::{SqliteStore, rusqlite};
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
    async fn open(&self, scope: &str) -> Records<ReadRecord> {
        let name = scope.to_owned();
        let store = self.store().await;
        let on_change = store.on_change(move |transaction, change: &RecordChanged<ReadRecord>| {
            let row = (&name, &change.id, change.state.to_string());
            transaction.execute("INSERT INTO reports VALUES (?1, ?2, ?3)", row)?;
            match change.state.to_string().as_str() {
                "refused" => Err("the application refused it".into()),
                _ => Ok(()),
            }
        });
        Records::new(scope, on_change)
    }

    async fn reports(&self, scope: &str) -> Vec<(String, String)> {
        let connection = self.store().await.connect().unwrap();
        let sql = "SELECT id, state FROM reports WHERE name = ?1 ORDER BY rowid";
        let mut select = connection.prepare(sql).unwrap();
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let rows = select.query_map([scope], row).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_pass_the_conformance_suite() {
    store_conformance::callbacks(&Database::new().await).await;
}
