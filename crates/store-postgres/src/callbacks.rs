//! The records of received callbacks.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use api_callbacks::{KnownRecord, RecordChanged, Refetch, StoreError};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{GenericClient, Row, Transaction};

use crate::connections::Connections;
use crate::statements::in_schema;
use crate::store::PostgresStore;

/// One change of an id at a time: the rows to lock may not exist yet.
const LOCK: &str = "SELECT pg_advisory_xact_lock(hashtextextended($1 || chr(31) || $2, 0))";

/// Whether the record is known, its reference and state, whether it is expected, and the latest lease:
/// receiver, id, reference.
const FIND: &str = "SELECT known.id IS NOT NULL AS is_known, known.reference, known.state, \
     EXISTS (SELECT FROM api_store.callback_records AS expected \
     WHERE expected.receiver = $1 AND expected.reference = $3 AND expected.id IS NULL) AS is_expected, \
     (SELECT number FROM api_store.callback_leases AS lease \
     WHERE lease.receiver = $1 AND lease.id = $2) AS lease \
     FROM (SELECT) AS one LEFT JOIN api_store.callback_records AS known \
     ON known.receiver = $1 AND known.id = $2";

const ID: &str = "SELECT id FROM api_store.callback_records \
     WHERE receiver = $1 AND reference = $2 AND id IS NOT NULL ORDER BY updated_at DESC LIMIT 1";

const EXPECT: &str = "INSERT INTO api_store.callback_records (receiver, reference) SELECT $1, $2 \
     WHERE NOT EXISTS (SELECT FROM api_store.callback_records WHERE receiver = $1 AND reference = $2) \
     ON CONFLICT (receiver, reference) WHERE id IS NULL DO NOTHING";

/// Forgets that a record is expected, and keeps its id and state: receiver, id, reference, state.
const RECORD: &str = "WITH forgotten AS (DELETE FROM api_store.callback_records \
     WHERE receiver = $1 AND reference = $3 AND id IS NULL) \
     INSERT INTO api_store.callback_records (receiver, id, reference, state) \
     VALUES ($1, $2, $3, $4) ON CONFLICT (receiver, id) WHERE id IS NOT NULL \
     DO UPDATE SET state = coalesce(excluded.state, callback_records.state), \
     updated_at = excluded.updated_at";

const FORGET_REFERENCE: &str = "DELETE FROM api_store.callback_records \
     WHERE receiver = $1 AND reference = $2 AND id IS NULL";

const FORGET: &str = "WITH queue AS (DELETE FROM api_store.callback_queue \
     WHERE receiver = $1 AND id = $2), leases AS (DELETE FROM api_store.callback_leases \
     WHERE receiver = $1 AND id = $2) \
     DELETE FROM api_store.callback_records WHERE receiver = $1 AND id = $2";

/// The records of one receiver of callbacks, and its durable queue, in PostgreSQL.
///
/// It is the [queue](api_callbacks::CallbackStore::queue) of a `CallbackStore` of the application,
/// whose `record_change` is a transaction of the application. It is no `CallbackStore` itself: a
/// transaction needs a client that no other call uses, and [`Connections`] share theirs; a pool of the
/// application has one.
///
/// ```
/// use api_callbacks::{
///     CallbackQueue, CallbackStore, KnownRecord, RecordChanged, Refetch, StoreError,
/// };
/// use store_postgres::{Connections, PostgresCallbacks};
///
/// struct Orders<R: Refetch, C: Connections> {
///     callbacks: PostgresCallbacks<R, C>,
///     pool: Pool,
/// }
/// # struct Pool;
/// # impl Pool { async fn get(&self) -> Result<tokio_postgres::Client, StoreError> { Err("".into()) } }
///
/// impl<R, C> CallbackStore<R> for Orders<R, C>
/// where
///     R: Refetch,
///     C: Connections,
/// {
///     async fn find(
///         &self,
///         id: &R::Id,
///         reference: Option<&str>,
///     ) -> Result<Option<KnownRecord>, StoreError> {
///         self.callbacks.find(id, reference).await
///     }
///
///     async fn record_change(&self, change: RecordChanged<R>) -> Result<bool, StoreError> {
///         let mut client = self.pool.get().await?;
///         let transaction = client.transaction().await?;
///         let is_new = self.callbacks.record_change_in(&transaction, &change).await?;
///         if is_new {
///             // The rows of the application.
///             let state = change.state.to_string();
///             transaction.execute("INSERT INTO changes (state) VALUES ($1)", &[&state]).await?;
///         }
///         transaction.commit().await?;
///         Ok(is_new)
///     }
///
///     fn queue(&self) -> Option<&impl CallbackQueue<R>> {
///         Some(&self.callbacks)
///     }
/// }
/// ```
pub struct PostgresCallbacks<R, C> {
    pub(crate) store: PostgresStore<C>,
    pub(crate) receiver: Arc<str>,
    records: PhantomData<fn() -> R>,
}

impl<C: Connections> PostgresStore<C> {
    /// The records of a receiver, such as `pos-v3/venue-12`.
    pub fn callbacks<R: Refetch>(self, receiver: &str) -> PostgresCallbacks<R, C> {
        PostgresCallbacks {
            store: self,
            receiver: receiver.into(),
            records: PhantomData,
        }
    }
}

impl<R: Refetch, C: Connections> PostgresCallbacks<R, C> {
    /// Finds a record, as [`CallbackStore::find`](api_callbacks::CallbackStore::find) does.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails.
    pub async fn find(
        &self,
        id: &R::Id,
        reference: Option<&str>,
    ) -> Result<Option<KnownRecord>, StoreError> {
        let connection = self.store.connection().await?;
        let row = self
            .find_in(&*connection, &id.to_string(), reference)
            .await?;
        let mut record = KnownRecord::default();
        if row.try_get("is_known")? {
            record.reference = row.try_get("reference")?;
            return Ok(Some(record));
        }
        record.reference = reference.map(str::to_owned);
        let is_expected: bool = row.try_get("is_expected")?;
        Ok(Some(record).filter(|_| is_expected))
    }

    /// Records the state of a record in a transaction of the caller. Returns `false` if that state
    /// was recorded already, or the lease of the read is not the latest.
    ///
    /// The rows that the caller writes in the same transaction are committed with it.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails. Roll the transaction back then.
    pub async fn record_change_in(
        &self,
        transaction: &Transaction<'_>,
        change: &RecordChanged<R>,
    ) -> Result<bool, StoreError> {
        let (id, state) = (change.id.to_string(), change.state.to_string());
        let reference = change.reference.as_deref();
        self.execute(transaction, LOCK, &[(&id, Type::TEXT)])
            .await?;
        let row = self.find_in(transaction, &id, reference).await?;
        let latest: Option<i64> = row.try_get("lease")?;
        if change
            .lease
            .is_some_and(|lease| latest != Some(lease.number()))
        {
            return Ok(false);
        }
        let known: Option<&str> = row.try_get("state")?;
        let (is_known, is_expected): (bool, bool) =
            (row.try_get("is_known")?, row.try_get("is_expected")?);
        let known = known.map(str::parse::<R::State>).transpose()?;
        // Without a row, it was forgotten during the read.
        if !(is_known || is_expected) || known.as_ref() == Some(&change.state) {
            return Ok(false);
        }
        let row: [Parameter<'_>; 3] = [
            (&id, Type::TEXT),
            (&reference, Type::TEXT),
            (&state, Type::TEXT),
        ];
        self.execute(transaction, RECORD, &row).await?;
        Ok(true)
    }

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
        self.execute(client, EXPECT, &[(&reference, Type::TEXT)])
            .await
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
        let (id, state) = (id.to_string(), None::<&str>);
        let row: [Parameter<'_>; 3] = [
            (&id, Type::TEXT),
            (&reference, Type::TEXT),
            (&state, Type::TEXT),
        ];
        self.execute(client, RECORD, &row).await
    }

    /// The id of the record with this reference, once a callback that was confirmed or [`confirm_in`](Self::confirm_in) has
    /// supplied it: for the lookups of [`create_once_with`](api_runtime::Client::create_once_with) and
    /// [`recover_with`](api_journal::JournalClient::recover_with).
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails, or the id cannot be parsed.
    pub async fn id(&self, reference: &str) -> Result<Option<R::Id>, StoreError> {
        let connection = self.store.connection().await?;
        let rows = self
            .query(&*connection, ID, &[(&reference, Type::TEXT)])
            .await?;
        let id = rows.first().map(|row| row.try_get::<_, &str>("id"));
        Ok(id.transpose()?.map(str::parse).transpose()?)
    }

    /// Expects a record with this reference no longer, because its creation failed.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails.
    pub async fn forget_reference_in(
        &self,
        client: &impl GenericClient,
        reference: &str,
    ) -> Result<(), StoreError> {
        self.execute(client, FORGET_REFERENCE, &[(&reference, Type::TEXT)])
            .await
    }

    /// Forgets a record: its callbacks are ignored from now on.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails.
    pub async fn forget_in(
        &self,
        client: &impl GenericClient,
        id: &R::Id,
    ) -> Result<(), StoreError> {
        let id = id.to_string();
        self.execute(client, FORGET, &[(&id, Type::TEXT)]).await
    }

    async fn find_in(
        &self,
        client: &impl GenericClient,
        id: &str,
        reference: Option<&str>,
    ) -> Result<Row, StoreError> {
        let row: [Parameter<'_>; 2] = [(&id, Type::TEXT), (&reference, Type::TEXT)];
        let rows = self.query(client, FIND, &row).await?;
        rows.into_iter()
            .next()
            .ok_or_else(|| "expected a row, found none".into())
    }

    /// Runs a statement whose first parameter is the receiver.
    pub(crate) async fn execute(
        &self,
        client: &impl GenericClient,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<(), StoreError> {
        self.query(client, sql, parameters).await.map(drop)
    }

    pub(crate) async fn query(
        &self,
        client: &impl GenericClient,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let receiver: &str = &self.receiver;
        let mut all: Vec<Parameter<'_>> = vec![(&receiver, Type::TEXT)];
        all.extend_from_slice(parameters);
        let sql = in_schema(sql, &self.store.schema);
        let rows = client.query_typed(&sql, &all).await;
        Ok(rows.map_err(crate::error::StoreError::new)?)
    }
}

/// A value, and its type in the database.
pub(crate) type Parameter<'p> = (&'p (dyn ToSql + Sync), Type);

impl<R, C> fmt::Debug for PostgresCallbacks<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresCallbacks")
            .field("store", &self.store)
            .field("receiver", &self.receiver)
            .finish_non_exhaustive()
    }
}
