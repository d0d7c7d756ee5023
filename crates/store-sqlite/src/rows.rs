//! Rows in SQLite.

use std::future::ready;
use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use api_journal::rows::{At, Dialect, Kind, Moment, Query, Read, Row, Statements, Store};
use api_journal::{JournalError, JournalFuture, Timestamp};
use rusqlite::{Connection, Error, OptionalExtension, Params, params};

use crate::clock::now;
use crate::error::StoreError;
use crate::store::SqliteStore;

/// The statements of rows.
pub fn statements() -> &'static Statements {
    static STATEMENTS: LazyLock<Statements> = LazyLock::new(|| {
        Statements::new(&Dialect {
            prefix: "api_store_",
            now: now!(),
            parameter: "?",
            from: "",
            prune: "DELETE FROM {t}rows WHERE number IN ({old}) RETURNING number",
        })
    });
    &STATEMENTS
}

const NAMES: &str = "SELECT name FROM api_store_names WHERE number = ?1";
const ADD_NAME: &str = "INSERT INTO api_store_names (name, number) VALUES (?1, ?2)";
const REMOVE_NAME: &str = "DELETE FROM api_store_names WHERE name = ?1 AND number = ?2";
const REMOVE_NAMES: &str = "DELETE FROM api_store_names WHERE number = ?1";

/// Rows in a transaction. What changes something needs an immediate one, or one that has written before.
pub(crate) struct In<'t> {
    pub(crate) store: &'t SqliteStore,
    pub(crate) connection: &'t Connection,
}

impl In<'_> {
    fn read(&self, query: &Query) -> Result<Read, Error> {
        match query {
            Query::One(At { kind, scope, id }) => {
                self.select(&statements().one, (kind.as_str(), scope, id))
            }
            Query::Named { kind, scope, name } => {
                self.select(&statements().named, (kind.as_str(), scope, name))
            }
            Query::Waiting {
                scope,
                waits,
                limit,
            } => self.select(&statements().waiting, (scope, waits.as_str(), limit)),
            _ => Err(Error::InvalidQuery),
        }
    }

    fn select(&self, sql: &str, values: impl Params) -> Result<Read, Error> {
        let mut select = self.connection.prepare(sql)?;
        let mut found = select.query(values)?;
        let mut read = Read {
            moment: Moment {
                now: Timestamp::UNIX_EPOCH,
                today: 1,
            },
            rows: Vec::new(),
        };
        while let Some(found) = found.next()? {
            read.moment = Moment {
                now: Timestamp::from_millis(found.get("now")?),
                today: found.get("today")?,
            };
            read.rows.extend(row(found)?);
        }
        Ok(read)
    }

    pub(crate) fn put(&self, row: &Row) -> Result<bool, Error> {
        let sql = match row.revision {
            0 => &statements().insert,
            _ => &statements().update,
        };
        let values = params![
            row.at.kind.as_str(),
            row.at.scope,
            row.at.id,
            row.waits.map(|(waits, _)| waits.as_str()),
            row.waits.map(|(_, from)| from.millis()),
            row.day,
            row.body,
            row.updated_at.millis(),
            row.revision,
        ];
        let number = self.connection.query_row(sql, values, |row| row.get(0));
        let Some(number) = number.optional()? else {
            return Ok(false);
        };
        if let Some(names) = &row.names {
            self.put_names(number, names)?;
        }
        Ok(true)
    }

    fn put_names(&self, number: i64, names: &[String]) -> Result<(), Error> {
        let mut select = self.connection.prepare(NAMES)?;
        let before = select.query_map([number], |row| row.get(0))?;
        let before: Vec<String> = before.collect::<Result<_, _>>()?;
        for name in before.iter().filter(|name| !names.contains(name)) {
            self.connection.execute(REMOVE_NAME, (name, number))?;
        }
        for name in names.iter().filter(|name| !before.contains(name)) {
            self.connection.execute(ADD_NAME, (name, number))?;
        }
        Ok(())
    }

    /// Runs a statement that deletes rows and returns their numbers, and deletes their names.
    fn remove(&self, sql: &str, values: impl Params) -> Result<u64, Error> {
        let mut delete = self.connection.prepare(sql)?;
        let numbers = delete.query_map(values, |row| row.get(0))?;
        let numbers: Vec<i64> = numbers.collect::<Result<_, _>>()?;
        for number in &numbers {
            self.connection.execute(REMOVE_NAMES, [number])?;
        }
        Ok(numbers.len() as u64)
    }

    fn delete(&self, at: &At) -> Result<bool, Error> {
        let deleted = self.remove(&statements().delete, (at.kind.as_str(), &at.scope, &at.id));
        Ok(deleted? > 0)
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> Result<u64, Error> {
        self.remove(&statements().prune, (kind.as_str(), day, limit))
    }

    /// What a statement returned that has run already.
    fn ran<'a, T: Send + 'a>(&self, result: Result<T, Error>) -> JournalFuture<'a, T> {
        let error = |error| JournalError::from(self.store.error(error));
        Box::pin(ready(result.map_err(error)))
    }
}

/// `None`: nothing was found.
fn row(found: &rusqlite::Row<'_>) -> Result<Option<Row>, Error> {
    let invalid = |error: JournalError| {
        Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
    };
    let Some(kind) = found.get::<_, Option<String>>("kind")? else {
        return Ok(None);
    };
    let text = |column| found.get::<_, String>(column);
    let at = At::new(kind.parse().map_err(invalid)?, text("scope")?, text("id")?);
    let updated_at = Timestamp::from_millis(found.get("updated_at")?);
    let mut row = Row::new(at, found.get("day")?, updated_at);
    row.revision = found.get("revision")?;
    row.body = found.get("body")?;
    if let Some(waits) = found.get::<_, Option<String>>("waits_for")? {
        let from = Timestamp::from_millis(found.get("waits_from")?);
        row.waits = Some((waits.parse().map_err(invalid)?, from));
    }
    Ok(Some(row))
}

impl Store for In<'_> {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        self.ran(self.read(query))
    }

    fn put<'a>(&'a self, row: &'a Row) -> JournalFuture<'a, bool> {
        self.ran(self.put(row))
    }

    fn delete<'a>(&'a self, at: &'a At) -> JournalFuture<'a, bool> {
        self.ran(self.delete(at))
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        self.ran(self.prune(kind, day, limit))
    }
}

impl SqliteStore {
    pub(crate) fn rows_in<'t>(&'t self, connection: &'t Connection) -> In<'t> {
        In {
            store: self,
            connection,
        }
    }

    /// The result of statements in a transaction: each has run when its future is made, so they never
    /// wait.
    pub(crate) fn ran<T>(&self, statements: impl Future<Output = T>) -> Result<T, StoreError> {
        match pin!(statements).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => Ok(result),
            Poll::Pending => Err(self.error("expected a result")),
        }
    }

    /// The error of the store in that of rules.
    pub(crate) fn error_of(
        &self,
        error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> StoreError {
        let error = match error.into().downcast::<JournalError>() {
            Ok(error) => error.into_source(),
            Err(error) => error,
        };
        match error.downcast::<StoreError>() {
            Ok(error) => *error,
            Err(error) => self.error(error),
        }
    }

    /// Runs statements of rows in a transaction of their own.
    async fn changed<T: Send + 'static>(
        &self,
        statements: impl FnOnce(&In<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, JournalError> {
        let store = self.clone();
        let changed = self.transaction(move |transaction| {
            let changed = statements(&store.rows_in(transaction));
            changed.map_err(|error| store.error(error))
        });
        Ok(changed.await?)
    }
}

impl Store for SqliteStore {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        let (store, query) = (self.clone(), query.clone());
        Box::pin(async move {
            let read = self.run(move |connection| {
                let read = store.rows_in(connection).read(&query);
                read.map_err(|error| store.error(error))
            });
            Ok::<_, JournalError>(read.await?)
        })
    }

    fn put<'a>(&'a self, row: &'a Row) -> JournalFuture<'a, bool> {
        let row = row.clone();
        Box::pin(self.changed(move |rows| rows.put(&row)))
    }

    fn delete<'a>(&'a self, at: &'a At) -> JournalFuture<'a, bool> {
        let at = at.clone();
        Box::pin(self.changed(move |rows| rows.delete(&at)))
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(self.changed(move |rows| rows.prune(kind, day, limit)))
    }
}
