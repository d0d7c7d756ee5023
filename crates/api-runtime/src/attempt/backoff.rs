//! Exponential backoff with jitter, between attempts and between polls.

use std::time::Duration;

use crate::request::retry_policy::RetryPolicy;

/// The growth of the delays between the attempts of a call.
const MULTIPLIER: u32 = 5;

/// The first delay after a poll that failed, and the longest one of short intervals. Each is twice the
/// one before.
const POLL_DELAYS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5 * 60)];

/// The longest `Retry-After` that a call waits for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// The longest `Retry-After` that polling waits for.
const MAX_POLL_RETRY_AFTER: Duration = Duration::from_secs(60 * 60);

/// The longest interval between polls: clocks overflow.
pub(crate) const MAX_POLL_INTERVAL: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The delay before the next attempt of a call: random, from the initial delay to the exponential one.
///
/// `None` if the server asks for more than `MAX_RETRY_AFTER`, or if `time_left` is shorter.
/// The random part spreads the retries of many clients.
pub(crate) fn retry_delay(
    policy: &RetryPolicy,
    attempts: u32,
    retry_after: Option<Duration>,
    time_left: Duration,
) -> Option<Duration> {
    let jitter = fastrand::f64();
    let (initial, factor) = (policy.initial_backoff, MULTIPLIER.saturating_pow(attempts));
    let delay = match retry_after {
        // Retrying earlier than asked would be in vain.
        Some(retry_after) if retry_after > MAX_RETRY_AFTER => return None,
        // All clients were given the same time, and would return together.
        Some(retry_after) => retry_after + initial.mul_f64(jitter),
        None => {
            let longest = initial.saturating_mul(factor).min(policy.max_backoff);
            initial + (longest - initial).mul_f64(jitter)
        }
    };
    (delay < time_left).then_some(delay)
}

/// The delay before the next poll, after `failures` failed polls in a row, with jitter of a quarter.
///
/// `interval` is the delay between polls that succeed. Failed polls back off exponentially, from one
/// second up to five minutes or `interval`, whichever is longer. `retry_after` is what the server
/// asked for; up to an hour of it is respected. [`Watch`](crate::Watch) waits like this.
///
/// ```
/// use std::time::Duration;
///
/// use api_runtime::__generated::poll_delay;
///
/// let interval = Duration::from_secs(60);
/// let delay = poll_delay(interval, 0, None);
/// assert!((45..=75).contains(&delay.as_secs()));
///
/// // After the third failure in a row: four seconds, or what the server asks for.
/// let delay = poll_delay(interval, 3, None);
/// assert!((3..=5).contains(&delay.as_secs()));
/// let retry_after = Duration::from_secs(90);
/// assert_eq!(poll_delay(interval, 3, Some(retry_after)), retry_after);
/// ```
pub fn poll_delay(interval: Duration, failures: u32, retry_after: Option<Duration>) -> Duration {
    let [first, longest] = POLL_DELAYS;
    let delay = match failures {
        0 => interval,
        _ => first
            .saturating_mul(2_u32.saturating_pow(failures - 1))
            .min(longest.max(interval)),
    };
    let jitter = 0.75 + fastrand::f64() / 2.0;
    let delay = delay.min(MAX_POLL_INTERVAL).mul_f64(jitter);
    delay.max(retry_after.unwrap_or_default().min(MAX_POLL_RETRY_AFTER))
}
