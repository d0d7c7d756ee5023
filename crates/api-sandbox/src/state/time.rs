//! Times, and the sandbox's clock.

use http::HeaderValue;
use jiff::civil::{Date, DateTime};
use jiff::fmt::{rfc2822, temporal};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// A point in time in milliseconds, the precision of the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Time(i64);

impl Time {
    pub(crate) const EPOCH: Self = Self(0);
    pub(crate) const HOUR_MILLIS: i64 = 3_600_000;
    pub(crate) const DAY_MILLIS: i64 = 24 * Self::HOUR_MILLIS;

    pub(crate) fn from_timestamp(timestamp: Timestamp) -> Self {
        Self(timestamp.as_millisecond())
    }

    pub(crate) fn to_timestamp(self) -> Timestamp {
        Timestamp::from_millisecond(self.0).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    pub(crate) fn add_millis(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// The milliseconds since another time.
    pub(crate) fn millis_since(self, other: Self) -> i64 {
        self.0.saturating_sub(other.0)
    }

    /// The milliseconds since the start of its day in a time zone.
    pub(crate) fn millis_of_day(self, zone: &TimeZone) -> i64 {
        self.millis_since(Self::start_of_day(self.date(zone), zone))
    }

    /// The date in a time zone.
    pub(crate) fn date(self, zone: &TimeZone) -> Date {
        self.to_timestamp().to_zoned(zone.clone()).date()
    }

    /// The start of a day in a time zone, or the nearest time that can be represented.
    pub(crate) fn start_of_day(day: Date, zone: &TimeZone) -> Self {
        let nearest = match day.year() > 0 {
            true => Timestamp::MAX,
            false => Timestamp::MIN,
        };
        let start = day.to_zoned(zone.clone());
        Self::from_timestamp(start.map_or(nearest, |start| start.timestamp()))
    }

    /// As in the documents: `2026-01-31T18:05:22.123Z`.
    pub(crate) fn to_rfc3339(self) -> String {
        const PRINTER: temporal::DateTimePrinter =
            temporal::DateTimePrinter::new().precision(Some(3));
        PRINTER.timestamp_to_string(&self.to_timestamp())
    }

    /// The value of a `Date` header.
    pub(crate) fn to_http_date(self) -> Option<HeaderValue> {
        let printer = rfc2822::DateTimePrinter::new();
        let text = printer.timestamp_to_rfc9110_string(&self.to_timestamp());
        HeaderValue::try_from(text.ok()?).ok()
    }

    /// In a time zone, without its offset: `2026-01-31T11:05:22`.
    pub(crate) fn to_local_string(self, zone: &TimeZone) -> String {
        let local: DateTime = self.to_timestamp().to_zoned(zone.clone()).datetime();
        format!("{local:.0}")
    }
}

/// The clock of a sandbox: the system's, until it is set. Then it is stopped, so that tests of days
/// need not wait, and the same seed and clock generate the same data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    System { offset: SignedDuration },
    Fixed(Timestamp),
}

impl Clock {
    pub(crate) fn new(fixed: Option<Timestamp>) -> Self {
        let system = Self::System {
            offset: SignedDuration::ZERO,
        };
        fixed.map_or(system, Self::Fixed)
    }

    pub(crate) fn now(self) -> Timestamp {
        match self {
            Self::System { offset } => Timestamp::now()
                .checked_add(offset)
                .unwrap_or(Timestamp::MAX),
            Self::Fixed(timestamp) => timestamp,
        }
    }

    /// Whether it was neither set nor moved.
    pub(crate) fn is_system_time(self) -> bool {
        matches!(self, Self::System { offset } if offset.is_zero())
    }

    /// Whether it was not stopped.
    pub(crate) fn is_running(self) -> bool {
        matches!(self, Self::System { .. })
    }

    /// Whether responses and their `Date` can show a time: from 1970 to 9998.
    pub(crate) fn can_be(time: Timestamp) -> bool {
        let year = time.to_zoned(TimeZone::UTC).year();
        (1970..9999).contains(&year)
    }

    /// Moves the clock; `false` if the time is out of range.
    pub(crate) fn advance(&mut self, by: SignedDuration) -> bool {
        if !self.now().checked_add(by).is_ok_and(Self::can_be) {
            return false;
        }
        let moved = match *self {
            Self::System { offset } => offset.checked_add(by).map(|offset| Self::System { offset }),
            Self::Fixed(timestamp) => timestamp.checked_add(by).ok().map(Self::Fixed),
        };
        let Some(moved) = moved else { return false };
        *self = moved;
        true
    }
}
