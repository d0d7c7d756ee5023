//! The two changes of a write, without all that decides them.

use std::sync::{Arc, Mutex};

use api_journal::rows::{At, Kind, Put, Query, Read, Store, Waits};
use api_journal::{EntryId, JournalFuture, MemoryStore, Scope, Timestamp};
use store_postgres::tokio_postgres::Statement;
use store_postgres::tokio_postgres::types::{ToSql, Type};
use store_sqlite::rusqlite::{self, Connection, TransactionBehavior};
use store_sqlite::{INSERT_LINE, INSERT_NAME, SqliteStore, statements};

use tokio::task::spawn_blocking;

use crate::{Pool, Result};

/// The key of the write whose puts are recorded.
const RECORDED: &str = "bare-SQLite-8-4-6-1000";

/// The id of the record, which the second put adds to the names.
const RECORD: &str = "5";

/// What a write under a key puts, before it is sent and after it.
#[derive(Clone, Default)]
pub(crate) struct Puts(Arc<Mutex<Vec<Put>>>);

impl Puts {
    /// Those of one write through `once`.
    pub(crate) async fn recorded() -> Result<Self> {
        let puts = Self::default();
        let store = Recording(MemoryStore::new(), puts.clone());
        crate::once(store)?(RECORDED.to_owned()).await?;
        let count = puts.all()?.len();
        match count {
            2 => Ok(puts),
            _ => Err(format!("expected two puts of a write, found {count}").into()),
        }
    }

    /// The same under another key.
    fn under(&self, key: &str) -> Result<Vec<Put>> {
        let id = EntryId::new(&Scope::new("shop", "Staging", "bare"), "add_order", key);
        let mut puts = self.all()?;
        for put in &mut puts {
            put.row.at.id = id.to_string();
            put.row.body = put.row.body.replace(RECORDED, key);
            let names = put.row.names.iter_mut().flatten();
            for name in names.filter(|name| *name == RECORDED) {
                key.clone_into(name);
            }
        }
        Ok(puts)
    }

    fn all(&self) -> Result<Vec<Put>> {
        let puts = self.0.lock().map_err(|_| "no other write panicked")?;
        Ok(puts.clone())
    }
}

/// A store that keeps what is put.
struct Recording(MemoryStore, Puts);

impl Store for Recording {
    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        self.1.0.lock().expect("no put panics").push(put.clone());
        self.0.put(put)
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        self.0.read(query)
    }

    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)> {
        self.0.count(waits)
    }

    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>> {
        self.0.history(at)
    }

    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool> {
        self.0.delete(at, revision)
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        self.0.prune(kind, day, limit)
    }
}

/// One connection, on which transactions wait for each other.
#[derive(Clone)]
pub(crate) struct Sqlite(Arc<Mutex<Connection>>, Puts);

impl Sqlite {
    pub(crate) fn new(store: &SqliteStore, puts: Puts) -> Result<Self> {
        Ok(Self(Arc::new(Mutex::new(store.connect()?)), puts))
    }

    pub(crate) fn write(&self, key: String) -> impl Future<Output = Result<()>> + Send + use<> {
        let (connection, puts) = (Arc::clone(&self.0), self.1.clone());
        async move {
            let mut connection = connection.lock().map_err(|_| "no other write panicked")?;
            for put in puts.under(&key)? {
                sqlite(&mut connection, &put)?;
            }
            Ok(())
        }
    }

    /// Each transaction on a thread for blocking work.
    pub(crate) fn write_elsewhere(
        &self,
        key: String,
    ) -> impl Future<Output = Result<()>> + Send + use<> {
        let (connection, puts) = (Arc::clone(&self.0), self.1.clone());
        async move {
            for put in puts.under(&key)? {
                let connection = Arc::clone(&connection);
                spawn_blocking(move || {
                    let mut connection =
                        connection.lock().map_err(|_| "no other write panicked")?;
                    sqlite(&mut connection, &put)
                })
                .await??;
            }
            Ok(())
        }
    }
}

fn sqlite(connection: &mut Connection, put: &Put) -> Result<()> {
    let row = &put.row;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut statement = transaction.prepare_cached(&statements().put)?;
    let values = rusqlite::params![
        row.at.kind.as_str(),
        row.at.scope,
        row.at.id,
        row.waits.map(|(waits, _)| waits.as_str()),
        row.waits.map(|(_, from)| from.millis()),
        row.day,
        row.body,
        row.updated_at.millis(),
        row.revision,
        put.begins_send,
    ];
    let (number, revision): (i64, i64) =
        statement.query_row(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    transaction
        .prepare_cached(INSERT_LINE)?
        .execute((number, revision, &put.line))?;
    // Those of the first put are there.
    for name in row.names.iter().flatten() {
        if row.revision == 0 || name == RECORD {
            let mut statement = transaction.prepare_cached(INSERT_NAME)?;
            statement.execute((name, number, row.at.account()))?;
        }
    }
    drop(statement);
    Ok(transaction.commit()?)
}

/// Of the parameters of both.
const TYPES: [Type; 13] = [
    Type::TEXT,
    Type::TEXT,
    Type::TEXT,
    Type::TEXT,
    Type::INT8,
    Type::INT8,
    Type::TEXT,
    Type::INT8,
    Type::INT8,
    Type::BOOL,
    Type::TEXT_ARRAY,
    Type::TEXT,
    Type::BOOL,
];

/// Transactions on the clients of a pool.
#[derive(Clone)]
pub(crate) struct Postgres {
    pool: Pool,
    put: Arc<str>,
    /// Of each client. Empty: the statement is sent each time, as the store does it for poolers of transactions.
    prepared: Arc<Vec<Statement>>,
    puts: Puts,
}

impl Postgres {
    pub(crate) fn new(pool: Pool, puts: Puts) -> Self {
        Self {
            pool,
            put: store_postgres::statements("api_store").put.into(),
            prepared: Arc::default(),
            puts,
        }
    }

    pub(crate) async fn prepared(mut self) -> Result<Self> {
        let mut prepared = Vec::new();
        for client in &self.pool.0.0 {
            prepared.push(client.prepare_typed(&self.put, &TYPES).await?);
        }
        self.prepared = Arc::new(prepared);
        Ok(self)
    }

    pub(crate) async fn write(self, key: String) -> Result<()> {
        for put in self.puts.under(&key)? {
            let next = self.pool.next();
            let client = &self.pool.0.0[next];
            let row = &put.row;
            let waits = row.waits.map(|(waits, _)| waits.as_str());
            let from = row.waits.map(|(_, from)| from.millis());
            let values: [&(dyn ToSql + Sync); 13] = [
                &row.at.kind.as_str(),
                &row.at.scope,
                &row.at.id,
                &waits,
                &from,
                &row.day,
                &row.body,
                &row.updated_at.millis(),
                &row.revision,
                &put.begins_send,
                &row.names,
                &put.line,
                &put.forgets,
            ];
            match self.prepared.get(next) {
                Some(prepared) => client.query_one(prepared, &values).await.map(drop)?,
                None => {
                    let values: Vec<_> = values.into_iter().zip(TYPES).collect();
                    client.query_typed(&self.put, &values).await.map(drop)?;
                }
            }
        }
        Ok(())
    }
}
