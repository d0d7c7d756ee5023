//! Timestamps of an incremental sync: the day to filter by, the start of a run, its watermark.

use std::time::Duration;

use api_wire::Timestamp;
use api_wire::jiff::civil::Date;
use api_wire::jiff::fmt::rfc2822;
use api_wire::jiff::{SignedDuration, tz::TimeZone};
use http::HeaderMap;
use http::header::DATE;

/// The largest offset of a time zone behind UTC.
const MAX_OFFSET_BEHIND_UTC: SignedDuration = SignedDuration::from_hours(12);

/// A day after which nothing changes.
pub(crate) const NEVER: Date = api_wire::jiff::civil::date(2999, 12, 31);

/// The day for an "after this day" filter that excludes no change made at or after `moment`.
///
/// Neither the time zone of the filter nor whether "greater" excludes the whole day is documented.
/// In the zone farthest behind UTC `moment` may still be on the day before, and "greater" may
/// mean only later days, so one more day is subtracted.
pub(crate) fn filter_day(moment: Timestamp) -> Date {
    let earliest_local = moment
        .checked_sub(MAX_OFFSET_BEHIND_UTC)
        .unwrap_or(Timestamp::MIN);
    let day = earliest_local.to_zoned(TimeZone::UTC).date();
    day.yesterday().unwrap_or(day)
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
        .and_then(|value| rfc2822::parse(value.to_str().ok()?).ok())
        .and_then(|date| date.timestamp().checked_sub(elapsed).ok());
    server_time.map_or(sent_at, |server_time| server_time.min(sent_at))
}

/// The time from one moment to a later one; zero if it is not later.
pub(crate) fn elapsed(earlier: Timestamp, later: Timestamp) -> Duration {
    Duration::try_from(later.duration_since(earlier)).unwrap_or_default()
}

/// The watermark that a run commits: its start minus the overlap.
pub(crate) fn watermark(started_at: Timestamp, overlap: Duration) -> Timestamp {
    started_at.checked_sub(overlap).unwrap_or(Timestamp::MIN)
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
        for hour in 0..48 {
            let moment = timestamp("2026-03-01T00:00:00Z") + SignedDuration::from_hours(hour);
            let day = filter_day(moment);
            for offset in -12..=14 {
                let zone = TimeZone::fixed(api_wire::jiff::tz::offset(offset));
                let next_day = day.tomorrow().unwrap();
                let filter_start = next_day.to_zoned(zone).unwrap().timestamp();
                assert!(filter_start <= moment, "{moment} {offset}");
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
    fn elapsed_time_is_not_negative() {
        let (earlier, later) = (
            timestamp("2026-03-01T10:00:00Z"),
            timestamp("2026-03-01T11:00:00Z"),
        );
        assert_eq!(elapsed(earlier, later), Duration::from_secs(3_600));
        assert_eq!(elapsed(later, earlier), Duration::ZERO);
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
