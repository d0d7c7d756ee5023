//! The connections of a sandbox, within bounds: those that wait for their client make room for new
//! ones.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::connection::{Connection, Phase};
use crate::state::lock::lock;

/// How long a connection may wait for its client before it makes room for another one.
const GRACE: Duration = Duration::from_millis(700);
/// The time to wait for a place before other connections are evicted.
const RETRY_TIME: Duration = Duration::from_millis(50);
/// The part of the connections that are evicted together, as a divisor.
const BATCH_DIVISOR: usize = 32;
/// The most large bodies in memory.
const MAX_LARGE_BODIES: usize = 256;

/// The open connections.
#[derive(Debug)]
pub(super) struct Pool {
    slots: Arc<Semaphore>,
    large_bodies: Arc<Semaphore>,
    connections: Mutex<HashMap<u64, Arc<Connection>>>,
    next_key: AtomicU64,
    /// The most connections that are evicted together.
    batch: usize,
}

/// A place in the pool, free again on drop.
#[derive(Debug)]
pub(super) struct Slot {
    pool: Arc<Pool>,
    key: u64,
    pub(super) connection: Arc<Connection>,
    _permit: OwnedSemaphorePermit,
}

impl Pool {
    pub(super) fn new(max_connections: usize) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(max_connections)),
            large_bodies: Arc::new(Semaphore::new(MAX_LARGE_BODIES)),
            connections: Mutex::default(),
            next_key: AtomicU64::new(0),
            batch: (max_connections / BATCH_DIVISOR).max(1),
        }
    }

    /// Adds a connection to this address, for which another one is closed if necessary.
    pub(super) async fn add(self: &Arc<Self>, local: SocketAddr) -> Slot {
        let permit = self.acquire(&self.slots, |phase| phase != Phase::Sandbox);
        let permit = permit.await;
        let connection = Arc::new(Connection::new(local));
        let key = self.next_key.fetch_add(1, Ordering::Relaxed);
        lock(&self.connections).insert(key, Arc::clone(&connection));
        Slot {
            pool: Arc::clone(self),
            key,
            connection,
            _permit: permit,
        }
    }

    /// Closes the connection that has waited longest for its client.
    pub(super) fn evict_longest_waiting(&self) {
        let _ = self.evict(&|phase| phase != Phase::Sandbox);
    }

    async fn acquire(
        &self,
        semaphore: &Arc<Semaphore>,
        is_candidate: impl Fn(Phase) -> bool,
    ) -> OwnedSemaphorePermit {
        loop {
            if let Ok(permit) = Arc::clone(semaphore).try_acquire_owned() {
                return permit;
            }
            let wait = self.evict(&is_candidate);
            let permit = Arc::clone(semaphore).acquire_owned();
            if let Ok(Ok(permit)) = tokio::time::timeout(wait, permit).await {
                return permit;
            }
        }
    }

    /// Evicts the candidates that have waited longest, and returns the time to wait for a place.
    fn evict(&self, is_candidate: &impl Fn(Phase) -> bool) -> Duration {
        let now = Instant::now();
        let connections = lock(&self.connections);
        let waiting = connections.values().filter_map(|connection| {
            let (phase, waited) = connection.waiting(now)?;
            is_candidate(phase).then_some((waited, connection))
        });
        let mut waiting: Vec<_> = waiting.collect();
        waiting.sort_unstable_by_key(|(waited, _)| std::cmp::Reverse(*waited));
        let Some((longest, _)) = waiting.first() else {
            return RETRY_TIME;
        };
        let retry = GRACE.saturating_sub(*longest).min(RETRY_TIME);
        // More than one: where one new connection waits, others do, and each costs a round of the
        // scheduler.
        let evicted = waiting.iter().take(self.batch);
        for (_, connection) in evicted.take_while(|(waited, _)| *waited >= GRACE) {
            connection.evict();
        }
        if retry.is_zero() { RETRY_TIME } else { retry }
    }
}

impl Slot {
    /// The permit to read the rest of a large body, for which another one is aborted if necessary.
    pub(super) async fn add_large_body(&self) -> OwnedSemaphorePermit {
        let is_large = |phase| phase == Phase::LargeBody;
        self.pool.acquire(&self.pool.large_bodies, is_large).await
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.pool.connections).remove(&self.key);
    }
}
