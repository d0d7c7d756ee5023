//! The retry budget: a token bucket that all calls with the same credentials share.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How many retries a full bucket allows.
const CAPACITY: u32 = 10;

/// How many successes pay for one retry.
const SUCCESSES_PER_RETRY: u32 = 10;

/// How long it takes to earn a retry without a success.
const TIME_PER_RETRY: Duration = Duration::from_secs(60);

/// What a full bucket holds, in units of what one success returns.
const FULL: u32 = CAPACITY * SUCCESSES_PER_RETRY;

/// Prevents retry storms: bounds the load that retries add during an outage.
///
/// The bucket holds ten retries. Each success returns a tenth of one, and each minute returns one. So
/// while nothing succeeds, the clients with the same credentials make one request a call, and besides ten
/// in all and one a minute, however many calls and tasks there are.
pub(crate) struct RetryBudget(Mutex<Bucket>);

struct Bucket {
    tokens: u32,
    /// Up to when the time was paid for.
    paid_to: Instant,
}

impl Default for RetryBudget {
    fn default() -> Self {
        Self(Mutex::new(Bucket {
            tokens: FULL,
            paid_to: Instant::now(),
        }))
    }
}

impl RetryBudget {
    /// Withdraws one retry. False if the bucket has none.
    pub(crate) fn withdraw(&self) -> bool {
        let mut bucket = self.bucket();
        let left = bucket.tokens.checked_sub(SUCCESSES_PER_RETRY);
        bucket.tokens = left.unwrap_or(bucket.tokens);
        left.is_some()
    }

    /// Returns what a success is worth.
    pub(crate) fn deposit(&self) {
        self.bucket().add(1);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.bucket().tokens == FULL
    }

    /// The bucket, with what the time has returned.
    fn bucket(&self) -> MutexGuard<'_, Bucket> {
        let mut bucket = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let passed =
            now.saturating_duration_since(bucket.paid_to).as_secs() / TIME_PER_RETRY.as_secs();
        let retries = u32::try_from(passed).unwrap_or(CAPACITY).min(CAPACITY);
        bucket.add(retries * SUCCESSES_PER_RETRY);
        // Nothing is earned while it is full.
        bucket.paid_to = match bucket.tokens {
            FULL => now,
            _ => bucket.paid_to + TIME_PER_RETRY * retries,
        };
        bucket
    }
}

impl Bucket {
    fn add(&mut self, tokens: u32) {
        self.tokens = FULL.min(self.tokens + tokens);
    }
}
