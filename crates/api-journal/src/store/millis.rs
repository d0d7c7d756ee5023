//! Durations, as stores keep them.

use std::time::Duration;

/// 1000 years: a longer duration is none that ends.
const MAX_MILLIS: i64 = 31_556_952_000_000;

/// A duration in milliseconds, for SQL. It is rounded up, as a lease is never shorter.
pub fn millis(duration: Duration) -> i64 {
    let millis = duration.as_nanos().div_ceil(1_000_000);
    i64::try_from(millis).map_or(MAX_MILLIS, |millis| millis.min(MAX_MILLIS))
}
