//! The setting of a rate limit.

use std::time::Duration;

use crate::error::invalid_field::{FieldLocation, InvalidField};

/// The most requests of a period, and of a burst.
const MAX_REQUESTS: u32 = 1_000_000;

/// How many requests a client sends in a period, and how many at once: a token bucket.
///
/// Requests beyond it wait in a queue, and so does every retry, page, lookup and request of a token.
/// The wait counts in the overall timeout. A call whose turn would be after that fails at once, with
/// [`RateLimited`](crate::ErrorKind::RateLimited) and
/// [`NotSent`](crate::Outcome::NotSent), and a dropped call leaves the queue.
///
/// After a 429, nothing is sent until its `Retry-After` ends, at most an hour, or for a second
/// without one. Then the requests continue at the rate, without a burst.
///
/// [`ClientBuilder::rate_limit`](crate::ClientBuilder::rate_limit) limits all requests of a client,
/// and [`rate_limit_per_credentials`](crate::ClientBuilder::rate_limit_per_credentials) those of
/// each venue. Each process has its own buckets.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use api_runtime::{ErrorKind, Outcome, RateLimit, RequestOptions};
/// use shop_client::{Client, GetOrder};
/// use tokio::time::Instant;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let client = Client::builder(config)
///     .rate_limit(RateLimit::per_second(10).burst(20))
/// #   .transport(api_runtime::testing::ScriptedTransport::new([(200, r#"{"id": 7}"#)]).repeat_last())
///     .build()?;
///
/// let start = Instant::now();
/// for _ in 0..25 {
///     client.send(GetOrder::new(7)).await?;
/// }
/// assert_eq!(start.elapsed().as_millis() / 100, 5); // the last five waited 100 ms each
///
/// let options = RequestOptions::new().overall_timeout(Duration::from_millis(50));
/// let error = client.with_options(options).send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!((error.kind(), error.outcome()), (ErrorKind::RateLimited, Outcome::NotSent));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "throttle")]
#[doc(alias = "token bucket")]
#[doc(alias = "quota")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a rate limit has no effect without `ClientBuilder::rate_limit`"]
pub struct RateLimit {
    requests: u32,
    period: Duration,
    burst: u32,
}

impl RateLimit {
    /// So many requests a second, evenly spaced.
    pub const fn per_second(requests: u32) -> Self {
        Self {
            requests,
            period: Duration::from_secs(1),
            burst: 1,
        }
    }

    /// So many requests a minute, evenly spaced.
    pub const fn per_minute(requests: u32) -> Self {
        Self {
            requests,
            period: Duration::from_secs(60),
            burst: 1,
        }
    }

    /// Sets how many requests can be sent at once after a pause. Default: 1.
    ///
    /// A server that counts the requests of each second, say, may receive the burst and the
    /// requests of a second in one.
    pub const fn burst(mut self, requests: u32) -> Self {
        self.burst = requests;
        self
    }

    /// The time between two requests.
    pub(crate) fn interval(&self) -> Duration {
        self.period / self.requests.max(1)
    }

    /// How much earlier than evenly spaced a request may be sent.
    pub(crate) fn tolerance(&self) -> Duration {
        self.interval().saturating_mul(self.burst.saturating_sub(1))
    }

    /// Checks the setting of this name.
    pub(crate) fn invalid_field(&self, name: &str) -> Option<InvalidField> {
        let is_valid = |requests| (1..=MAX_REQUESTS).contains(&requests);
        let reason = match (is_valid(self.requests), is_valid(self.burst)) {
            (true, true) => return None,
            (false, _) => format!("must allow from 1 to {MAX_REQUESTS} requests"),
            (true, false) => format!("must have a burst from 1 to {MAX_REQUESTS}"),
        };
        Some(InvalidField::new(FieldLocation::Settings, name, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_burst_are_limited() {
        let reason = |limit: RateLimit| {
            let field = limit.invalid_field("rate_limit")?;
            Some(field.to_string())
        };
        assert_eq!(reason(RateLimit::per_second(10).burst(20)), None);
        assert_eq!(reason(RateLimit::per_minute(MAX_REQUESTS)), None);
        for requests in [0, MAX_REQUESTS + 1] {
            let text = reason(RateLimit::per_second(requests)).unwrap();
            assert!(text.contains("from 1 to 1000000 requests"), "{text}");
            let text = reason(RateLimit::per_minute(1).burst(requests)).unwrap();
            assert!(text.contains("a burst from 1 to 1000000"), "{text}");
        }
    }
}
