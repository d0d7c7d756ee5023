//! How long to wait until the next read: the usual pause, spread a little, and longer while reads fail.

use std::time::Duration;

/// A failed read is repeated after this, doubled with each further failure.
const FIRST: Duration = Duration::from_secs(1);
/// The longest pause after failures, unless the usual one is longer.
const LONGEST: Duration = Duration::from_secs(5 * 60);
/// The longest wait that a server is granted.
const LONGEST_ASKED: Duration = Duration::from_secs(60 * 60);
/// The longest of usual pauses: clocks end somewhere.
const LONGEST_USUAL: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The delay before the next poll, after `failures` failed polls in a row, with jitter of a quarter.
///
/// `interval` is the delay between polls that succeed; `None` if polling needs a reason, and then so
/// is the delay after a success. Failed polls back off exponentially, from one second up to five
/// minutes or `interval`, whichever is longer. `retry_after` is what the server asked for; up to an
/// hour of it is respected. [`Watch`](crate::Watch) waits like this.
///
/// ```
/// use std::time::Duration;
///
/// use api_runtime::poll_delay;
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
    let pause = match failures {
        0 => interval?,
        _ => {
            let doubled = FIRST.saturating_mul(1 << (failures - 1).min(16));
            doubled.min(interval.map_or(LONGEST, |interval| interval.max(LONGEST)))
        }
    };
    // Between three quarters and five quarters: those who began together do not stay together.
    let spread = pause
        .min(LONGEST_USUAL)
        .mul_f64(0.75 + fastrand::f64() / 2.0);
    Some(spread.max(retry_after.unwrap_or_default().min(LONGEST_ASKED)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(usual: Option<u64>, failures: u32, asked: Option<u64>) -> Option<f64> {
        let of = |seconds: Option<u64>| seconds.map(Duration::from_secs);
        poll_delay(of(usual), failures, of(asked)).map(|pause| pause.as_secs_f64())
    }

    #[test]
    fn the_usual_pause_is_spread_by_a_quarter() {
        for _ in 0..1_000 {
            let pause = seconds(Some(100), 0, None).unwrap();
            assert!((75.0..=125.0).contains(&pause), "{pause}");
        }
        assert_eq!(seconds(None, 0, None), None);
    }

    #[test]
    fn the_longest_pause_is_one_that_clocks_have() {
        let pause = poll_delay(Some(Duration::MAX), 0, None).unwrap();
        assert!(pause <= LONGEST_USUAL * 2, "{pause:?}");
    }

    #[test]
    fn failures_double_the_pause_up_to_five_minutes() {
        for (failures, middle) in [(1, 1.0), (2, 2.0), (5, 16.0), (9, 256.0), (10, 300.0)] {
            let pause = seconds(Some(30), failures, None).unwrap();
            assert!((middle * 0.75..=middle * 1.25).contains(&pause), "{pause}");
        }
        assert!(seconds(None, u32::MAX, None).unwrap() <= 375.0);
    }

    #[test]
    fn a_server_is_granted_up_to_an_hour() {
        assert!(seconds(Some(30), 1, Some(90)).unwrap() >= 90.0);
        assert!(seconds(Some(30), 1, Some(1_000_000)).unwrap() <= 3_600.0);
    }
}
