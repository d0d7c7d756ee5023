//! The durable queue of received callbacks.

use std::time::Duration;

use api_callbacks::{CallbackQueue, Claim, Lease, QueuedRecord, RecordKey, Refetch, StoreError};
use rusqlite::{Error, Transaction};

use crate::callbacks::{SqliteCallbacks, is_latest};
use crate::clock::{millis, now};

const NEXT_NUMBER: &str =
    "UPDATE api_store_callback_counter SET number = number + 1 RETURNING number";

const ENQUEUE: &str = "INSERT INTO api_store_callback_queue \
     (receiver, id, reference, number, failures, retry_at) VALUES (?1, ?2, ?3, ?4, 0, 0) \
     ON CONFLICT (receiver, id, coalesce(reference, ''), reference IS NULL) \
     DO UPDATE SET number = excluded.number";

const IS_QUEUED: &str = "SELECT EXISTS (SELECT 1 FROM api_store_callback_queue \
     WHERE receiver = ?1 AND id = ?2 AND reference IS ?3)";

const IS_BUSY: &str = concat!(
    "SELECT EXISTS (SELECT 1 FROM api_store_callback_leases \
     WHERE receiver = ?1 AND id = ?2 AND lease_until > ",
    now!(),
    ")",
);

const LEASE: &str = concat!(
    "INSERT INTO api_store_callback_leases (receiver, id, number, lease_until) \
     VALUES (?1, ?2, ?3, ",
    now!(),
    " + ?4) ON CONFLICT (receiver, id) DO UPDATE SET number = excluded.number, \
     lease_until = excluded.lease_until",
);

const RELEASE: &str =
    "UPDATE api_store_callback_leases SET lease_until = 0 WHERE receiver = ?1 AND id = ?2";

const DEQUEUE: &str = "DELETE FROM api_store_callback_queue \
     WHERE receiver = ?1 AND id = ?2 AND reference IS ?3 AND number < ?4";

const POSTPONE: &str = concat!(
    "UPDATE api_store_callback_queue SET failures = failures + 1, retry_at = ",
    now!(),
    " + ?4 WHERE receiver = ?1 AND id = ?2 AND reference IS ?3",
);

const QUEUED: &str = concat!(
    "SELECT queue.id, reference, failures, \
     max(0, max(retry_at, coalesce(lease_until, 0)) - ",
    now!(),
    ") AS retry_in FROM api_store_callback_queue AS queue \
     LEFT JOIN api_store_callback_leases AS lease \
     ON lease.receiver = queue.receiver AND lease.id = queue.id \
     WHERE queue.receiver = ?1 ORDER BY retry_in, failures, queue.number LIMIT ?2",
);

impl<R: Refetch> SqliteCallbacks<R> {
    /// Runs a function, unless the lease is not the latest of its id, and releases the lease.
    async fn with_lease(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
        function: impl FnOnce(&Transaction<'_>, &str, &str, Option<&str>) -> Result<(), Error>
        + Send
        + 'static,
    ) -> Result<(), StoreError> {
        let (id, reference) = (key.id.to_string(), key.reference.clone());
        let number = lease.number();
        self.transaction(move |transaction, receiver| {
            if is_latest(transaction, receiver, &id, number)? {
                function(transaction, receiver, &id, reference.as_deref())?;
                transaction.execute(RELEASE, [receiver, &id])?;
            }
            Ok(())
        })
        .await
    }
}

impl<R: Refetch> CallbackQueue<R> for SqliteCallbacks<R> {
    async fn enqueue(&self, key: &RecordKey<R::Id>) -> Result<(), StoreError> {
        let (id, reference) = (key.id.to_string(), key.reference.clone());
        self.transaction(move |transaction, receiver| {
            let number: i64 = transaction.query_row(NEXT_NUMBER, (), |row| row.get(0))?;
            transaction.execute(ENQUEUE, (receiver, &id, &reference, number))?;
            Ok(())
        })
        .await
    }

    async fn claim(&self, key: &RecordKey<R::Id>, duration: Duration) -> Result<Claim, StoreError> {
        let (id, reference) = (key.id.to_string(), key.reference.clone());
        self.transaction(move |transaction, receiver| {
            let row = (receiver, &id, &reference);
            let is_queued: bool = transaction.query_row(IS_QUEUED, row, |row| row.get(0))?;
            if !is_queued {
                return Ok(Claim::NotQueued);
            }
            let is_busy = transaction.query_row(IS_BUSY, [receiver, &id], |row| row.get(0))?;
            if is_busy {
                return Ok(Claim::Busy);
            }
            let number: i64 = transaction.query_row(NEXT_NUMBER, (), |row| row.get(0))?;
            transaction.execute(LEASE, (receiver, &id, number, millis(duration)))?;
            Ok(Claim::Granted(Lease::new(number)))
        })
        .await
    }

    async fn dequeue(&self, key: &RecordKey<R::Id>, lease: &Lease) -> Result<(), StoreError> {
        let number = lease.number();
        self.with_lease(key, lease, move |transaction, receiver, id, reference| {
            let dequeued = transaction.execute(DEQUEUE, (receiver, id, reference, number));
            dequeued.map(drop)
        })
        .await
    }

    async fn postpone(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
        delay: Duration,
    ) -> Result<(), StoreError> {
        self.with_lease(key, lease, move |transaction, receiver, id, reference| {
            let row = (receiver, id, reference, millis(delay));
            transaction.execute(POSTPONE, row).map(drop)
        })
        .await
    }

    async fn release(&self, key: &RecordKey<R::Id>, lease: &Lease) -> Result<(), StoreError> {
        self.with_lease(key, lease, |_, _, _, _| Ok(())).await
    }

    async fn queued(&self, limit: usize) -> Result<Vec<QueuedRecord<R::Id>>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.transaction(move |transaction, receiver| {
            let mut select = transaction.prepare(QUEUED)?;
            let mut rows = select.query((receiver, limit))?;
            let mut queued = Vec::new();
            while let Some(row) = rows.next()? {
                let id: R::Id = row.get_ref(0)?.as_str()?.parse()?;
                let retry_in: i64 = row.get(3)?;
                let retry_in = Duration::from_millis(retry_in.unsigned_abs());
                queued.push(QueuedRecord::new(
                    RecordKey::new(id, row.get(1)?),
                    row.get(2)?,
                    retry_in,
                ));
            }
            Ok(queued)
        })
        .await
    }
}
