//! The budget of second attempts that all calls of a client share.

use std::sync::atomic::{AtomicU32, Ordering};

/// How many attempts can be made again in a row without a success: what a full budget holds.
const FULL: u32 = 10;

/// How many successes pay for one more attempt.
const SUCCESSES: u32 = 10;

/// Keeps an outage from being made worse by those who suffer from it.
///
/// A second or third attempt takes one from the budget, which holds ten; each success puts a tenth back. So, while nothing
/// succeeds, a client makes one request for each call and ten more in all, however many calls and tasks there are.
pub(crate) struct Budget {
    /// What is left, in the parts that a success puts back.
    parts: AtomicU32,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            parts: AtomicU32::new(FULL * SUCCESSES),
        }
    }
}

impl Budget {
    /// Whether one more attempt is paid for.
    pub(crate) fn has_one(&self) -> bool {
        self.parts.load(Ordering::Relaxed) >= SUCCESSES
    }

    /// Takes one attempt, if there is one. Another task may have been faster.
    pub(crate) fn take(&self) -> bool {
        self.parts
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |parts| {
                parts.checked_sub(SUCCESSES)
            })
            .is_ok()
    }

    /// Puts back what a success is worth.
    pub(crate) fn refill(&self) {
        // A full budget stays as it is, which is the usual case and writes nothing.
        let _ = self
            .parts
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |parts| {
                (parts < FULL * SUCCESSES).then_some(parts + 1)
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_attempts_are_paid_for_and_ten_successes_pay_for_another() {
        let budget = Budget::default();
        budget.refill();
        assert_eq!((0..100).filter(|_| budget.take()).count(), 10);
        for _ in 0..9 {
            budget.refill();
            assert!(!budget.has_one() && !budget.take());
        }
        budget.refill();
        assert!(budget.has_one() && budget.take());
        assert!(!budget.take());
        for _ in 0..1000 {
            budget.refill();
        }
        assert_eq!((0..100).filter(|_| budget.take()).count(), 10);
    }
}
