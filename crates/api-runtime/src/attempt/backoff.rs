//! Exponential backoff with jitter, between attempts and between polls.

use std::time::Duration;

use crate::attempt::retry_policy::RetryPolicy;

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
/// `jitter` is a random number in `0.0..=1.0` that spreads the retries of many clients.
pub(crate) fn retry_delay(
    policy: &RetryPolicy,
    attempts: u32,
    retry_after: Option<Duration>,
    time_left: Duration,
    jitter: f64,
) -> Option<Duration> {
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
/// `interval` is the delay between polls that succeed. With `None`, there is no regular polling, and
/// this returns `None` after a success. Failed polls back off exponentially, from one second up to five
/// minutes or `interval`, whichever is longer. `retry_after` is what the server asked for; up to an
/// hour of it is respected. [`Watch`](crate::Watch) waits like this.
///
/// ```
/// use std::time::Duration;
///
/// use api_runtime::__generated::poll_delay;
///
/// let interval = Some(Duration::from_secs(60));
/// let delay = poll_delay(interval, 0, None).unwrap_or_default();
/// assert!((45..=75).contains(&delay.as_secs()));
///
/// // After the third failure in a row: four seconds, or what the server asks for.
/// let delay = poll_delay(interval, 3, None).unwrap_or_default();
/// assert!((3..=5).contains(&delay.as_secs()));
/// let retry_after = Duration::from_secs(90);
/// assert_eq!(poll_delay(interval, 3, Some(retry_after)), Some(retry_after));
///
/// assert_eq!(poll_delay(None, 0, None), None);
/// ```
pub fn poll_delay(
    interval: Option<Duration>,
    failures: u32,
    retry_after: Option<Duration>,
) -> Option<Duration> {
    let [first, longest] = POLL_DELAYS;
    let delay = match failures {
        0 => interval?,
        _ => first
            .saturating_mul(2_u32.saturating_pow(failures - 1))
            .min(longest.max(interval.unwrap_or_default())),
    };
    let jitter = 0.75 + fastrand::f64() / 2.0;
    let delay = delay.min(MAX_POLL_INTERVAL).mul_f64(jitter);
    Some(delay.max(retry_after.unwrap_or_default().min(MAX_POLL_RETRY_AFTER)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poll_seconds(interval: Option<u64>, failures: u32, retry_after: Option<u64>) -> Option<f64> {
        let duration = |seconds: Option<u64>| seconds.map(Duration::from_secs);
        poll_delay(duration(interval), failures, duration(retry_after))
            .map(|delay| delay.as_secs_f64())
    }

    #[test]
    fn poll_interval_has_jitter_of_a_quarter() {
        for _ in 0..1_000 {
            let delay = poll_seconds(Some(100), 0, None).unwrap();
            assert!((75.0..=125.0).contains(&delay), "{delay}");
        }
        assert_eq!(poll_seconds(None, 0, None), None);
    }

    #[test]
    fn poll_interval_is_limited_to_what_clocks_can_represent() {
        let delay = poll_delay(Some(Duration::MAX), 0, None).unwrap();
        assert!(delay <= MAX_POLL_INTERVAL * 2, "{delay:?}");
    }

    #[test]
    fn failed_polls_back_off_exponentially_up_to_five_minutes() {
        for (failures, middle) in [(1, 1.0), (2, 2.0), (5, 16.0), (9, 256.0), (10, 300.0)] {
            let delay = poll_seconds(Some(30), failures, None).unwrap();
            assert!((middle * 0.75..=middle * 1.25).contains(&delay), "{delay}");
        }
        assert!(poll_seconds(None, u32::MAX, None).unwrap() <= 375.0);
    }

    #[test]
    fn polling_waits_up_to_an_hour_for_retry_after() {
        assert!(poll_seconds(Some(30), 1, Some(90)).unwrap() >= 90.0);
        assert!(poll_seconds(Some(30), 1, Some(1_000_000)).unwrap() <= 3_600.0);
    }

    #[test]
    fn retry_backoff_grows_and_has_jitter() {
        let millis = |attempts, jitter| {
            let minute = Duration::from_secs(60);
            retry_delay(&RetryPolicy::new(), attempts, None, minute, jitter)
                .unwrap()
                .as_millis()
        };
        assert_eq!(
            [0.0, 0.5, 1.0].map(|jitter| millis(1, jitter)),
            [200, 600, 1_000]
        );
        assert_eq!(
            [0.0, 0.5, 1.0].map(|jitter| millis(2, jitter)),
            [200, 2_600, 5_000]
        );
        assert_eq!(millis(u32::MAX, 1.0), 5_000);
    }

    #[test]
    fn retry_waits_for_retry_after_or_gives_up() {
        let millis = |retry_after, time_left| {
            let (retry_after, time_left) = (
                Duration::from_secs(retry_after),
                Duration::from_secs(time_left),
            );
            let policy = RetryPolicy::new();
            retry_delay(&policy, 1, Some(retry_after), time_left, 1.0)
                .map(|delay| delay.as_millis())
        };
        assert_eq!(millis(0, 60), Some(200));
        assert_eq!(millis(2, 60), Some(2_200));
        assert_eq!(millis(60, 90), Some(60_200));
        assert_eq!(millis(61, 90), None, "longer than a minute");
        assert_eq!(millis(30, 30), None, "longer than the call");
    }
}
