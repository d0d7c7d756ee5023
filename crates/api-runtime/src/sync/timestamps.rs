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

/// The watermark that a run commits: its start minus the overlap.
pub(crate) fn watermark(started_at: Timestamp, overlap: Duration) -> Timestamp {
    started_at - overlap
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn timestamp(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn filter_day_is_early_enough_in_every_zone_and_for_both_meanings_of_greater() {
        let start = timestamp("2026-03-01T00:00:00Z");
        for hour in 0..48 {
            let moment = start + Duration::from_secs(hour * HOUR);
            let day = filter_day(moment);
            for offset in ["-12", "-11", "+00", "+13", "+14"] {
                let last_second = timestamp(&format!("{day}T23:59:59{offset}:00"));
                assert!(last_second < moment, "{moment} {offset}");
            }
        }
        assert_eq!(
            filter_day(timestamp("2026-03-01T12:00:00Z")).to_string(),
            "2026-02-28"
        );
        assert_eq!(
            filter_day(timestamp("2026-03-01T11:59:59Z")).to_string(),
            "2026-02-27"
        );
        assert_eq!(filter_day(Timestamp::MIN), Date::MIN);
    }

    #[test]
    fn a_run_starts_by_the_earlier_clock() {
        let sent_at = timestamp("2026-03-01T10:00:00Z");
        let started_at = |date: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(DATE, HeaderValue::from_static(date));
            run_started_at(sent_at, Duration::from_secs(3), &headers).to_string()
        };
        assert_eq!(
            started_at("Sun, 01 Mar 2026 09:00:03 GMT"),
            "2026-03-01T09:00:00Z"
        );
        assert_eq!(
            started_at("Sun, 01 Mar 2026 10:00:02 GMT"),
            "2026-03-01T09:59:59Z"
        );
        assert_eq!(
            started_at("Sun, 01 Mar 2026 11:00:00 GMT"),
            "2026-03-01T10:00:00Z"
        );
        assert_eq!(started_at("soon"), "2026-03-01T10:00:00Z");
        let without_date = run_started_at(sent_at, Duration::ZERO, &HeaderMap::new());
        assert_eq!(without_date, sent_at);
    }

    #[test]
    fn watermark_is_the_start_minus_the_overlap() {
        let started_at = timestamp("2026-03-01T10:00:00Z");
        assert_eq!(
            watermark(started_at, Duration::from_secs(600)),
            timestamp("2026-03-01T09:50:00Z")
        );
        assert_eq!(watermark(started_at, Duration::MAX), Timestamp::MIN);
    }
}
