//! The timeouts of a client: their defaults, those of single calls, and when they expire.

use std::time::Duration;

use tokio::time::Instant;

/// The timeouts of a call.
#[derive(Clone, Copy)]
pub(crate) struct Timeouts {
    /// Of one attempt, from connecting to the last byte of the response.
    pub(crate) attempt: Duration,
    /// Of all attempts of a call and the backoff between them.
    pub(crate) overall: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            attempt: Duration::from_secs(30),
            overall: Duration::from_secs(60),
        }
    }
}

impl Timeouts {
    /// When a call that starts now times out.
    pub(crate) fn overall_deadline(&self) -> Instant {
        deadline(Instant::now(), self.overall)
    }

    /// When an attempt times out.
    pub(crate) fn attempt_deadline(&self, started: Instant) -> Instant {
        deadline(started, self.attempt)
    }
}

/// `start + timeout`, a year from `start` if that overflows.
fn deadline(start: Instant, timeout: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    start.checked_add(timeout).unwrap_or(start + YEAR)
}
