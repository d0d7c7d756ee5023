//! The database of the service, as a test sees it.

use std::time::Duration;

use pos_v3_client::journal::Journal;
use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::{Client, NoTls, SimpleQueryMessage, connect};
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::{Connection, types::ValueRef};
use tempfile::TempDir;
use test_support::postgres::PostgresServer;

use super::wait_until;

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
        client(&self.name()).await
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
        let busy = connection.busy_timeout(Duration::from_secs(60));
        busy.expect("a setting");
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

    /// Runs a future whose statements meet: PostgreSQL lets as many read the rows of the cart before it lets the first
    /// one change them. SQLite runs one after the other.
    pub(crate) async fn meeting<T>(
        &self,
        cart: &str,
        statements: usize,
        future: impl Future<Output = T>,
    ) -> T {
        let Self::Postgres(_) = self else {
            return future.await;
        };
        let holder = self.connect().await;
        let hold = format!(
            "BEGIN; SELECT cart FROM carts WHERE cart = '{cart}' FOR UPDATE; \
             SELECT cart FROM payments WHERE cart = '{cart}' FOR UPDATE"
        );
        holder.batch_execute(&hold).await.expect("locks");
        let waiting = "SELECT pid FROM pg_stat_activity \
             WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let release = async {
            wait_until(async || self.rows(waiting).await.len() == statements).await;
            holder.batch_execute("COMMIT").await.expect("a commit");
        };
        tokio::join!(future, release).0
    }

    /// From now on, the database is away, or back again.
    pub(crate) async fn set_away(&self, is_away: bool) {
        match self {
            Self::Postgres(url) => {
                let (server, name) = url.rsplit_once("dbname=").expect("a name");
                let server = client(&format!("{server}dbname=postgres")).await;
                let allow = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {}", !is_away);
                let end = format!(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
                );
                // Each is a commit of its own.
                server.batch_execute(&allow).await.expect("a change");
                if is_away {
                    server.batch_execute(&end).await.expect("no connections");
                }
            }
            Self::Sqlite(_) => {
                let (file, away) = (self.name(), format!("{}.away", self.name()));
                let (from, to) = if is_away { (file, away) } else { (away, file) };
                std::fs::rename(from, to).expect("a file");
            }
        }
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
        self.refuse("UPDATE", those).await;
    }

    /// From now on, no callback and no `read_soon` is queued whose record is a new one.
    pub(crate) async fn refuse_records(&self) {
        self.refuse("INSERT", "new.kind = 'record'").await;
    }

    async fn refuse(&self, change: &str, those: &str) {
        let sql = match self {
            Self::Postgres(_) => format!(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN RAISE 'the disk is full'; END $$; \
                 CREATE TRIGGER refuse BEFORE {change} ON api_store.rows FOR EACH ROW WHEN ({those}) \
                 EXECUTE FUNCTION refuse()"
            ),
            Self::Sqlite(_) => format!(
                "CREATE TRIGGER refuse BEFORE {change} ON api_store_rows WHEN {those} \
                 BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            ),
        };
        self.rows(&sql).await;
    }

    /// From now on, they are taken again.
    pub(crate) async fn refuse_nothing(&self) {
        let sql = match self {
            Self::Postgres(_) => "DROP FUNCTION refuse CASCADE",
            Self::Sqlite(_) => "DROP TRIGGER refuse",
        };
        self.rows(sql).await;
    }

    /// From now on, all paid carts are stopped in the instant in which an instance takes one of them.
    pub(crate) async fn stop_taken_carts(&self) {
        let stop = "UPDATE carts SET state = 'stopped' WHERE state = 'paid'";
        let sql = match self {
            Self::Postgres(_) => format!(
                "CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN {stop}; RETURN NULL; END $$; \
                 CREATE TRIGGER stop AFTER UPDATE ON carts FOR EACH ROW \
                 WHEN (new.state = 'paid' AND new.due_at > 0) EXECUTE FUNCTION stop()"
            ),
            Self::Sqlite(_) => format!(
                "CREATE TRIGGER stop AFTER UPDATE ON carts \
                 WHEN new.state = 'paid' AND new.due_at > 0 BEGIN {stop}; END"
            ),
        };
        self.rows(&sql).await;
    }

    pub(crate) async fn stop_no_carts(&self) {
        let sql = match self {
            Self::Postgres(_) => "DROP FUNCTION stop CASCADE",
            Self::Sqlite(_) => "DROP TRIGGER stop",
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

async fn client(url: &str) -> Client {
    let (client, connection) = connect(url, NoTls).await.expect("a connection");
    tokio::spawn(connection);
    client
}
