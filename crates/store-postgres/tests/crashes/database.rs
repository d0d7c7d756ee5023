//! The databases of both stores.

use std::path::PathBuf;

use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::{self, Client, NoTls};
use store_sqlite::SqliteStore;

#[derive(Clone, Debug)]
pub(crate) enum Database {
    Sqlite(PathBuf),
    /// A connection string.
    Postgres(String),
}

impl Database {
    pub(crate) fn to_text(&self) -> String {
        match self {
            Self::Sqlite(path) => format!("sqlite:{}", path.display()),
            Self::Postgres(text) => format!("postgres:{text}"),
        }
    }

    pub(crate) fn from_text(text: &str) -> Self {
        match text.split_once(':').unwrap() {
            ("sqlite", path) => Self::Sqlite(path.into()),
            (_, text) => Self::Postgres(text.to_owned()),
        }
    }
}

pub(crate) async fn connect(database: &str) -> PostgresStore<Client> {
    let (client, connection) = tokio_postgres::connect(database, NoTls).await.unwrap();
    tokio::spawn(connection);
    let store = PostgresStore::new(client);
    store.migrate().await.unwrap();
    store
}

pub(crate) async fn open(path: &PathBuf) -> SqliteStore {
    SqliteStore::open(path).await.unwrap()
}

/// Runs an expression with the journal of a database.
macro_rules! with_journal {
    ($database:expr, $journal:ident => $run:expr) => {
        match $database {
            $crate::database::Database::Sqlite(path) => {
                let $journal = $crate::database::open(path).await;
                $run
            }
            $crate::database::Database::Postgres(text) => {
                let $journal = $crate::database::connect(text).await;
                $run
            }
        }
    };
}
pub(crate) use with_journal;
