//! Moments and days of reading changes: what is asked for, and from when the next run reads on.

use std::time::Duration;

use api_wire::Timestamp;
use api_wire::jiff::civil::Date;
use api_wire::jiff::fmt::rfc2822;
use api_wire::jiff::{SignedDuration, tz::TimeZone};
use http::HeaderMap;
use http::header::DATE;

/// The farthest that a zone's time is behind UTC.
const FARTHEST_BEHIND: SignedDuration = SignedDuration::from_hours(12);

/// The day to give to a filter "after this day", so that nothing is left out that changed at this moment or later.
///
/// The documents tell neither the zone of a filter's day nor whether "greater" counts from its start or its end. In the
/// zone that is farthest behind, the moment's day may be the one before, and "greater" may mean all days after that.
pub(crate) fn day_before(moment: Timestamp) -> Date {
    let there = moment
        .checked_sub(FARTHEST_BEHIND)
        .unwrap_or(Timestamp::MIN);
    let day = there.to_zoned(TimeZone::UTC).date();
    day.yesterday().unwrap_or(day)
}

/// When a run began, by the clock that is behind: ours when the first request was sent, or the server's.
///
/// The server told its time when it replied, so what passed in between is taken off. A clock that is behind makes the
/// next run read more than it needs to; one that is ahead would make it miss changes.
pub(crate) fn start(sent: Timestamp, took: Duration, headers: &HeaderMap) -> Timestamp {
    let told = headers
        .get(DATE)
        .and_then(|value| rfc2822::parse(value.to_str().ok()?).ok())
        .and_then(|date| date.timestamp().checked_sub(took).ok());
    told.map_or(sent, |told| told.min(sent))
}

/// The watermark that a run leaves.
pub(crate) fn watermark(start: Timestamp, overlap: Duration) -> Timestamp {
    start.checked_sub(overlap).unwrap_or(Timestamp::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn moment(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn the_day_is_early_enough_in_every_zone_and_for_both_meanings_of_greater() {
        for hour in 0..48 {
            let moment = moment("2026-03-01T00:00:00Z") + SignedDuration::from_hours(hour);
            let day = day_before(moment);
            for offset in -12..=14 {
                let zone = TimeZone::fixed(api_wire::jiff::tz::offset(offset));
                let day_after = day.tomorrow().unwrap();
                let from = day_after.to_zoned(zone).unwrap().timestamp();
                assert!(from <= moment, "{moment} {offset}");
            }
        }
        assert_eq!(
            day_before(moment("2026-03-01T12:00:00Z")).to_string(),
            "2026-02-28"
        );
        assert_eq!(
            day_before(moment("2026-03-01T11:59:59Z")).to_string(),
            "2026-02-27"
        );
        assert_eq!(day_before(Timestamp::MIN), Date::MIN);
    }

    #[test]
    fn a_run_begins_by_the_clock_that_is_behind() {
        let sent = moment("2026-03-01T10:00:00Z");
        let start = |date: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(DATE, HeaderValue::from_static(date));
            start(sent, Duration::from_secs(3), &headers).to_string()
        };
        assert_eq!(
            start("Sun, 01 Mar 2026 09:00:03 GMT"),
            "2026-03-01T09:00:00Z"
        );
        assert_eq!(
            start("Sun, 01 Mar 2026 10:00:02 GMT"),
            "2026-03-01T09:59:59Z"
        );
        assert_eq!(
            start("Sun, 01 Mar 2026 11:00:00 GMT"),
            "2026-03-01T10:00:00Z"
        );
        assert_eq!(start("soon"), "2026-03-01T10:00:00Z");
        let none = super::start(sent, Duration::ZERO, &HeaderMap::new());
        assert_eq!(none, sent);
    }

    #[test]
    fn the_watermark_lies_the_overlap_before_the_start() {
        let start = moment("2026-03-01T10:00:00Z");
        assert_eq!(
            watermark(start, Duration::from_secs(600)),
            moment("2026-03-01T09:50:00Z")
        );
        assert_eq!(watermark(start, Duration::MAX), Timestamp::MIN);
    }
}
