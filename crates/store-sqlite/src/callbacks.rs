//! The records of received callbacks.

use std::fmt;
use std::sync::Arc;

use api_callbacks::{
    CallbackQueue, CallbackStore, KnownRecord, Lease, RecordChanged, Refetch, StoreError,
};
use rusqlite::{Error, OptionalExtension, Transaction};

use crate::clock::now;
use crate::store::SqliteStore;

const FIND: &str =
    "SELECT reference, state FROM api_store_callback_records WHERE receiver = ?1 AND id = ?2";

const ID: &str = "SELECT id FROM api_store_callback_records \
     WHERE receiver = ?1 AND reference = ?2 AND id IS NOT NULL ORDER BY updated_at DESC LIMIT 1";

const IS_EXPECTED: &str = "SELECT EXISTS (SELECT 1 FROM api_store_callback_records \
     WHERE receiver = ?1 AND reference = ?2 AND id IS NULL)";

const EXPECT: &str = concat!(
    "INSERT INTO api_store_callback_records (receiver, reference, updated_at) SELECT ?1, ?2, ",
    now!(),
    " WHERE NOT EXISTS (SELECT 1 FROM api_store_callback_records \
     WHERE receiver = ?1 AND reference = ?2)",
);

const FORGET_EXPECTED: &str = "DELETE FROM api_store_callback_records \
     WHERE receiver = ?1 AND reference = ?2 AND id IS NULL";

const CONFIRM: &str = concat!(
    "INSERT INTO api_store_callback_records (receiver, id, reference, updated_at) \
     VALUES (?1, ?2, ?3, ",
    now!(),
    ") ON CONFLICT (receiver, id) WHERE id IS NOT NULL DO NOTHING",
);

const RECORD: &str = concat!(
    "INSERT INTO api_store_callback_records (receiver, id, reference, state, updated_at) \
     VALUES (?1, ?2, ?3, ?4, ",
    now!(),
    ") ON CONFLICT (receiver, id) WHERE id IS NOT NULL DO UPDATE SET state = excluded.state, \
     updated_at = excluded.updated_at",
);

const LATEST: &str = "SELECT number FROM api_store_callback_leases WHERE receiver = ?1 AND id = ?2";

/// What the application does with a change, in the transaction that records it.
type OnChange<R> =
    dyn Fn(&Transaction<'_>, &RecordChanged<R>) -> Result<(), StoreError> + Send + Sync;

/// The records of one receiver of callbacks, and its durable queue, in a file of SQLite.
pub struct SqliteCallbacks<R: Refetch> {
    pub(crate) store: SqliteStore,
    pub(crate) receiver: Arc<str>,
    on_change: Arc<OnChange<R>>,
}

impl SqliteStore {
    /// The records of a receiver, such as `pos-v3/venue-12`, for its
    /// [`Handler`](api_callbacks::Handler).
    ///
    /// The function gets each change once, in the transaction that records it: the rows that it
    /// writes are committed with it. It must not send anything, since the transaction can fail after
    /// it.
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
        self.execute(EXPECT, vec![reference.to_owned()]).await
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
            transaction.execute(CONFIRM, [receiver, &id, &reference])?;
            transaction.execute(FORGET_EXPECTED, [receiver, &reference])?;
            Ok(())
        })
        .await
    }

    /// The id of the record with this reference, once a callback that was confirmed or [`confirm`](Self::confirm) has
    /// supplied it: for the lookups of [`create_once_with`](api_runtime::Client::create_once_with) and
    /// [`recover_with`](api_journal::JournalClient::recover_with).
    ///
    /// # Errors
    ///
    /// If SQLite fails, or the id cannot be parsed.
    pub async fn id(&self, reference: &str) -> Result<Option<R::Id>, StoreError> {
        let reference = reference.to_owned();
        let id = self.transaction(move |transaction, receiver| {
            let id = transaction.query_row(ID, [receiver, &reference], |row| row.get(0));
            Ok(id.optional()?)
        });
        let id: Option<String> = id.await?;
        Ok(id.map(|id| id.parse()).transpose()?)
    }

    /// Expects a record with this reference no longer, because its creation failed.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub async fn forget_reference(&self, reference: &str) -> Result<(), StoreError> {
        self.execute(FORGET_EXPECTED, vec![reference.to_owned()])
            .await
    }

    /// Forgets a record: its callbacks are ignored from now on.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub async fn forget(&self, id: &R::Id) -> Result<(), StoreError> {
        let id = id.to_string();
        self.transaction(move |transaction, receiver| {
            for table in ["records", "queue", "leases"] {
                let sql = format!(
                    "DELETE FROM api_store_callback_{table} WHERE receiver = ?1 AND id = ?2"
                );
                transaction.execute(&sql, [receiver, &id])?;
            }
            Ok(())
        })
        .await
    }

    async fn execute(&self, sql: &'static str, values: Vec<String>) -> Result<(), StoreError> {
        self.transaction(move |transaction, receiver| {
            let values = std::iter::once(receiver).chain(values.iter().map(String::as_str));
            transaction.execute(sql, rusqlite::params_from_iter(values))?;
            Ok(())
        })
        .await
    }

    /// Runs a function with the name of the receiver in a transaction, which is rolled back if this
    /// future is dropped before the commit.
    pub(crate) async fn transaction<T: Send + 'static>(
        &self,
        function: impl FnOnce(&Transaction<'_>, &str) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (store, receiver) = (self.store.clone(), Arc::clone(&self.receiver));
        let result = self.store.transaction_unless_dropped(move |transaction| {
            function(transaction, &receiver).map_err(|error| {
                // Errors of the application are its own.
                match error.downcast::<rusqlite::Error>() {
                    Ok(error) => TransactionError(store.error(*error).into()),
                    Err(error) => TransactionError(error),
                }
            })
        });
        result.await.map_err(|error| error.0)
    }
}

/// Whether a lease is the latest of its id.
pub(crate) fn is_latest(
    transaction: &Transaction<'_>,
    receiver: &str,
    id: &str,
    number: i64,
) -> Result<bool, Error> {
    let latest = transaction.query_row(LATEST, [receiver, id], |row| row.get(0));
    Ok(latest.optional()? == Some(number))
}

/// The error of a transaction: a boxed error is none that `?` converts.
struct TransactionError(StoreError);

impl From<crate::error::StoreError> for TransactionError {
    fn from(error: crate::error::StoreError) -> Self {
        Self(error.into())
    }
}

impl<R: Refetch> CallbackStore<R> for SqliteCallbacks<R> {
    async fn find(
        &self,
        id: &R::Id,
        reference: Option<&str>,
    ) -> Result<Option<KnownRecord>, StoreError> {
        let (id, reference) = (id.to_string(), reference.map(str::to_owned));
        self.transaction(move |transaction, receiver| {
            let known = transaction.query_row(FIND, [receiver, &id], |row| row.get(0));
            let mut record = KnownRecord::default();
            if let Some(known) = known.optional()? {
                record.reference = known;
                return Ok(Some(record));
            }
            let Some(reference) = reference else {
                return Ok(None);
            };
            let expected = [receiver, &reference];
            let is_expected = transaction.query_row(IS_EXPECTED, expected, |row| row.get(0))?;
            record.reference = Some(reference);
            Ok(Some(record).filter(|_| is_expected))
        })
        .await
    }

    async fn record_change(&self, change: RecordChanged<R>) -> Result<bool, StoreError> {
        let on_change = Arc::clone(&self.on_change);
        self.transaction(move |transaction, receiver| {
            let (id, state) = (change.id.to_string(), change.state.to_string());
            let lease = change.lease.as_ref().map(Lease::number);
            if let Some(number) = lease {
                if !is_latest(transaction, receiver, &id, number)? {
                    return Ok(false);
                }
            }
            let known =
                transaction.query_row(FIND, [receiver, &id], |row| row.get::<_, Option<String>>(1));
            let known = known.optional()?;
            let is_expected = match &change.reference {
                Some(reference) => {
                    transaction.query_row(IS_EXPECTED, [receiver, reference], |row| row.get(0))?
                }
                None => false,
            };
            match known {
                // It was forgotten during the read.
                None if !is_expected => return Ok(false),
                Some(Some(known)) if known.parse::<R::State>()? == change.state => {
                    return Ok(false);
                }
                _ => {}
            }
            on_change(transaction, &change)?;
            if let Some(reference) = &change.reference {
                transaction.execute(FORGET_EXPECTED, [receiver, reference])?;
            }
            let reference = change.reference.as_deref();
            transaction.execute(RECORD, (receiver, &id, reference, &state))?;
            Ok(true)
        })
        .await
    }

    fn queue(&self) -> Option<&impl CallbackQueue<R>> {
        Some(self)
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
