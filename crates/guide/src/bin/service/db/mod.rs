//! The shop's own tables, beside those of the store: on PostgreSQL, or in a file of SQLite. Delete the module that
//! you do not use.

mod postgres;
mod sqlite;

use deadpool_postgres::Pool;
use pos_v3_client::callback::{Handler, RecordChanged};
use pos_v3_client::journal::Journal;
use pos_v3_client::{Client, GetIncomingOrder};
use serde::de::DeserializeOwned;
use serde_json::Value;
use store_postgres::PostgresStore;
use store_sqlite::SqliteStore;

use super::failure::{DatabaseError, Fault};

type Change = RecordChanged<GetIncomingOrder>;

/// One of the databases. Both run the same SQL, with parameters `$1`, `$2`, … that are texts or integers.
#[derive(Clone)]
pub(crate) enum Db {
    Postgres(Pool),
    Sqlite(SqliteStore),
}

impl Db {
    /// `database` is a URL of PostgreSQL; or a path, for instances on one machine. It gets the tables that it lacks.
    pub(crate) async fn open(database: &str, tables: &'static str) -> Result<Self, Fault> {
        // As the program `journal` decides it.
        let schemes = ["postgres://", "postgresql://"];
        let is_postgres =
            schemes.iter().any(|scheme| database.starts_with(scheme)) || database.contains("host=");
        Ok(match is_postgres {
            true => Self::Postgres(postgres::open(database, tables).await?),
            false => Self::Sqlite(sqlite::open(database, tables).await?),
        })
    }

    pub(crate) fn journal(&self) -> Journal {
        match self {
            Self::Postgres(pool) => PostgresStore::new(pool.clone()).into(),
            Self::Sqlite(store) => store.clone().into(),
        }
    }

    /// Reads the orders that callbacks name. What `on_change` returns is run and committed with each change.
    pub(crate) fn handler(
        &self,
        client: Client,
        secret: &str,
        on_change: fn(&Change) -> (&'static str, [Value; 3]),
    ) -> Result<Handler<GetIncomingOrder>, Fault> {
        Ok(match self {
            Self::Postgres(pool) => {
                let store = PostgresStore::new(pool.clone());
                let on_change = store.on_change(move |transaction, change: &Change| {
                    let (sql, values) = on_change(change);
                    Box::pin(async move {
                        postgres::rows(transaction, sql, &values).await?;
                        Ok(())
                    })
                });
                Handler::new(client, secret, on_change)?
            }
            Self::Sqlite(store) => {
                let on_change = store.on_change(move |transaction, change: &Change| {
                    let (sql, values) = on_change(change);
                    sqlite::rows(transaction, sql, &values)?;
                    Ok(())
                });
                Handler::new(client, secret, on_change)?
            }
        })
    }

    /// Runs a statement, which is a commit of its own, and returns its rows: tuples or structs of their columns.
    pub(crate) async fn rows<T: DeserializeOwned>(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<T>, Fault> {
        let rows = self.json(sql, Vec::from_iter(values)).await;
        let rows = rows.map_err(DatabaseError)?;
        let rows = rows.into_iter().map(serde_json::from_value);
        Ok(rows.collect::<Result<_, _>>()?)
    }

    async fn json(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Value>, Fault> {
        Ok(match self {
            // Its own connection: none is held during a call, as the journal uses the same pool.
            Self::Postgres(pool) => postgres::rows(&**pool.get().await?, sql, &values).await?,
            Self::Sqlite(store) => {
                let rows = store.transaction(move |transaction| {
                    Ok::<_, Fault>(sqlite::rows(transaction, sql, &values)?)
                });
                rows.await?
            }
        })
    }
}
