//! The durable queue of received callbacks: one statement for each call.

use std::time::Duration;

use api_callbacks::{CallbackQueue, Claim, Lease, QueuedRecord, RecordKey, Refetch, StoreError};
use tokio_postgres::types::Type;

use crate::callbacks::{Parameter, PostgresCallbacks};
use crate::clock::millis;
use crate::connections::Connections;

const ENQUEUE: &str = "INSERT INTO api_store.callback_queue (receiver, id, reference, number) \
     VALUES ($1, $2, $3, nextval('api_store.callback_numbers')) \
     ON CONFLICT (receiver, id, coalesce(reference, ''), (reference IS NULL)) \
     DO UPDATE SET number = nextval('api_store.callback_numbers')";

const CLAIM: &str = "WITH queued AS (SELECT FROM api_store.callback_queue \
     WHERE receiver = $1 AND id = $2 AND reference IS NOT DISTINCT FROM $3), \
     leased AS (INSERT INTO api_store.callback_leases AS lease (receiver, id, number, lease_until) \
     SELECT $1, $2, nextval('api_store.callback_numbers'), \
     clock_timestamp() + $4 * interval '1 millisecond' FROM queued \
     ON CONFLICT (receiver, id) DO UPDATE SET number = nextval('api_store.callback_numbers'), \
     lease_until = clock_timestamp() + $4 * interval '1 millisecond' \
     WHERE lease.lease_until <= clock_timestamp() RETURNING number) \
     SELECT EXISTS (SELECT FROM queued), (SELECT number FROM leased)";

const DEQUEUE: &str = "WITH released AS (UPDATE api_store.callback_leases \
     SET lease_until = '-infinity' WHERE receiver = $1 AND id = $2 AND number = $4 RETURNING id) \
     DELETE FROM api_store.callback_queue WHERE receiver = $1 AND id = $2 \
     AND reference IS NOT DISTINCT FROM $3 AND number < $4 AND EXISTS (SELECT FROM released)";

const POSTPONE: &str = "WITH released AS (UPDATE api_store.callback_leases \
     SET lease_until = '-infinity' WHERE receiver = $1 AND id = $2 AND number = $4 RETURNING id) \
     UPDATE api_store.callback_queue SET failures = failures + 1, \
     retry_at = clock_timestamp() + $5 * interval '1 millisecond' \
     WHERE receiver = $1 AND id = $2 AND reference IS NOT DISTINCT FROM $3 \
     AND EXISTS (SELECT FROM released)";

const RELEASE: &str = "UPDATE api_store.callback_leases SET lease_until = '-infinity' \
     WHERE receiver = $1 AND id = $2 AND number = $3";

const QUEUED: &str = "SELECT id, reference, failures, retry_in FROM (SELECT queue.*, \
     greatest(0, ceil(extract(epoch FROM greatest(retry_at, lease_until, clock.now) - clock.now) \
     * 1000))::bigint AS retry_in FROM (SELECT clock_timestamp() AS now OFFSET 0) AS clock, \
     api_store.callback_queue AS queue LEFT JOIN api_store.callback_leases AS lease \
     ON lease.receiver = queue.receiver AND lease.id = queue.id WHERE queue.receiver = $1) AS queued \
     ORDER BY retry_in, failures, number LIMIT $2";

impl<R: Refetch, C: Connections> PostgresCallbacks<R, C> {
    /// Runs a statement with the id and the reference of a key.
    async fn execute_with_key(
        &self,
        sql: &str,
        key: &RecordKey<R::Id>,
        parameters: &[Parameter<'_>],
    ) -> Result<(), StoreError> {
        let id = key.id.to_string();
        let mut all: Vec<Parameter<'_>> = vec![(&id, Type::TEXT), (&key.reference, Type::TEXT)];
        all.extend_from_slice(parameters);
        let connection = self.store.connection().await?;
        self.execute(&*connection, sql, &all).await
    }
}

impl<R: Refetch, C: Connections> CallbackQueue<R> for PostgresCallbacks<R, C> {
    async fn enqueue(&self, key: &RecordKey<R::Id>) -> Result<(), StoreError> {
        self.execute_with_key(ENQUEUE, key, &[]).await
    }

    async fn claim(&self, key: &RecordKey<R::Id>, duration: Duration) -> Result<Claim, StoreError> {
        let (id, duration) = (key.id.to_string(), millis(duration));
        let row: [Parameter<'_>; 3] = [
            (&id, Type::TEXT),
            (&key.reference, Type::TEXT),
            (&duration, Type::INT8),
        ];
        let connection = self.store.connection().await?;
        let rows = self.query(&*connection, CLAIM, &row).await?;
        let row = rows.first().ok_or("expected a row, found none")?;
        Ok(match (row.try_get(0)?, row.try_get(1)?) {
            (_, Some(number)) => Claim::Granted(Lease::new(number)),
            (true, None) => Claim::Busy,
            (false, None) => Claim::NotQueued,
        })
    }

    async fn dequeue(&self, key: &RecordKey<R::Id>, lease: &Lease) -> Result<(), StoreError> {
        let number = lease.number();
        self.execute_with_key(DEQUEUE, key, &[(&number, Type::INT8)])
            .await
    }

    async fn postpone(
        &self,
        key: &RecordKey<R::Id>,
        lease: &Lease,
        delay: Duration,
    ) -> Result<(), StoreError> {
        let (number, delay) = (lease.number(), millis(delay));
        let row: [Parameter<'_>; 2] = [(&number, Type::INT8), (&delay, Type::INT8)];
        self.execute_with_key(POSTPONE, key, &row).await
    }

    async fn release(&self, key: &RecordKey<R::Id>, lease: &Lease) -> Result<(), StoreError> {
        let (id, number) = (key.id.to_string(), lease.number());
        let connection = self.store.connection().await?;
        let row: [Parameter<'_>; 2] = [(&id, Type::TEXT), (&number, Type::INT8)];
        self.execute(&*connection, RELEASE, &row).await
    }

    async fn queued(&self, limit: usize) -> Result<Vec<QueuedRecord<R::Id>>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let connection = self.store.connection().await?;
        let rows = self
            .query(&*connection, QUEUED, &[(&limit, Type::INT8)])
            .await?;
        let queued = rows.iter().map(|row| {
            let id: R::Id = row.try_get::<_, &str>(0)?.parse()?;
            let failures: i32 = row.try_get(2)?;
            let retry_in: i64 = row.try_get(3)?;
            Ok(QueuedRecord::new(
                RecordKey::new(id, row.try_get(1)?),
                failures.unsigned_abs(),
                Duration::from_millis(retry_in.unsigned_abs()),
            ))
        });
        queued.collect()
    }
}
