//! The records of received callbacks: one row each, with its place in the queue and its lease.

use std::fmt;
use std::ops::DerefMut;
use std::sync::Arc;
use std::time::Duration;

use api_callbacks::{
    CallbackStore, QueuedRecord, RecordChanged, Recorded, Refetch, StoreError, StoreFuture, Taken,
};
use api_journal::millis;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, GenericClient, IsolationLevel, Row, Transaction};

use crate::connections::Connections;
use crate::statements::clock;
use crate::store::{Parameter, PostgresStore};

/// How often a statement is tried that another transaction has overtaken.
const MAX_ATTEMPTS: usize = 10;

/// Parameters: receiver, reference.
const EXPECT: &str = "INSERT INTO api_store.callback_records (receiver, reference) SELECT $1, $2 \
     WHERE NOT EXISTS (SELECT FROM api_store.callback_records WHERE receiver = $1 AND reference = $2) \
     ON CONFLICT (receiver, reference) WHERE id IS NULL DO NOTHING";

/// Parameters: receiver, reference, id. What a callback has claimed so far is due now.
const CONFIRM: &str = "INSERT INTO api_store.callback_records AS known (receiver, reference, id) \
     VALUES ($1, $2, $3) ON CONFLICT (receiver, id) WHERE id IS NOT NULL DO UPDATE SET \
     due_at = CASE WHEN known.reference IS NULL AND known.heard_at IS NOT NULL \
     THEN clock_timestamp() ELSE known.due_at END, \
     reference = coalesce(known.reference, excluded.reference), updated_at = clock_timestamp()";

/// Parameters: receiver, reference.
const EXPECT_NO_LONGER: &str = "DELETE FROM api_store.callback_records \
     WHERE receiver = $1 AND reference = $2 AND id IS NULL RETURNING true";

/// Parameters: receiver, id, reference. The commit waits for the disk, even if the session does not.
const HEARD: &str = concat!(
    "WITH ",
    clock!(),
    "INSERT INTO api_store.callback_records AS known \
     (receiver, id, heard, heard_at, due_at, updated_at) SELECT $1, $2, 1, now, now, now \
     FROM clock WHERE EXISTS (SELECT FROM api_store.callback_records \
     WHERE receiver = $1 AND (id = $2 OR (id IS NULL AND reference = $3))) \
     ON CONFLICT (receiver, id) WHERE id IS NOT NULL DO UPDATE SET heard = known.heard + 1, \
     heard_at = excluded.heard_at, due_at = excluded.due_at, updated_at = excluded.updated_at \
     RETURNING true",
);

/// Parameters: receiver, milliseconds of the lease.
const TAKE: &str = "UPDATE api_store.callback_records AS taken \
     SET lease = nextval('api_store.callback_leases'), \
     lease_until = clock_timestamp() + $2 * interval '1 millisecond' \
     FROM (SELECT id AS due_id FROM api_store.callback_records WHERE receiver = $1 \
     AND heard_at IS NOT NULL AND due_at <= clock_timestamp() \
     AND (lease IS NULL OR lease_until <= clock_timestamp()) \
     ORDER BY failures, due_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS due \
     WHERE receiver = $1 AND id = due_id RETURNING id, reference, lease, heard, \
     (extract(epoch FROM clock_timestamp() - heard_at) * 1000)::bigint AS age, failures";

/// The fence: what is known, if the lease is that of the row: receiver, id, lease.
const FENCE: &str = "UPDATE api_store.callback_records SET lease_until = lease_until \
     WHERE receiver = $1 AND id = $2 AND lease = $3 RETURNING reference, state";

/// Parameters: receiver, id, reference, state.
const CHANGE: &str = "UPDATE api_store.callback_records SET reference = coalesce(reference, $3), \
     state = $4, updated_at = clock_timestamp() WHERE receiver = $1 AND id = $2";

/// Ends a lease, and takes the record out of the queue unless a callback was heard meanwhile: receiver,
/// id, the callbacks heard before, milliseconds until it is due again or null.
const SETTLE: &str = "UPDATE api_store.callback_records SET failures = 0, lease = NULL, \
     lease_until = '-infinity', due_at = CASE heard WHEN $3 \
     THEN clock_timestamp() + $4 * interval '1 millisecond' ELSE due_at END, \
     heard_at = CASE WHEN heard = $3 AND $4 IS NULL THEN NULL ELSE heard_at END \
     WHERE receiver = $1 AND id = $2";

/// Parameters: receiver, id, lease, the callbacks heard before, milliseconds of the delay or null.
const POSTPONE: &str = "UPDATE api_store.callback_records SET failures = failures + 1, \
     lease = NULL, lease_until = '-infinity', due_at = CASE heard WHEN $4 \
     THEN clock_timestamp() + $5 * interval '1 millisecond' ELSE due_at END \
     WHERE receiver = $1 AND id = $2 AND lease = $3";

/// Parameters: receiver, limit.
const QUEUED: &str = "SELECT id, reference, \
     (extract(epoch FROM now - heard_at) * 1000)::bigint AS age, failures, \
     (extract(epoch FROM greatest(due_at, now, CASE WHEN lease IS NOT NULL THEN lease_until END) \
     - now) * 1000)::bigint AS retry_in, due_at IS NULL AS is_given_up \
     FROM api_store.callback_records, clock_timestamp() AS now \
     WHERE receiver = $1 AND heard_at IS NOT NULL \
     ORDER BY is_given_up, retry_in, failures, due_at LIMIT $2";

/// Parameters: receiver, reference.
const ID: &str = "SELECT id FROM api_store.callback_records \
     WHERE receiver = $1 AND reference = $2 AND id IS NOT NULL ORDER BY updated_at DESC LIMIT 1";

/// Parameters: receiver, reference.
const FORGET: &str =
    "DELETE FROM api_store.callback_records WHERE receiver = $1 AND reference = $2";

/// Parameters: receiver, milliseconds, limit.
const PRUNE: &str = "DELETE FROM api_store.callback_records WHERE ctid = ANY (ARRAY \
     (SELECT ctid FROM api_store.callback_records WHERE receiver = $1 AND due_at IS NULL \
     AND updated_at <= clock_timestamp() - $2 * interval '1 millisecond' LIMIT $3 \
     FOR UPDATE SKIP LOCKED)) RETURNING true";

/// What the application does with a change, in the transaction that records it.
type OnChange<R> =
    dyn for<'a> Fn(&'a Transaction<'a>, &'a RecordChanged<R>) -> StoreFuture<'a, ()> + Send + Sync;

/// The records of one receiver of callbacks, and their queue, in PostgreSQL.
///
/// It is a [`CallbackStore`] if the connections come from a pool whose guards give exclusive access
/// (`DerefMut`), because a change is recorded in a transaction. The transaction is `READ COMMITTED`,
/// whatever the default of the database is. A statement that fails with a serialization failure or a
/// deadlock is tried again.
pub struct PostgresCallbacks<R: Refetch, C> {
    store: PostgresStore<C>,
    receiver: Arc<str>,
    on_change: Arc<OnChange<R>>,
}

impl<C: Connections> PostgresStore<C> {
    /// The records of a receiver, such as `pos-v3/venue-12`, for its
    /// [`Handler`](api_callbacks::Handler).
    ///
    /// The function gets each change once, in the transaction that records it: the rows that it
    /// writes are committed with it. It must not send anything, since the transaction can fail after
    /// it.
    ///
    /// ```
    /// use api_callbacks::{RecordChanged, Refetch};
    /// use store_postgres::{Connections, PostgresCallbacks, PostgresStore};
    ///
    /// fn orders<R: Refetch, C: Connections>(store: PostgresStore<C>) -> PostgresCallbacks<R, C> {
    ///     store.callbacks("pos-v3/venue-12", |transaction, change: &RecordChanged<R>| {
    ///         let (id, state) = (change.id.to_string(), change.state.to_string());
    ///         Box::pin(async move {
    ///             let sql = "UPDATE orders SET state = $1 WHERE id = $2";
    ///             transaction.execute(sql, &[&state, &id]).await?;
    ///             Ok(())
    ///         })
    ///     })
    /// }
    /// ```
    pub fn callbacks<R: Refetch>(
        self,
        receiver: &str,
        on_change: impl for<'a> Fn(&'a Transaction<'a>, &'a RecordChanged<R>) -> StoreFuture<'a, ()>
        + Send
        + Sync
        + 'static,
    ) -> PostgresCallbacks<R, C> {
        PostgresCallbacks {
            store: self,
            receiver: receiver.into(),
            on_change: Arc::new(on_change),
        }
    }
}

impl<R: Refetch, C: Connections> PostgresCallbacks<R, C> {
    /// Expects a record with this reference, in the transaction of the order or with a client. Call
    /// it before the record is created.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails.
    pub async fn expect_in(
        &self,
        client: &impl GenericClient,
        reference: &str,
    ) -> Result<(), StoreError> {
        self.query(client, EXPECT, &[(&reference, Type::TEXT)])
            .await?;
        Ok(())
    }

    /// Confirms that the record with this reference was created, with this id.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails.
    pub async fn confirm_in(
        &self,
        client: &impl GenericClient,
        reference: &str,
        id: &R::Id,
    ) -> Result<(), StoreError> {
        let id = id.to_string();
        // In this order, which is that of `record`: no deadlock.
        let confirmed = [(&reference as _, Type::TEXT), (&id as _, Type::TEXT)];
        self.query(client, CONFIRM, &confirmed).await?;
        self.query(client, EXPECT_NO_LONGER, &confirmed[..1])
            .await?;
        Ok(())
    }

    /// The id of the record with this reference, once a callback that was confirmed or
    /// [`confirm_in`](Self::confirm_in) has supplied it: for look-ups of orders whose response was lost.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails, or the id cannot be parsed.
    pub async fn id(&self, reference: &str) -> Result<Option<R::Id>, StoreError> {
        let rows = self.retried(ID, &[(&reference, Type::TEXT)]).await?;
        let id = rows.first().map(|row| row.try_get::<_, &str>("id"));
        Ok(id.transpose()?.map(str::parse).transpose()?)
    }

    /// Forgets the record with this reference, expected or known: its callbacks are ignored from now
    /// on.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails.
    pub async fn forget_in(
        &self,
        client: &impl GenericClient,
        reference: &str,
    ) -> Result<(), StoreError> {
        self.query(client, FORGET, &[(&reference, Type::TEXT)])
            .await?;
        Ok(())
    }

    /// Runs a statement whose first parameter is the receiver.
    async fn query(
        &self,
        client: &impl GenericClient,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let receiver: &str = &self.receiver;
        let mut all: Vec<Parameter<'_>> = vec![(&receiver, Type::TEXT)];
        all.extend_from_slice(parameters);
        Ok(self.store.query(client, sql, &all).await?)
    }

    /// Runs a statement in a transaction of its own.
    async fn retried(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let mut attempt = 1;
        loop {
            let connection = self.store.connection().await?;
            let client: &Client = &connection;
            match self.query(client, sql, parameters).await {
                Err(error) if attempt < MAX_ATTEMPTS && is_overtaken(&error) => attempt += 1,
                result => return result,
            }
        }
    }
}

impl<R, C> PostgresCallbacks<R, C>
where
    R: Refetch,
    C: Connections,
    for<'c> C::Connection<'c>: DerefMut,
{
    async fn record_once(
        &self,
        taken: &Taken<R::Id>,
        change: &RecordChanged<R>,
        follow_up: Duration,
    ) -> Result<Recorded, StoreError> {
        let mut connection = self.store.connection().await?;
        let client: &mut Client = &mut connection;
        let transaction = client.build_transaction();
        let transaction = transaction.isolation_level(IsolationLevel::ReadCommitted);
        let transaction = transaction.start().await?;
        let (id, state) = (taken.id.to_string(), change.state.to_string());
        let id: Parameter<'_> = (&id, Type::TEXT);
        let fence = [id.clone(), (&taken.lease, Type::INT8)];
        let rows = self.query(&transaction, FENCE, &fence).await?;
        let Some(known) = rows.first() else {
            return Ok(Recorded::Superseded);
        };
        let reference = change.reference.as_deref();
        let reference: Parameter<'_> = (&reference, Type::TEXT);
        let expected = [reference.clone()];
        let expected = self
            .query(&transaction, EXPECT_NO_LONGER, &expected)
            .await?;
        let is_expected = !expected.is_empty();
        if known.try_get::<_, Option<&str>>("reference")?.is_none() && !is_expected {
            return Ok(Recorded::Unproven);
        }
        let known_state = known.try_get::<_, Option<&str>>("state")?;
        let known_state = known_state.map(str::parse::<R::State>).transpose()?;
        let is_new = known_state.as_ref() != Some(&change.state);
        if is_new {
            (self.on_change)(&transaction, change).await?;
            let row = [id.clone(), reference, (&state, Type::TEXT)];
            self.query(&transaction, CHANGE, &row).await?;
        }
        let is_last = !is_new && taken.age >= follow_up;
        let again = (!is_last).then(|| millis(follow_up) as f64);
        let row = [id, (&taken.heard, Type::INT8), (&again, Type::FLOAT8)];
        self.query(&transaction, SETTLE, &row).await?;
        transaction.commit().await?;
        Ok(match is_new {
            true => Recorded::Changed,
            false => Recorded::Unchanged,
        })
    }
}

/// Whether another transaction has overtaken this one, which changed nothing.
fn is_overtaken(error: &StoreError) -> bool {
    let error = error.downcast_ref::<crate::error::StoreError>();
    let error = error.and_then(crate::error::StoreError::as_postgres);
    let code = error.and_then(tokio_postgres::Error::code);
    let overtaken = [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
    ];
    code.is_some_and(|code| overtaken.contains(code))
}

/// Milliseconds of a column.
fn duration(row: &Row, column: &str) -> Result<Duration, StoreError> {
    let millis: i64 = row.try_get(column)?;
    Ok(Duration::from_millis(millis.max(0).unsigned_abs()))
}

fn failures(row: &Row) -> Result<u32, StoreError> {
    Ok(u32::try_from(row.try_get::<_, i64>("failures")?)?)
}

impl<R, C> CallbackStore<R> for PostgresCallbacks<R, C>
where
    R: Refetch,
    C: Connections,
    for<'c> C::Connection<'c>: DerefMut,
{
    fn heard<'a>(&'a self, id: &'a R::Id, reference: Option<&'a str>) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let id = id.to_string();
            let row = [(&id as _, Type::TEXT), (&reference as _, Type::TEXT)];
            Ok(!self.retried(HEARD, &row).await?.is_empty())
        })
    }

    fn take(&self, lease: Duration) -> StoreFuture<'_, Option<Taken<R::Id>>> {
        Box::pin(async move {
            let lease = millis(lease) as f64;
            let rows = self.retried(TAKE, &[(&lease, Type::FLOAT8)]).await?;
            let Some(row) = rows.first() else {
                return Ok(None);
            };
            let id = row.try_get::<_, &str>("id")?.parse()?;
            let mut taken = Taken::new(id, row.try_get("reference")?, row.try_get("lease")?);
            taken.heard = row.try_get("heard")?;
            taken.age = duration(row, "age")?;
            taken.failures = failures(row)?;
            Ok(Some(taken))
        })
    }

    fn record<'a>(
        &'a self,
        taken: &'a Taken<R::Id>,
        change: RecordChanged<R>,
        follow_up: Duration,
    ) -> StoreFuture<'a, Recorded> {
        Box::pin(async move {
            let mut attempt = 1;
            loop {
                match self.record_once(taken, &change, follow_up).await {
                    Err(error) if attempt < MAX_ATTEMPTS && is_overtaken(&error) => attempt += 1,
                    result => return result,
                }
            }
        })
    }

    fn postpone<'a>(
        &'a self,
        taken: &'a Taken<R::Id>,
        delay: Option<Duration>,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let (id, delay) = (
                taken.id.to_string(),
                delay.map(|delay| millis(delay) as f64),
            );
            let row = [
                (&id as _, Type::TEXT),
                (&taken.lease as _, Type::INT8),
                (&taken.heard as _, Type::INT8),
                (&delay as _, Type::FLOAT8),
            ];
            self.retried(POSTPONE, &row).await.map(drop)
        })
    }

    fn queued(&self, limit: usize) -> StoreFuture<'_, Vec<QueuedRecord<R::Id>>> {
        Box::pin(async move {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = self.retried(QUEUED, &[(&limit, Type::INT8)]).await?;
            let mut queued = Vec::new();
            for row in &rows {
                let is_given_up = row.try_get::<_, bool>("is_given_up")?;
                let retry_in = (!is_given_up).then(|| duration(row, "retry_in"));
                let id = row.try_get::<_, &str>("id")?.parse()?;
                let mut record = QueuedRecord::new(id, retry_in.transpose()?);
                record.reference = row.try_get("reference")?;
                record.age = duration(row, "age")?;
                record.failures = failures(row)?;
                queued.push(record);
            }
            Ok(queued)
        })
    }

    fn prune(&self, unchanged_for: Duration, limit: u32) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let (age, limit) = (millis(unchanged_for) as f64, i64::from(limit));
            let values = [(&age as _, Type::FLOAT8), (&limit as _, Type::INT8)];
            Ok(self.retried(PRUNE, &values).await?.len() as u64)
        })
    }
}

impl<R: Refetch, C: Clone> Clone for PostgresCallbacks<R, C> {
    fn clone(&self) -> Self {
        Self {
            store: self.store.clone(),
            receiver: Arc::clone(&self.receiver),
            on_change: Arc::clone(&self.on_change),
        }
    }
}

impl<R: Refetch, C> fmt::Debug for PostgresCallbacks<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresCallbacks")
            .field("store", &self.store)
            .field("receiver", &self.receiver)
            .finish_non_exhaustive()
    }
}
