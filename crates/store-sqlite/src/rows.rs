//! Rows in SQLite.

use std::future::ready;
use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use api_journal::rows::{
    At, Dialect, Kind, Moment, Put, Query, Read, Row, Statements, Store, Value, Waits, at_values,
};
use api_journal::{JournalError, JournalFuture, Timestamp};
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, Error, OptionalExtension, Params, params, params_from_iter};

use crate::error::StoreError;
use crate::store::SqliteStore;

/// The current time, in milliseconds since 1970. It is the same in all of one statement.
const NOW: &str = "CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)";

/// The statements. What changes something needs an immediate transaction with `PRAGMA synchronous=FULL`.
pub fn statements() -> &'static Statements {
    static STATEMENTS: LazyLock<Statements> = LazyLock::new(|| {
        Statements::new(&Dialect {
            prefix: "api_store_",
            now: NOW,
            parameter: "?",
            put: PUT,
            prune: "DELETE FROM {t}rows WHERE number IN ({old}) RETURNING number",
        })
    });
    &STATEMENTS
}

/// Returns the number, the revision and the time.
const PUT: &str = "INSERT INTO {t}rows (kind, scope, id, revision, waits_for, waits_from, day, body, created_at, \
     updated_at) SELECT $1, $2, $3, 1, $4, $5, $6, $7, $8, $8 WHERE NOT ($10 AND {closed}) AND ($9 = 0 OR EXISTS \
     (SELECT 1 FROM {t}rows WHERE kind = $1 AND scope = $2 AND id = $3 AND revision = $9)) \
     ON CONFLICT (kind, id, scope) DO UPDATE SET revision = revision + 1, waits_for = $4, waits_from = $5, \
     day = $6, body = $7, updated_at = $8 WHERE revision = $9 RETURNING number, revision, {now} AS now";

/// Adds a line to the history of a row: number, revision, line.
pub const INSERT_LINE: &str =
    "INSERT INTO api_store_history (number, revision, line) VALUES (?1, ?2, ?3)";

/// Adds a name of a row: name, number, account.
pub const INSERT_NAME: &str =
    "INSERT INTO api_store_names (name, number, account) VALUES (?1, ?2, ?3)";

const NAMES: &str = "SELECT name FROM api_store_names WHERE number = ?1";
const REMOVE_NAME: &str = "DELETE FROM api_store_names WHERE number = ?2 AND name = ?1";
const REMOVE_NAMES: &str = "DELETE FROM api_store_names WHERE number = ?1";
const FORGET: &str = "DELETE FROM api_store_history WHERE number = ?1";

/// Rows in a transaction. What changes something needs an immediate one, or one that has written before.
pub(crate) struct In<'t> {
    pub(crate) store: &'t SqliteStore,
    pub(crate) connection: &'t Connection,
}

impl In<'_> {
    pub(crate) fn put(&self, put: &Put) -> Result<Option<Timestamp>, Error> {
        let row = &put.row;
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
            put.begins_send,
        ];
        let mut statement = self.connection.prepare_cached(&statements().put)?;
        let done = statement.query_row(values, |row| <(i64, i64, i64)>::try_from(row));
        let Some((number, revision, now)) = done.optional()? else {
            return Ok(None);
        };
        if put.forgets {
            self.run(FORGET, [number])?;
        }
        if let Some(line) = &put.line {
            self.run(INSERT_LINE, params![number, revision, line])?;
        }
        if let Some(names) = &row.names {
            self.put_names(&row.at, number, revision, names)?;
        }
        Ok(Some(Timestamp::from_millis(now)))
    }

    fn put_names(
        &self,
        at: &At,
        number: i64,
        revision: i64,
        names: &[String],
    ) -> Result<(), Error> {
        let mut before: Vec<String> = Vec::new();
        if revision > 1 {
            let mut select = self.connection.prepare_cached(NAMES)?;
            let names = select.query_map([number], |row| row.get(0))?;
            before = names.collect::<Result<_, _>>()?;
        }
        for name in before.iter().filter(|name| !names.contains(name)) {
            self.run(REMOVE_NAME, (name, number))?;
        }
        for name in names.iter().filter(|name| !before.contains(name)) {
            self.run(INSERT_NAME, (name, number, at.account()))?;
        }
        Ok(())
    }

    fn run(&self, sql: &str, values: impl Params) -> Result<usize, Error> {
        self.connection.prepare_cached(sql)?.execute(values)
    }

    /// Runs a statement that deletes rows and returns their numbers, and deletes their names and history.
    fn remove(&self, sql: &str, values: impl Params) -> Result<u64, Error> {
        let mut delete = self.connection.prepare_cached(sql)?;
        let numbers = delete.query_map(values, |row| row.get(0))?;
        let numbers: Vec<i64> = numbers.collect::<Result<_, _>>()?;
        let mut nameless = self.connection.prepare_cached(REMOVE_NAMES)?;
        let mut forgotten = self.connection.prepare_cached(FORGET)?;
        for number in &numbers {
            nameless.execute([number])?;
            forgotten.execute([number])?;
        }
        Ok(numbers.len() as u64)
    }

    pub(crate) fn delete(&self, at: &At, revision: i64) -> Result<bool, Error> {
        let at = (at.kind.as_str(), &at.scope, &at.id, revision);
        Ok(self.remove(&statements().delete, at)? > 0)
    }

    pub(crate) fn prune(&self, kind: Kind, day: i64, limit: u32) -> Result<u64, Error> {
        self.remove(&statements().prune, (kind.as_str(), day, limit))
    }

    /// What a statement returned that has run already.
    fn ran<'a, T: Send + 'a>(&self, result: Result<T, Error>) -> JournalFuture<'a, T> {
        let error = |error| JournalError::from(self.store.error(error));
        Box::pin(ready(result.map_err(error)))
    }
}

fn bound(value: Value) -> SqlValue {
    match value {
        Value::Text(text) => SqlValue::Text(text),
        Value::Number(number) => SqlValue::Integer(number),
    }
}

pub(crate) fn read(connection: &Connection, query: &Query) -> Result<Read, Error> {
    let (sql, values) = statements().read(query);
    let mut select = connection.prepare_cached(sql)?;
    let mut found = select.query(params_from_iter(values.into_iter().map(bound)))?;
    let mut read = Read {
        moment: Moment {
            now: Timestamp::UNIX_EPOCH,
            today: 1,
            is_closed: false,
        },
        rows: Vec::new(),
    };
    while let Some(found) = found.next()? {
        read.moment = Moment {
            now: Timestamp::from_millis(found.get("now")?),
            today: found.get("today")?,
            is_closed: found.get("is_closed")?,
        };
        read.rows.extend(row(found)?);
    }
    Ok(read)
}

pub(crate) fn count(
    connection: &Connection,
    waits: Waits,
) -> Result<(u64, Option<Timestamp>), Error> {
    let mut count = connection.prepare_cached(&statements().count)?;
    count.query_row([waits.as_str()], |row| {
        let (count, first): (i64, Option<i64>) = row.try_into()?;
        Ok((count.unsigned_abs(), first.map(Timestamp::from_millis)))
    })
}

pub(crate) fn history(connection: &Connection, at: &At) -> Result<Vec<String>, Error> {
    let mut history = connection.prepare_cached(&statements().history)?;
    let lines = history.query_map(params_from_iter(at_values(at).map(bound)), |row| row.get(0))?;
    lines.collect()
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
    row.created_at = Timestamp::from_millis(found.get("created_at")?);
    if let Some(name) = found.get("name")? {
        row.found_by = Some((name, found.get("number")?));
    }
    if let Some(waits) = found.get::<_, Option<String>>("waits_for")? {
        let from = Timestamp::from_millis(found.get("waits_from")?);
        row.waits = Some((waits.parse().map_err(invalid)?, from));
    }
    Ok(Some(row))
}

impl Store for In<'_> {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        self.ran(read(self.connection, query))
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        self.ran(self.put(put))
    }

    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)> {
        self.ran(count(self.connection, waits))
    }

    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>> {
        self.ran(history(self.connection, at))
    }

    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool> {
        self.ran(self.delete(at, revision))
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
        JournalError::of_store(error).unwrap_or_else(|error| self.error(error))
    }
}
