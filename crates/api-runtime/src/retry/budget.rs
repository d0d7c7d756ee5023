//! The retry budget: a token bucket that all calls with the same credentials share.

use std::sync::atomic::{AtomicU32, Ordering};

/// How many retries a full bucket allows.
const CAPACITY: u32 = 10;

/// How many successes pay for one retry.
const SUCCESSES_PER_RETRY: u32 = 10;

/// Prevents retry storms: bounds the load that retries add during an outage.
///
/// The bucket holds ten retries, and each success returns a tenth of one. So while nothing succeeds, the clients with the same credentials make one
/// request a call and ten more in all, however many calls and tasks there are.
pub(crate) struct RetryBudget {
    /// In units of what one success returns.
    tokens: AtomicU32,
}

impl Default for RetryBudget {
    fn default() -> Self {
        Self {
            tokens: AtomicU32::new(CAPACITY * SUCCESSES_PER_RETRY),
        }
    }
}

impl RetryBudget {
    /// Withdraws one retry. False if the bucket has none.
    pub(crate) fn withdraw(&self) -> bool {
        self.tokens
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |tokens| {
                tokens.checked_sub(SUCCESSES_PER_RETRY)
            })
            .is_ok()
    }

    /// Returns what a success is worth.
    pub(crate) fn deposit(&self) {
        // A full bucket is the usual case, and is not written to.
        let full = CAPACITY * SUCCESSES_PER_RETRY;
        let _ = self
            .tokens
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |tokens| {
                (tokens < full).then_some(tokens + 1)
            });
    }

    pub(crate) fn is_full(&self) -> bool {
        self.tokens.load(Ordering::Relaxed) == CAPACITY * SUCCESSES_PER_RETRY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_successes_pay_for_one_retry() {
        let budget = RetryBudget::default();
        budget.deposit();
        assert_eq!((0..100).filter(|_| budget.withdraw()).count(), 10);
        for _ in 0..9 {
            budget.deposit();
            assert!(!budget.withdraw());
        }
        budget.deposit();
        assert!(budget.withdraw());
        assert!(!budget.withdraw());
        for _ in 0..1000 {
            budget.deposit();
        }
        assert_eq!((0..100).filter(|_| budget.withdraw()).count(), 10);
    }
}
