//! The rate limit of a call: each attempt waits in the queue, and a 429 pauses it.

use tokio::time::Instant;

use crate::error::outcome::Observed;
use crate::retry::call::Call;
use crate::retry::rate_limiter::TooLate;
use crate::{Error, ErrorKind};

impl Call {
    pub(super) fn is_rate_limited(&self) -> bool {
        self.handle.limits().rate_limiter.is_some()
    }

    /// Waits until the rate limits allow an attempt, after so many attempts.
    ///
    /// Fails at once if that is after the deadline, with the time until a request is allowed.
    pub(super) async fn wait_in_queue(
        &self,
        attempts: u32,
        deadline: Instant,
    ) -> Result<(), Error> {
        let Some(rate_limiter) = &self.handle.limits().rate_limiter else {
            return Ok(());
        };
        let client = self.handle.core.limits.rate_limiter.as_ref();
        self.observation.start_waiting();
        let allowed = rate_limiter.acquire(client, deadline).await;
        self.observation.end_waiting();
        allowed.map_err(|TooLate(wait)| {
            let overall = self.handle.timeouts().overall;
            Error::new(ErrorKind::RateLimited, Observed::Unsent, &self.context)
                .with_detail(format!(
                    "the rate limit of the client allows no request before the call times out \
                     after {overall:?}"
                ))
                .with_retry_after(Some(wait))
                .in_attempt(attempts)
        })
    }

    /// Pauses the requests with the same credentials after a 429, or those of the client if only it
    /// has a rate limit.
    pub(super) fn pause_after(&self, error: &Error) {
        let limits = self.handle.limits();
        let Some(rate_limiter) = &limits.rate_limiter else {
            return;
        };
        if error.kind() == ErrorKind::RateLimited {
            let client = self.handle.core.limits.rate_limiter.as_ref();
            client
                .filter(|_| !rate_limiter.is_limited())
                .unwrap_or(rate_limiter)
                .pause(error.retry_after());
        }
    }
}
