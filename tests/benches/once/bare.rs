//! The two changes of a write, without all that decides them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_journal::rows::Put;
use api_journal::{Entry, Intent, RequestDigest, Scope, Timestamp};
use store_postgres::tokio_postgres::Statement;
use store_postgres::tokio_postgres::types::{ToSql, Type};
use store_sqlite::rusqlite::{self, Connection, TransactionBehavior};
use store_sqlite::{INSERT_LINE, INSERT_NAME, SqliteStore, statements};

use tokio::task::spawn_blocking;

use crate::{Pool, Result};

/// What is put before a write is sent under a key, and after it.
fn puts(key: &str) -> Result<[Put; 2]> {
    let scope = Scope::new("shop", "Staging", "bare");
    let digest = RequestDigest::new("7", [], None, &[]);
    let mut intent = Intent::new(scope, "add_order", key, digest, 1);
    intent.names = vec![("reference_no".to_owned(), "WEB-1".to_owned())];
    let begun = Entry::from_intent(&intent, Timestamp::now(), Duration::from_secs(60)).begins(1);
    let mut done = begun.clone();
    done.row.revision = 1;
    done.row.waits = None;
    done.begins_send = false;
    Ok([begun, done])
}

/// One connection, on which transactions wait for each other.
#[derive(Clone)]
pub(crate) struct Sqlite(Arc<Mutex<Connection>>);

impl Sqlite {
    pub(crate) fn new(store: &SqliteStore) -> Result<Self> {
        Ok(Self(Arc::new(Mutex::new(store.connect()?))))
    }

    pub(crate) fn write(&self, key: String) -> impl Future<Output = Result<()>> + Send + use<> {
        let connection = Arc::clone(&self.0);
        async move {
            let mut connection = connection.lock().map_err(|_| "no other write panicked")?;
            for put in puts(&key)? {
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
        let connection = Arc::clone(&self.0);
        async move {
            for put in puts(&key)? {
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
    if row.revision == 0 {
        let mut statement = transaction.prepare_cached(INSERT_NAME)?;
        for name in row.names.iter().flatten() {
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

/// Prepared statements on each client of a pool.
#[derive(Clone)]
pub(crate) struct Prepared(Pool, Arc<Vec<Statement>>);

impl Prepared {
    pub(crate) async fn new(pool: Pool) -> Result<Self> {
        let put = store_postgres::statements("api_store").put;
        let mut prepared = Vec::new();
        for client in &pool.0.0 {
            prepared.push(client.prepare_typed(&put, &TYPES).await?);
        }
        Ok(Self(pool, Arc::new(prepared)))
    }

    pub(crate) async fn write(self, key: String) -> Result<()> {
        for put in puts(&key)? {
            let next = self.0.next();
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
            self.0.0.0[next].query_one(&self.1[next], &values).await?;
        }
        Ok(())
    }
}
