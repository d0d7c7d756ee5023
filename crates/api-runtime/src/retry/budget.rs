//! The retry budget: a token bucket that all calls with the same credentials share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many retries a full bucket allows.
const CAPACITY: u32 = 10;

/// How many successes pay for one retry.
const SUCCESSES_PER_RETRY: u32 = 10;

/// Prevents retry storms: bounds the load that retries add during an outage.
///
/// The bucket holds ten retries, and each success returns a tenth of one. A lookup of `create_once`
/// counts as a retry. So while nothing succeeds, the clients with the same credentials make one
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
        self.take(1)
    }

    /// Withdraws one retry that may turn out to be unnecessary.
    pub(crate) fn reserve(self: &Arc<Self>) -> Option<ReservedRetry> {
        self.take(1).then(|| ReservedRetry(Some(Arc::clone(self))))
    }

    /// Withdraws one retry, and reserves another. `None` if the bucket has fewer than two.
    pub(crate) fn withdraw_and_reserve(self: &Arc<Self>) -> Option<ReservedRetry> {
        self.take(2).then(|| ReservedRetry(Some(Arc::clone(self))))
    }

    fn take(&self, retries: u32) -> bool {
        self.tokens
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |tokens| {
                tokens.checked_sub(retries * SUCCESSES_PER_RETRY)
            })
            .is_ok()
    }

    /// Returns what a success is worth.
    pub(crate) fn deposit(&self) {
        self.give(1);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.tokens.load(Ordering::Relaxed) == CAPACITY * SUCCESSES_PER_RETRY
    }

    fn give(&self, amount: u32) {
        // A full bucket is the usual case, and is not written to.
        let full = CAPACITY * SUCCESSES_PER_RETRY;
        let _ = self
            .tokens
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |tokens| {
                (tokens < full).then(|| full.min(tokens + amount))
            });
    }
}

/// A retry that is withdrawn from the budget, and returned unless it is spent.
pub(crate) struct ReservedRetry(Option<Arc<RetryBudget>>);

impl ReservedRetry {
    pub(crate) fn spend(mut self) {
        self.0 = None;
    }
}

impl Drop for ReservedRetry {
    fn drop(&mut self) {
        if let Some(budget) = self.0.take() {
            budget.give(SUCCESSES_PER_RETRY);
        }
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

    #[test]
    fn reserved_retry_returns_unless_it_is_spent() {
        let count = |budget: &RetryBudget| (0..100).filter(|_| budget.withdraw()).count();
        let budget = Arc::new(RetryBudget::default());
        drop(budget.reserve().unwrap());
        drop(budget.withdraw_and_reserve().unwrap());
        budget.reserve().unwrap().spend();
        budget.withdraw_and_reserve().unwrap().spend();
        assert_eq!(count(&budget), 10 - 1 - 1 - 2);
        assert!(budget.reserve().is_none() && budget.withdraw_and_reserve().is_none());
        // One is not enough for two.
        (0..10).for_each(|_| budget.deposit());
        assert!(budget.withdraw_and_reserve().is_none());
        assert!(budget.reserve().is_some());
        assert_eq!(count(&budget), 1, "nothing was withdrawn");
    }
}
