//! Rows in PostgreSQL.

use api_journal::rows::{
    At, Kind, Moment, Put, Query, Read, Row, Statements, Store, Value, Waits, at_values,
};
use api_journal::{Begun, Intent, JournalFuture, Timestamp, begin_in};
use tokio_postgres::GenericClient;
use tokio_postgres::types::{ToSql, Type};

use crate::connections::Connections;
use crate::error::StoreError;
use crate::store::PostgresStore;

/// How often a statement is tried that another transaction has overtaken.
const MAX_ATTEMPTS: usize = 10;

/// A value, and its type in the database.
type Parameter<'p> = (&'p (dyn ToSql + Sync), Type);

/// Rows with a client or in a transaction of the caller.
pub(crate) struct In<'c, G> {
    pub(crate) client: &'c G,
    pub(crate) statements: &'c Statements,
}

impl<G: GenericClient> In<'_, G> {
    async fn read(&self, query: &Query) -> Result<Read, StoreError> {
        let (sql, values) = self.statements.read(query);
        let found = self.query(sql, &values).await?;
        let first = found.first();
        let first = first.ok_or_else(|| StoreError::new("expected a row, found none"))?;
        let moment = Moment {
            now: Timestamp::from_millis(first.try_get("now")?),
            today: first.try_get("today")?,
            is_closed: first.try_get("is_closed")?,
        };
        let rows = found.iter().filter_map(|found| row(found).transpose());
        Ok(Read {
            moment,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    async fn query(
        &self,
        sql: &str,
        values: &[Value],
    ) -> Result<Vec<tokio_postgres::Row>, StoreError> {
        let values: Vec<Parameter<'_>> = values.iter().map(parameter).collect();
        Ok(self.client.query_typed(sql, &values).await?)
    }

    async fn count(&self, waits: Waits) -> Result<(u64, Option<Timestamp>), StoreError> {
        let waits = [Value::Text(waits.as_str().to_owned())];
        let counted = self.query(&self.statements.count, &waits).await?;
        let Some(counted) = counted.first() else {
            return Ok((0, None));
        };
        let (count, first): (i64, Option<i64>) = (counted.try_get(0)?, counted.try_get(1)?);
        Ok((count.unsigned_abs(), first.map(Timestamp::from_millis)))
    }

    async fn history(&self, at: &At) -> Result<Vec<String>, StoreError> {
        let lines = self.query(&self.statements.history, &at_values(at)).await?;
        let lines = lines.iter().map(|line| Ok(line.try_get(0)?));
        lines.collect()
    }

    pub(crate) async fn put(&self, put: &Put) -> Result<Option<Timestamp>, StoreError> {
        let row = &put.row;
        let At { kind, scope, id } = &row.at;
        let (kind, updated_at) = (kind.as_str(), row.updated_at.millis());
        let waits = row.waits.map(|(waits, _)| waits.as_str());
        let from = row.waits.map(|(_, from)| from.millis());
        let values = [
            text(&kind),
            text(scope),
            text(id),
            text(&waits),
            number(&from),
            number(&row.day),
            text(&row.body),
            number(&updated_at),
            number(&row.revision),
            (&put.begins_send, Type::BOOL),
            (&row.names, Type::TEXT_ARRAY),
            text(&put.line),
            (&put.forgets, Type::BOOL),
        ];
        let done = self
            .client
            .query_typed(&self.statements.put, &values)
            .await?;
        let now = done.first().map(|done| done.try_get(0)).transpose()?;
        Ok(now.map(Timestamp::from_millis))
    }

    async fn delete(&self, at: &At, revision: i64) -> Result<bool, StoreError> {
        let [kind, scope, id] = at_values(at);
        let at = [kind, scope, id, Value::Number(revision)];
        Ok(!self.query(&self.statements.delete, &at).await?.is_empty())
    }

    async fn prune(&self, kind: Kind, day: i64, limit: u32) -> Result<u64, StoreError> {
        let kind = Value::Text(kind.as_str().to_owned());
        let old = [kind, Value::Number(day), Value::Number(limit.into())];
        Ok(self.query(&self.statements.prune, &old).await?.len() as u64)
    }
}

fn parameter(value: &Value) -> Parameter<'_> {
    match value {
        Value::Text(value) => text(value),
        Value::Number(value) => number(value),
    }
}

fn text<'p>(text: &'p (dyn ToSql + Sync)) -> Parameter<'p> {
    (text, Type::TEXT)
}

fn number<'p>(number: &'p (dyn ToSql + Sync)) -> Parameter<'p> {
    (number, Type::INT8)
}

/// `None`: nothing was found.
fn row(found: &tokio_postgres::Row) -> Result<Option<Row>, StoreError> {
    let Some(kind) = found.try_get::<_, Option<&str>>("kind")? else {
        return Ok(None);
    };
    let text = |column| found.try_get::<_, &str>(column);
    let kind = kind.parse().map_err(StoreError::new)?;
    let time = Timestamp::from_millis(found.try_get("updated_at")?);
    let mut row = Row::new(
        At::new(kind, text("scope")?, text("id")?),
        found.try_get("day")?,
        time,
    );
    row.revision = found.try_get("revision")?;
    row.body = found.try_get("body")?;
    row.created_at = Timestamp::from_millis(found.try_get("created_at")?);
    if let Some(name) = found.try_get("name")? {
        row.found_by = Some((name, found.try_get("number")?));
    }
    if let Some(waits) = found.try_get::<_, Option<&str>>("waits_for")? {
        let from = Timestamp::from_millis(found.try_get("waits_from")?);
        row.waits = Some((waits.parse().map_err(StoreError::new)?, from));
    }
    Ok(Some(row))
}

impl<G: GenericClient + Sync> Store for In<'_, G> {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        Box::pin(async move { Ok(self.read(query).await?) })
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async move { Ok(self.put(put).await?) })
    }

    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)> {
        Box::pin(async move { Ok(self.count(waits).await?) })
    }

    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>> {
        Box::pin(async move { Ok(self.history(at).await?) })
    }

    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool> {
        Box::pin(async move { Ok(self.delete(at, revision).await?) })
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(async move { Ok(self.prune(kind, day, limit).await?) })
    }
}

impl<C: Connections> PostgresStore<C> {
    /// Inserts the entry of an intent with a client or in a transaction of the caller, so that it is
    /// committed with the rows of the application, or returns the entry that has its id.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails, or the journal was restored and nobody has reconciled it since. Roll the transaction
    /// back then.
    pub async fn begin_in(
        &self,
        client: &(impl GenericClient + Sync),
        intent: &Intent,
    ) -> Result<Begun, StoreError> {
        let begun = begin_in(&self.rows_in(client), intent).await;
        begun.map_err(StoreError::of)
    }

    pub(crate) fn rows_in<'c, G>(&'c self, client: &'c G) -> In<'c, G> {
        In {
            client,
            statements: &self.rows,
        }
    }
}

/// Runs a statement with a connection of the store, until no other transaction overtakes it.
macro_rules! retried {
    ($store:ident.$method:ident($($value:ident),+)) => {
        Box::pin(async move {
            let mut attempt = 1;
            loop {
                let connection = $store.connection().await?;
                match $store.rows_in(&*connection).$method($($value),+).await {
                    Err(error) if attempt < MAX_ATTEMPTS && error.is_overtaken() => attempt += 1,
                    result => return Ok(result?),
                }
            }
        })
    };
}

impl<C: Connections> Store for PostgresStore<C> {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        retried!(self.read(query))
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async move {
            let connection = self.connection().await?;
            match self.rows_in(&*connection).put(put).await {
                Err(error) if error.is_overtaken() => Ok(None),
                put => Ok(put?),
            }
        })
    }

    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)> {
        retried!(self.count(waits))
    }

    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>> {
        retried!(self.history(at))
    }

    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool> {
        retried!(self.delete(at, revision))
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        retried!(self.prune(kind, day, limit))
    }
}
