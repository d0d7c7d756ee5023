//! The database of the service, as a test sees it.

use pos_v3_client::journal::Journal;
use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::{Client, NoTls, SimpleQueryMessage, connect};
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::{Connection, types::ValueRef};
use tempfile::TempDir;
use test_support::postgres::PostgresServer;

pub(crate) enum Database {
    Postgres(String),
    Sqlite(TempDir),
}

impl Database {
    pub(crate) fn postgres() -> Self {
        Self::Postgres(PostgresServer::get().new_database())
    }

    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().expect("a directory"))
    }

    /// The setting of the service.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Postgres(url) => url.clone(),
            Self::Sqlite(directory) => directory.path().join("shop.db").display().to_string(),
        }
    }

    async fn connect(&self) -> Client {
        let (client, connection) = connect(&self.name(), NoTls).await.expect("a connection");
        tokio::spawn(connection);
        client
    }

    pub(crate) async fn journal(&self) -> Journal {
        match self {
            Self::Postgres(_) => PostgresStore::new(self.connect().await).into(),
            Self::Sqlite(_) => {
                let store = SqliteStore::open(self.name()).await;
                store.expect("a store").into()
            }
        }
    }

    /// Runs one statement, and returns its rows as texts. A null is empty.
    pub(crate) async fn rows(&self, sql: &str) -> Vec<Vec<String>> {
        let Self::Sqlite(_) = self else {
            let messages = self.connect().await.simple_query(sql).await;
            let messages = messages.expect("rows").into_iter();
            let rows = messages.filter_map(|message| match message {
                SimpleQueryMessage::Row(row) => Some(row),
                _ => None,
            });
            let texts = rows.map(|row| {
                let columns = (0..row.len()).map(|index| row.get(index).unwrap_or_default());
                columns.map(str::to_owned).collect()
            });
            return texts.collect();
        };
        let connection = Connection::open(self.name()).expect("a file");
        let mut statement = connection.prepare(sql).expect("a statement");
        let columns = statement.column_count();
        let mut rows = statement.raw_query();
        let mut texts = Vec::new();
        while let Some(row) = rows.next().expect("a row") {
            let column = |index| match row.get_ref(index).expect("a column") {
                ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                ValueRef::Integer(number) => number.to_string(),
                _ => String::new(),
            };
            texts.push((0..columns).map(column).collect());
        }
        texts
    }

    /// Lets the leases of the journal expire: a request whose response was lost has ended.
    pub(crate) async fn expire_leases(&self) {
        let sql = match self {
            Self::Postgres(_) => {
                "UPDATE api_store.rows SET waits_from = 0, body = \
                 jsonb_set(body::jsonb, '{lease_until}', '0')::text WHERE body LIKE '%lease_until%'"
            }
            Self::Sqlite(_) => {
                "UPDATE api_store_rows SET waits_from = 0, body = \
                 json_set(body, '$.lease_until', 0) WHERE body LIKE '%lease_until%'"
            }
        };
        self.rows(sql).await;
    }

    /// From now on, the journal takes no end of an order or a payment request.
    pub(crate) async fn refuse_ends(&self) {
        let those = "new.body LIKE '%\"state\":\"done\"%' AND (new.body LIKE '%\"create_incoming_order\"%' \
             OR new.body LIKE '%\"create_request\"%')";
        let sql = match self {
            Self::Postgres(_) => format!(
                "CREATE FUNCTION no_end() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN RAISE 'the disk is full'; END $$; \
                 CREATE TRIGGER no_end BEFORE UPDATE ON api_store.rows FOR EACH ROW WHEN ({those}) \
                 EXECUTE FUNCTION no_end()"
            ),
            Self::Sqlite(_) => format!(
                "CREATE TRIGGER no_end BEFORE UPDATE ON api_store_rows WHEN {those} \
                 BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            ),
        };
        self.rows(&sql).await;
    }

    /// It takes them again.
    pub(crate) async fn take_ends(&self) {
        let sql = match self {
            Self::Postgres(_) => "DROP FUNCTION no_end CASCADE",
            Self::Sqlite(_) => "DROP TRIGGER no_end",
        };
        self.rows(sql).await;
    }

    /// How many entries of the journal have no end.
    pub(crate) async fn in_flight(&self) -> usize {
        let table = match self {
            Self::Postgres(_) => "api_store.rows",
            Self::Sqlite(_) => "api_store_rows",
        };
        let sql = format!("SELECT id FROM {table} WHERE body LIKE '%\"in_flight\"%'");
        self.rows(&sql).await.len()
    }
}
