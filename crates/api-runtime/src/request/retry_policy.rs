//! The retry settings of a client.

use std::time::Duration;

use crate::error::invalid_field::InvalidField;

/// The most attempts that a call can be set to make.
const MAX_MAX_ATTEMPTS: u32 = 10;

/// The shortest initial backoff: without one, retries would add to the load of an outage.
const MIN_INITIAL_BACKOFF: Duration = Duration::from_millis(10);

/// The longest maximum backoff.
const MAX_MAX_BACKOFF: Duration = Duration::from_secs(5 * 60);

/// How many attempts a call makes, and the backoff between them.
///
/// Which requests are retried is not a setting: only harmless or provably unsent ones are, as far
/// as the overall timeout and the retry budget allow it; see [`Client`](crate::Client).
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use api_runtime::{ErrorKind, RetryPolicy};
/// use shop_client::{Client, GetOrder};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let policy = RetryPolicy::new()
///     .max_attempts(2)
///     .initial_backoff(Duration::from_millis(50))
///     .max_backoff(Duration::from_secs(1));
/// let client = Client::builder(config.clone())
///     .retry_policy(policy)
/// #   .transport(shop_client::responses([(503, ""), (503, "")]))
///     .build()?;
/// let error = client.send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!(error.attempts(), 2);
///
/// let policy = RetryPolicy::new().max_attempts(1_000);
/// let error = Client::builder(config).retry_policy(policy).build().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Config);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "backoff")]
#[doc(alias = "retries")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a policy has no effect without `retry_policy`"]
pub struct RetryPolicy {
    pub(crate) max_attempts: u32,
    pub(crate) initial_backoff: Duration,
    pub(crate) max_backoff: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self::new()
    }
}

impl RetryPolicy {
    /// Three attempts, with a backoff from 200 ms to 5 s.
    pub const fn new() -> Self {
        Self {
            max_attempts: 3,
            initial_backoff: Duration::from_millis(200),
            max_backoff: Duration::from_secs(5),
        }
    }

    /// One attempt: no retries. Such as for a page that a person waits for.
    pub const fn none() -> Self {
        Self::new().max_attempts(1)
    }

    /// Sets the maximum number of attempts of a call, from 1 (no retries) to 10. Default: 3.
    pub const fn max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = attempts;
        self
    }

    /// Sets the minimum backoff, which is also the maximum jitter after a `Retry-After`: at least
    /// 10 ms. Default: 200 ms. The maximum before the second attempt is five times as long, and grows
    /// five times before each further attempt.
    pub const fn initial_backoff(mut self, backoff: Duration) -> Self {
        self.initial_backoff = backoff;
        self
    }

    /// Sets the maximum backoff, from the initial one to five minutes. Default: 5 s.
    pub const fn max_backoff(mut self, backoff: Duration) -> Self {
        self.max_backoff = backoff;
        self
    }

    /// Checks all settings.
    pub(crate) fn invalid_fields(&self) -> Vec<InvalidField> {
        let mut invalid_fields = Vec::new();
        let mut check = |name: &str, is_valid: bool, reason: String| {
            if !is_valid {
                invalid_fields.push(InvalidField::setting(name, reason));
            }
        };
        check(
            "max_attempts",
            (1..=MAX_MAX_ATTEMPTS).contains(&self.max_attempts),
            format!("must be from 1 to {MAX_MAX_ATTEMPTS}"),
        );
        check(
            "initial_backoff",
            self.initial_backoff >= MIN_INITIAL_BACKOFF,
            format!("must be at least {MIN_INITIAL_BACKOFF:?}"),
        );
        check(
            "max_backoff",
            self.max_backoff >= self.initial_backoff && self.max_backoff <= MAX_MAX_BACKOFF,
            format!("must be from `initial_backoff` to {MAX_MAX_BACKOFF:?}"),
        );
        invalid_fields
    }
}
