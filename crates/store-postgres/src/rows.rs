//! Rows in PostgreSQL.

use api_journal::rows::{At, Dialect, Kind, Moment, Query, Read, Row, Statements, Store};
use api_journal::{JournalFuture, Timestamp};
use tokio_postgres::GenericClient;
use tokio_postgres::types::{ToSql, Type};

use crate::connections::Connections;
use crate::error::StoreError;
use crate::store::{Parameter, PostgresStore};

/// How often a statement is tried that another transaction has overtaken.
const MAX_ATTEMPTS: usize = 10;

/// The statements of rows in a schema: one for each call, so one round trip.
pub fn statements(schema: &str) -> Statements {
    let prefix = format!("{schema}.");
    let dialect = Dialect {
        prefix: &prefix,
        now: "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        parameter: "$",
        from: "FROM durable",
        prune: PRUNE,
    };
    let mut statements = Statements::new(&dialect);
    for put in [&mut statements.insert, &mut statements.update] {
        *put = dialect.render(&PUT.replace("{put}", put));
    }
    for delete in [&mut statements.delete, &mut statements.prune] {
        *delete = dialect.render(&DELETE.replace("{delete}", delete));
    }
    statements
}

/// The commit waits for the disk, even if the session does not, and for what else the server is set to
/// wait for. The last parameter is the names, or null if they stay.
const PUT: &str = "WITH durable AS MATERIALIZED (SELECT set_config('synchronous_commit', coalesce(nullif(\
     nullif(current_setting('synchronous_commit'), 'off'), 'local'), 'on'), true)), put AS ({put}), \
     nameless AS (DELETE FROM {t}names WHERE number IN (SELECT number FROM put) AND name <> ALL ($10)), \
     named AS (INSERT INTO {t}names (name, number) SELECT unnest($10::text[]), number FROM put \
     ON CONFLICT DO NOTHING) SELECT number FROM put";

/// Two processes skip the rows of each other, and a row that has changed meanwhile. An array: otherwise
/// the planner may read all rows.
const PRUNE: &str = "DELETE FROM {t}rows WHERE number = ANY (ARRAY ({old} FOR UPDATE SKIP LOCKED)) \
     RETURNING number";

const DELETE: &str = "WITH deleted AS ({delete}), nameless AS \
     (DELETE FROM {t}names WHERE number IN (SELECT number FROM deleted)) SELECT number FROM deleted";

/// Rows with a client or in a transaction of the caller.
pub(crate) struct In<'c, G> {
    pub(crate) client: &'c G,
    pub(crate) statements: &'c Statements,
}

impl<G: GenericClient> In<'_, G> {
    async fn read(&self, query: &Query) -> Result<Read, StoreError> {
        match query {
            Query::One(At { kind, scope, id }) => {
                let kind = kind.as_str();
                let at = [text(&kind), text(scope), text(id)];
                self.select(&self.statements.one, &at).await
            }
            Query::Named { kind, scope, name } => {
                let kind = kind.as_str();
                let named = [text(&kind), text(scope), text(name)];
                self.select(&self.statements.named, &named).await
            }
            Query::Waiting {
                scope,
                waits,
                limit,
            } => {
                let (waits, limit) = (waits.as_str(), i64::from(*limit));
                let waiting = [text(scope), text(&waits), number(&limit)];
                self.select(&self.statements.waiting, &waiting).await
            }
            _ => Err(StoreError::new("unknown query")),
        }
    }

    async fn select(&self, sql: &str, values: &[Parameter<'_>]) -> Result<Read, StoreError> {
        let found = self.client.query_typed(sql, values).await?;
        let first = found.first();
        let first = first.ok_or_else(|| StoreError::new("expected a row, found none"))?;
        let moment = Moment {
            now: Timestamp::from_millis(first.try_get("now")?),
            today: first.try_get("today")?,
        };
        let rows = found.iter().filter_map(|found| row(found).transpose());
        Ok(Read {
            moment,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    pub(crate) async fn put(&self, row: &Row) -> Result<bool, StoreError> {
        let sql = match row.revision {
            0 => &self.statements.insert,
            _ => &self.statements.update,
        };
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
            (&row.names, Type::TEXT_ARRAY),
        ];
        Ok(!self.client.query_typed(sql, &values).await?.is_empty())
    }

    async fn delete(&self, at: &At) -> Result<bool, StoreError> {
        let kind = at.kind.as_str();
        let at = [text(&kind), text(&at.scope), text(&at.id)];
        let deleted = self.client.query_typed(&self.statements.delete, &at);
        Ok(!deleted.await?.is_empty())
    }

    async fn prune(&self, kind: Kind, day: i64, limit: u32) -> Result<u64, StoreError> {
        let (kind, limit) = (kind.as_str(), i64::from(limit));
        let old = [text(&kind), number(&day), number(&limit)];
        let pruned = self.client.query_typed(&self.statements.prune, &old);
        Ok(pruned.await?.len() as u64)
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

    fn put<'a>(&'a self, row: &'a Row) -> JournalFuture<'a, bool> {
        Box::pin(async move { Ok(self.put(row).await?) })
    }

    fn delete<'a>(&'a self, at: &'a At) -> JournalFuture<'a, bool> {
        Box::pin(async move { Ok(self.delete(at).await?) })
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(async move { Ok(self.prune(kind, day, limit).await?) })
    }
}

impl<C: Connections> PostgresStore<C> {
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

    fn put<'a>(&'a self, row: &'a Row) -> JournalFuture<'a, bool> {
        Box::pin(async move {
            let connection = self.connection().await?;
            match self.rows_in(&*connection).put(row).await {
                Err(error) if error.is_overtaken() => Ok(false),
                put => Ok(put?),
            }
        })
    }

    fn delete<'a>(&'a self, at: &'a At) -> JournalFuture<'a, bool> {
        retried!(self.delete(at))
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        retried!(self.prune(kind, day, limit))
    }
}
