//! A token bucket, and the queue of the requests that wait for it.

use std::sync::{Mutex as StdMutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::RateLimit;

/// By how much a timer may be late without a loss of rate.
const MAX_LATENESS: Duration = Duration::from_millis(10);

/// The pause after a 429 without `Retry-After`.
const DEFAULT_PAUSE: Duration = Duration::from_secs(1);

/// The longest `Retry-After` for which all requests wait.
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);

/// Limits the rate of requests, in the order of their calls.
///
/// The bucket is kept as the time at which it is full, so no task refills it.
pub(crate) struct RateLimiter {
    /// Held by the first of the queue. The mutex is fair.
    turn: Mutex<()>,
    bucket: StdMutex<Bucket>,
    /// Zero: the queue has no rate of its own.
    interval: Duration,
    tolerance: Duration,
}

#[derive(Default)]
struct Bucket {
    /// `None`: it has been full from the start.
    full_at: Option<Instant>,
    /// How many requests are in the queue, the first one included.
    waiting: u32,
}

/// The time until the next request is allowed, of a request that would be sent after its deadline.
#[derive(Debug)]
pub(crate) struct TooLate(pub(crate) Duration);

impl RateLimiter {
    /// Without a limit, it is a queue.
    pub(crate) fn new(limit: Option<RateLimit>) -> Self {
        Self {
            turn: Mutex::new(()),
            bucket: StdMutex::default(),
            interval: limit.map(|limit| limit.interval()).unwrap_or_default(),
            tolerance: limit.map(|limit| limit.tolerance()).unwrap_or_default(),
        }
    }

    /// Whether it has a rate of its own.
    pub(crate) fn is_limited(&self) -> bool {
        !self.interval.is_zero()
    }

    /// Whether it is like a new one.
    pub(crate) fn is_full(&self) -> bool {
        let bucket = self.bucket();
        bucket.waiting == 0
            && bucket
                .full_at
                .is_none_or(|full_at| full_at <= Instant::now())
    }

    /// Waits until this limiter and that of the client allow a request, and withdraws it from both.
    ///
    /// The queue of the client has one request of each venue at most, so that the queue of one venue
    /// does not hold up another.
    pub(crate) async fn acquire(
        &self,
        client: Option<&Self>,
        deadline: Instant,
    ) -> Result<(), TooLate> {
        let place = Place::new(self);
        for limiter in [Some(self), client].into_iter().flatten() {
            limiter.check(place.ahead, deadline)?;
        }
        let _turn = self.turn(deadline).await?;
        loop {
            self.ready(deadline).await?;
            let Some(client) = client else {
                self.withdraw();
                return Ok(());
            };
            let _turn = client.turn(deadline).await?;
            client.ready(deadline).await?;
            // A 429 may have paused this one in the meantime.
            if self.wait(0).is_zero() {
                self.withdraw();
                client.withdraw();
                return Ok(());
            }
        }
    }

    /// Empties the bucket until the end of `Retry-After`, after a 429.
    pub(crate) fn pause(&self, retry_after: Option<Duration>) {
        let pause = retry_after.unwrap_or(DEFAULT_PAUSE).min(MAX_PAUSE);
        let full_at = Instant::now() + pause + self.tolerance;
        let mut bucket = self.bucket();
        bucket.full_at = bucket.full_at.max(Some(full_at));
    }

    async fn turn(&self, deadline: Instant) -> Result<tokio::sync::MutexGuard<'_, ()>, TooLate> {
        let turn = timeout_at(deadline, self.turn.lock()).await;
        turn.map_err(|_| TooLate(self.wait(0)))
    }

    /// Waits until the bucket has a token.
    async fn ready(&self, deadline: Instant) -> Result<(), TooLate> {
        loop {
            self.check(0, deadline)?;
            let wait = self.wait(0);
            if wait.is_zero() {
                return Ok(());
            }
            sleep_until(Instant::now() + wait).await;
        }
    }

    fn check(&self, ahead: u32, deadline: Instant) -> Result<(), TooLate> {
        let wait = self.wait(ahead);
        match wait < deadline.saturating_duration_since(Instant::now()) {
            true => Ok(()),
            false => Err(TooLate(wait)),
        }
    }

    /// The time until a request is allowed that has so many in front of it.
    fn wait(&self, ahead: u32) -> Duration {
        let now = Instant::now();
        let full_in = self
            .bucket()
            .full_at
            .map(|full_at| full_at.saturating_duration_since(now));
        full_in
            .unwrap_or_default()
            .saturating_add(self.interval.saturating_mul(ahead))
            .saturating_sub(self.tolerance)
    }

    fn withdraw(&self) {
        let now = Instant::now();
        let mut bucket = self.bucket();
        let full_at = match bucket.full_at {
            // The request waited for this time, and its timer was late.
            Some(full_at) if full_at + MAX_LATENESS >= now => full_at,
            _ => now,
        };
        bucket.full_at = Some(full_at + self.interval);
    }

    fn bucket(&self) -> MutexGuard<'_, Bucket> {
        self.bucket.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue.
struct Place<'a> {
    limiter: &'a RateLimiter,
    ahead: u32,
}

impl<'a> Place<'a> {
    fn new(limiter: &'a RateLimiter) -> Self {
        let mut bucket = limiter.bucket();
        let ahead = bucket.waiting;
        bucket.waiting = ahead.saturating_add(1);
        Self { limiter, ahead }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut bucket = self.limiter.bucket();
        bucket.waiting = bucket.waiting.saturating_sub(1);
    }
}
