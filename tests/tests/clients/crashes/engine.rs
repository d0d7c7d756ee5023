//! The databases of journals.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use api_journal::Store;
use store_postgres::PostgresStore;
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::Connection;
use tempfile::TempDir;
use test_support::postgres::PostgresServer;
use tokio::sync::OnceCell;
use tokio_postgres::{Client, NoTls};

/// An engine, whose databases several processes use.
pub(crate) trait Engine: Sized + 'static {
    type Store: Store + Clone + Send + Sync + 'static;

    /// The path of the test that runs jobs.
    const PROCESS: &'static str;

    /// Creates an empty database.
    fn create() -> Self;

    /// The location of the database, for another process.
    fn location(&self) -> String;

    fn open(location: &str) -> impl Future<Output = Self::Store> + Send;

    /// Moves what ends or is due at a time to a day before: no lease is longer.
    async fn let_a_day_pass(&self);
}

/// A file of SQLite.
pub(crate) struct Sqlite(TempDir);

impl Engine for Sqlite {
    type Store = SqliteStore;

    const PROCESS: &'static str = "crashes::engines::sqlite::process";

    fn create() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn location(&self) -> String {
        let path: PathBuf = self.0.path().join("journal.db");
        path.to_str().unwrap().to_owned()
    }

    async fn open(location: &str) -> SqliteStore {
        SqliteStore::open(location).await.unwrap()
    }

    async fn let_a_day_pass(&self) {
        let connection = Connection::open(self.location()).unwrap();
        let day = 24 * 60 * 60 * 1_000;
        // What is null stays away.
        let sql = "UPDATE api_store_rows SET waits_from = waits_from - ?1, body = json_patch(body,
            json_object('lease_until', json_extract(body, '$.lease_until') - ?1,
            'due_at', json_extract(body, '$.due_at') - ?1)) WHERE kind = 'write'";
        connection.execute(sql, [day]).unwrap();
    }
}

/// A schema of PostgreSQL.
pub(crate) struct Postgres {
    database: &'static str,
    schema: String,
    connection: OnceCell<Client>,
}

impl Engine for Postgres {
    type Store = PostgresStore<Client>;

    const PROCESS: &'static str = "crashes::engines::postgres::process";

    fn create() -> Self {
        static DATABASE: OnceLock<String> = OnceLock::new();
        static SCHEMAS: AtomicUsize = AtomicUsize::new(0);
        let database = DATABASE.get_or_init(|| PostgresServer::get().new_database());
        let number = SCHEMAS.fetch_add(1, Ordering::Relaxed);
        Self {
            database,
            schema: format!("case_{number}"),
            connection: OnceCell::new(),
        }
    }

    fn location(&self) -> String {
        format!("{};{}", self.database, self.schema)
    }

    async fn open(location: &str) -> PostgresStore<Client> {
        let (database, schema) = location.split_once(';').unwrap();
        let store = PostgresStore::new(connect(database).await)
            .with_schema(schema)
            .unwrap();
        store.migrate().await.unwrap();
        store
    }

    async fn let_a_day_pass(&self) {
        let client = self.connection.get_or_init(|| connect(self.database));
        let schema = &self.schema;
        let sql = format!(
            "UPDATE {schema}.rows SET waits_from = waits_from - 86400000, body = jsonb_strip_nulls(\
             body::jsonb || jsonb_build_object(\
             'lease_until', (body::jsonb->>'lease_until')::bigint - 86400000, \
             'due_at', (body::jsonb->>'due_at')::bigint - 86400000))::text WHERE kind = 'write'"
        );
        client.await.execute(&sql, &[]).await.unwrap();
    }
}

async fn connect(database: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(database, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}
