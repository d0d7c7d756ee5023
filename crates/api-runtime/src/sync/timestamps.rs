//! Timestamps of an incremental sync: the day to filter by, the start of a run, its watermark.

use std::time::Duration;

use api_wire::{Date, Timestamp};
use http::HeaderMap;
use http::header::DATE;

const HOUR: u64 = 60 * 60;

/// The largest offset of a time zone behind UTC, and a day.
const LONGEST_AGO: Duration = Duration::from_secs((12 + 24) * HOUR);

/// A day after which nothing changes.
pub(crate) const NEVER: Date = match Date::new(2999, 12, 31) {
    Ok(day) => day,
    Err(_) => Date::MAX,
};

/// The day for an "after this day" filter that excludes no change made at or after `moment`.
///
/// Neither the time zone of the filter nor whether "greater" excludes the whole day is documented.
/// In the zone farthest behind UTC `moment` may still be on the day before, and "greater" may
/// mean only later days, so one more day is subtracted.
pub(crate) fn filter_day(moment: Timestamp) -> Date {
    (moment - LONGEST_AGO).utc_date()
}

/// When a run started: `sent_at` or the response's `Date` minus `elapsed`, whichever is earlier.
///
/// With the earlier clock the next run reads more than it needs to; with the later one it could
/// miss changes.
pub(crate) fn run_started_at(
    sent_at: Timestamp,
    elapsed: Duration,
    headers: &HeaderMap,
) -> Timestamp {
    let server_time = headers
        .get(DATE)
        .and_then(|value| httpdate::parse_http_date(value.to_str().ok()?).ok())
        .map(|date| Timestamp::from(date) - elapsed);
    server_time.map_or(sent_at, |server_time| server_time.min(sent_at))
}
