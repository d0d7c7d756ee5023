//! The records of received callbacks: one row each, with its place in the queue and its lease.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use api_callbacks::{
    CallbackStore, QueuedRecord, RecordChanged, Recorded, Refetch, StoreError, StoreFuture, Taken,
};
use api_journal::millis;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params_from_iter};

use crate::clock::now;
use crate::store::SqliteStore;

/// Parameters: receiver, reference.
const EXPECT: &str = concat!(
    "INSERT INTO api_store_callback_records (receiver, reference, updated_at) SELECT ?1, ?2, ",
    now!(),
    " WHERE NOT EXISTS (SELECT 1 FROM api_store_callback_records \
     WHERE receiver = ?1 AND reference = ?2)",
);

/// Parameters: receiver, reference, id. What a callback has claimed so far is due now.
const CONFIRM: &str = concat!(
    "INSERT INTO api_store_callback_records (receiver, reference, id, updated_at) \
     VALUES (?1, ?2, ?3, ",
    now!(),
    ") ON CONFLICT (receiver, id) WHERE id IS NOT NULL DO UPDATE SET \
     due_at = CASE WHEN reference IS NULL AND heard_at IS NOT NULL THEN excluded.updated_at \
     ELSE due_at END, reference = coalesce(reference, excluded.reference), \
     updated_at = excluded.updated_at",
);

/// Parameters: receiver, reference.
const EXPECT_NO_LONGER: &str = "DELETE FROM api_store_callback_records \
     WHERE receiver = ?1 AND reference = ?2 AND id IS NULL";

/// Parameters: receiver, id, reference.
const HEARD: &str = concat!(
    "INSERT INTO api_store_callback_records \
     (receiver, id, heard, heard_at, due_at, updated_at) SELECT ?1, ?2, 1, now, now, now FROM \
     (SELECT ",
    now!(),
    " AS now) WHERE EXISTS (SELECT 1 FROM api_store_callback_records WHERE receiver = ?1 \
     AND (id = ?2 OR (id IS NULL AND reference = ?3))) \
     ON CONFLICT (receiver, id) WHERE id IS NOT NULL DO UPDATE SET heard = heard + 1, \
     heard_at = excluded.heard_at, due_at = excluded.due_at, updated_at = excluded.updated_at",
);

/// Parameters: receiver, milliseconds of the lease.
const TAKE: &str = concat!(
    "UPDATE api_store_callback_records SET lease = abs(random() / 2) + 1, lease_until = ",
    now!(),
    " + ?2 WHERE rowid = (SELECT rowid FROM api_store_callback_records WHERE receiver = ?1 \
     AND heard_at IS NOT NULL AND due_at <= ",
    now!(),
    " AND (lease IS NULL OR lease_until <= ",
    now!(),
    ") ORDER BY failures, due_at LIMIT 1) RETURNING id, reference, lease, heard, ",
    now!(),
    " - heard_at, failures",
);

/// The fence: what is known, if the lease is that of the row: receiver, id, lease.
const FENCE: &str = "UPDATE api_store_callback_records SET lease_until = lease_until \
     WHERE receiver = ?1 AND id = ?2 AND lease = ?3 RETURNING reference, state";

/// Parameters: receiver, id, reference, state.
const CHANGE: &str = concat!(
    "UPDATE api_store_callback_records SET reference = coalesce(reference, ?3), state = ?4, \
     updated_at = ",
    now!(),
    " WHERE receiver = ?1 AND id = ?2",
);

/// Ends a lease, and takes the record out of the queue unless a callback was heard meanwhile: receiver,
/// id, the callbacks heard before, milliseconds until it is due again or null.
const SETTLE: &str = concat!(
    "UPDATE api_store_callback_records SET failures = 0, lease = NULL, lease_until = 0, \
     due_at = CASE heard WHEN ?3 THEN ",
    now!(),
    " + ?4 ELSE due_at END, \
     heard_at = CASE WHEN heard = ?3 AND ?4 IS NULL THEN NULL ELSE heard_at END \
     WHERE receiver = ?1 AND id = ?2",
);

/// Parameters: receiver, id, lease, the callbacks heard before, milliseconds of the delay or null.
const POSTPONE: &str = concat!(
    "UPDATE api_store_callback_records SET failures = failures + 1, lease = NULL, lease_until = 0, \
     due_at = CASE heard WHEN ?4 THEN ",
    now!(),
    " + ?5 ELSE due_at END WHERE receiver = ?1 AND id = ?2 AND lease = ?3",
);

/// Parameters: receiver, limit.
const QUEUED: &str = concat!(
    "SELECT id, reference, now - heard_at, failures, CASE WHEN due_at IS NOT NULL THEN \
     max(due_at, lease_until, now) - now END AS retry_in \
     FROM api_store_callback_records, (SELECT ",
    now!(),
    " AS now) WHERE receiver = ?1 AND heard_at IS NOT NULL \
     ORDER BY retry_in IS NULL, retry_in, failures, due_at LIMIT ?2",
);

/// Parameters: receiver, reference.
const ID: &str = "SELECT id FROM api_store_callback_records \
     WHERE receiver = ?1 AND reference = ?2 AND id IS NOT NULL ORDER BY updated_at DESC LIMIT 1";

/// Parameters: receiver, reference.
const FORGET: &str =
    "DELETE FROM api_store_callback_records WHERE receiver = ?1 AND reference = ?2";

/// Parameters: receiver, milliseconds, limit.
const PRUNE: &str = concat!(
    "DELETE FROM api_store_callback_records WHERE rowid IN \
     (SELECT rowid FROM api_store_callback_records WHERE receiver = ?1 AND due_at IS NULL \
     AND updated_at <= ",
    now!(),
    " - ?2 LIMIT ?3)",
);

/// What the application does with a change, in the transaction that records it.
type OnChange<R> =
    dyn Fn(&Transaction<'_>, &RecordChanged<R>) -> Result<(), StoreError> + Send + Sync;

/// The records of one receiver of callbacks, and their queue, in a file of SQLite.
pub struct SqliteCallbacks<R: Refetch> {
    store: SqliteStore,
    receiver: Arc<str>,
    on_change: Arc<OnChange<R>>,
}

impl SqliteStore {
    /// The records of a receiver, such as `pos-v3/venue-12`, for its
    /// [`Handler`](api_callbacks::Handler).
    ///
    /// The function gets each change once, in the transaction that records it: the rows that it
    /// writes are committed with it. It must not send anything, since the transaction can fail after
    /// it.
    ///
    /// ```
    /// use api_callbacks::{RecordChanged, Refetch};
    /// use store_sqlite::{SqliteCallbacks, SqliteStore};
    ///
    /// fn orders<R: Refetch>(store: &SqliteStore) -> SqliteCallbacks<R> {
    ///     store.callbacks("pos-v3/venue-12", |transaction, change: &RecordChanged<R>| {
    ///         let sql = "UPDATE orders SET state = ?1 WHERE id = ?2";
    ///         transaction.execute(sql, [change.state.to_string(), change.id.to_string()])?;
    ///         Ok(())
    ///     })
    /// }
    /// ```
    pub fn callbacks<R: Refetch>(
        &self,
        receiver: &str,
        on_change: impl Fn(&Transaction<'_>, &RecordChanged<R>) -> Result<(), StoreError>
        + Send
        + Sync
        + 'static,
    ) -> SqliteCallbacks<R> {
        SqliteCallbacks {
            store: self.clone(),
            receiver: receiver.into(),
            on_change: Arc::new(on_change),
        }
    }
}

impl<R: Refetch> SqliteCallbacks<R> {
    /// Expects a record with this reference. Call it before the record is created.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub async fn expect(&self, reference: &str) -> Result<(), StoreError> {
        let expected = self.execute(EXPECT, [reference.to_owned().into()]);
        expected.await.map(drop)
    }

    /// Expects a record in a transaction of the caller, such as that of the order.
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the transaction is of another file.
    pub fn expect_in(
        &self,
        transaction: &Transaction<'_>,
        reference: &str,
    ) -> Result<(), StoreError> {
        self.store.check(transaction)?;
        let expected = transaction.execute(EXPECT, [&*self.receiver, reference]);
        expected.map_err(|error| self.store.error(error))?;
        Ok(())
    }

    /// Confirms that the record with this reference was created, with this id.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub async fn confirm(&self, reference: &str, id: &R::Id) -> Result<(), StoreError> {
        let (reference, id) = (reference.to_owned(), id.to_string());
        self.transaction(move |transaction, receiver| {
            transaction.execute(CONFIRM, [receiver, &reference, &id])?;
            transaction.execute(EXPECT_NO_LONGER, [receiver, &reference])?;
            Ok(())
        })
        .await
    }

    /// The id of the record with this reference, once a callback that was confirmed or
    /// [`confirm`](Self::confirm) has supplied it: for look-ups of orders whose response was lost.
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the id cannot be parsed.
    pub async fn id(&self, reference: &str) -> Result<Option<R::Id>, StoreError> {
        let reference = reference.to_owned();
        let id = self.query(move |connection, receiver| {
            let id = connection.query_row(ID, [receiver, &reference], |row| row.get(0));
            Ok(id.optional()?)
        });
        let id: Option<String> = id.await?;
        Ok(id.map(|id| id.parse()).transpose()?)
    }

    /// Forgets the record with this reference, expected or known: its callbacks are ignored from now
    /// on.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub async fn forget(&self, reference: &str) -> Result<(), StoreError> {
        let forgotten = self.execute(FORGET, [reference.to_owned().into()]);
        forgotten.await.map(drop)
    }

    /// Runs one statement whose first parameter is the receiver. Returns how many rows it changed.
    async fn execute(
        &self,
        sql: &'static str,
        values: impl Into<Vec<Value>>,
    ) -> Result<usize, StoreError> {
        let values = values.into();
        self.transaction(move |transaction, receiver| {
            let receiver = Value::Text(receiver.to_owned());
            let values = std::iter::once(receiver).chain(values);
            Ok(transaction.execute(sql, params_from_iter(values))?)
        })
        .await
    }

    /// Runs a function with the name of the receiver in a transaction.
    async fn transaction<T: Send + 'static>(
        &self,
        function: impl FnOnce(&Transaction<'_>, &str) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (store, receiver) = (self.store.clone(), Arc::clone(&self.receiver));
        let run = self.store.transaction(move |transaction| {
            function(transaction, &receiver).map_err(|error| with_file(&store, error))
        });
        run.await
    }

    /// Runs a query, which waits for no other process.
    async fn query<T: Send + 'static>(
        &self,
        function: impl FnOnce(&Connection, &str) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (store, receiver) = (self.store.clone(), Arc::clone(&self.receiver));
        let run = self.store.run(move |connection| {
            function(connection, &receiver).map_err(|error| with_file(&store, error))
        });
        run.await
    }
}

/// Errors of SQLite name the file, those of the application are its own.
fn with_file(store: &SqliteStore, error: StoreError) -> StoreError {
    match error.downcast::<rusqlite::Error>() {
        Ok(error) => store.error(*error).into(),
        Err(error) => error,
    }
}

/// Milliseconds of a column.
fn duration(row: &Row<'_>, column: usize) -> Result<Duration, rusqlite::Error> {
    let millis: i64 = row.get(column)?;
    Ok(Duration::from_millis(millis.max(0).unsigned_abs()))
}

impl<R: Refetch> CallbackStore<R> for SqliteCallbacks<R> {
    fn heard<'a>(&'a self, id: &'a R::Id, reference: Option<&'a str>) -> StoreFuture<'a, bool> {
        let values = [id.to_string().into(), reference.map(str::to_owned).into()];
        Box::pin(async move { Ok(self.execute(HEARD, values).await? > 0) })
    }

    fn take(&self, lease: Duration) -> StoreFuture<'_, Option<Taken<R::Id>>> {
        Box::pin(self.transaction(move |transaction, receiver| {
            let mut take = transaction.prepare(TAKE)?;
            let mut rows = take.query((receiver, millis(lease)))?;
            let Some(row) = rows.next()? else {
                return Ok(None);
            };
            let id = row.get::<_, String>(0)?.parse()?;
            let mut taken = Taken::new(id, row.get(1)?, row.get(2)?);
            taken.heard = row.get(3)?;
            taken.age = duration(row, 4)?;
            taken.failures = row.get(5)?;
            Ok(Some(taken))
        }))
    }

    fn record<'a>(
        &'a self,
        taken: &'a Taken<R::Id>,
        change: RecordChanged<R>,
        follow_up: Duration,
    ) -> StoreFuture<'a, Recorded> {
        let taken = taken.clone();
        let on_change = Arc::clone(&self.on_change);
        Box::pin(self.transaction(move |transaction, receiver| {
            let id = taken.id.to_string();
            let known = (receiver, &id, taken.lease);
            let known = transaction.query_row(FENCE, known, |row| {
                Ok((
                    row.get::<_, Option<String>>(0)?,
                    row.get::<_, Option<String>>(1)?,
                ))
            });
            let Some((known, state)) = known.optional()? else {
                return Ok(Recorded::Superseded);
            };
            let reference = change.reference.as_deref();
            let expected = transaction.execute(EXPECT_NO_LONGER, (receiver, reference))?;
            if known.is_none() && expected == 0 {
                return Ok(Recorded::Unproven);
            }
            let state = state.map(|state| state.parse::<R::State>()).transpose()?;
            let is_new = state.as_ref() != Some(&change.state);
            if is_new {
                on_change(transaction, &change)?;
                let state = change.state.to_string();
                transaction.execute(CHANGE, (receiver, &id, reference, &state))?;
            }
            let is_last = !is_new && taken.age >= follow_up;
            let again = (!is_last).then(|| millis(follow_up));
            transaction.execute(SETTLE, (receiver, &id, taken.heard, again))?;
            Ok(match is_new {
                true => Recorded::Changed,
                false => Recorded::Unchanged,
            })
        }))
    }

    fn postpone<'a>(
        &'a self,
        taken: &'a Taken<R::Id>,
        delay: Option<Duration>,
    ) -> StoreFuture<'a, ()> {
        let (id, delay) = (taken.id.to_string(), delay.map(millis));
        let values = [
            id.into(),
            taken.lease.into(),
            taken.heard.into(),
            delay.into(),
        ];
        Box::pin(async move { self.execute(POSTPONE, values).await.map(drop) })
    }

    fn queued(&self, limit: usize) -> StoreFuture<'_, Vec<QueuedRecord<R::Id>>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        Box::pin(self.query(move |connection, receiver| {
            let mut select = connection.prepare(QUEUED)?;
            let mut rows = select.query((receiver, limit))?;
            let mut queued = Vec::new();
            while let Some(row) = rows.next()? {
                let retry_in = row.get::<_, Option<i64>>(4)?.map(|_| duration(row, 4));
                let id = row.get::<_, String>(0)?.parse()?;
                let mut record = QueuedRecord::new(id, retry_in.transpose()?);
                record.reference = row.get(1)?;
                record.age = duration(row, 2)?;
                record.failures = row.get(3)?;
                queued.push(record);
            }
            Ok(queued)
        }))
    }

    fn prune(&self, unchanged_for: Duration, limit: u32) -> StoreFuture<'_, u64> {
        let values = [millis(unchanged_for).into(), limit.into()];
        Box::pin(async move { Ok(self.execute(PRUNE, values).await? as u64) })
    }
}

impl<R: Refetch> Clone for SqliteCallbacks<R> {
    fn clone(&self) -> Self {
        Self {
            store: self.store.clone(),
            receiver: Arc::clone(&self.receiver),
            on_change: Arc::clone(&self.on_change),
        }
    }
}

impl<R: Refetch> fmt::Debug for SqliteCallbacks<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteCallbacks")
            .field("store", &self.store)
            .field("receiver", &self.receiver)
            .finish_non_exhaustive()
    }
}
