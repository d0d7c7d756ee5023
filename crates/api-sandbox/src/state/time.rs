//! Times, and the sandbox's clock.

use http::HeaderValue;
use jiff::civil::{Date, DateTime};
use jiff::fmt::{rfc2822, temporal};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// A point in time in milliseconds, the precision of the documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Time(i64);

impl Time {
    pub(crate) const HOUR_MILLIS: i64 = 3_600_000;
    pub(crate) const DAY_MILLIS: i64 = 24 * Self::HOUR_MILLIS;

    pub(crate) fn from_timestamp(timestamp: Timestamp) -> Self {
        Self(timestamp.as_millisecond())
    }

    /// A time as records have it in the state.
    pub(crate) fn from_millis(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    pub(crate) fn to_timestamp(self) -> Timestamp {
        Timestamp::from_millisecond(self.0).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    pub(crate) fn add_millis(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// This time, or another one if it is not given: in fixtures.
    pub(crate) fn or(self, other: Self) -> Self {
        match self {
            Self(0) => other,
            time => time,
        }
    }

    /// As records have it in the data file.
    pub(crate) fn to_json(self) -> serde_json::Value {
        self.0.into()
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Clock {
    System { offset: SignedDuration },
    Fixed(Timestamp),
}

impl Clock {
    /// The system's clock.
    pub(crate) const SYSTEM: Self = Self::System {
        offset: SignedDuration::ZERO,
    };

    /// A stopped clock. The error is a sentence.
    pub(crate) fn fixed(time: Timestamp) -> Result<Self, String> {
        Self::check_time(time).map(|()| Self::Fixed(time))
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

    /// Checks that responses and their `Date` can show a time.
    fn check_time(time: Timestamp) -> Result<(), String> {
        let year = time.to_zoned(TimeZone::UTC).year();
        if (1970..9999).contains(&year) {
            return Ok(());
        }
        Err(format!("expected a time from 1970 to 9998, found {time}"))
    }

    /// Moves the clock. The error is a sentence.
    pub(crate) fn advance(&mut self, by: SignedDuration) -> Result<(), String> {
        let moved = self.now().checked_add(by);
        let moved = moved.map_err(|_| "expected a time from 1970 to 9998".to_owned())?;
        Self::check_time(moved)?;
        *self = match *self {
            Self::System { offset } => Self::System {
                offset: offset.saturating_add(by),
            },
            Self::Fixed(_) => Self::Fixed(moved),
        };
        Ok(())
    }

    /// Starts a stopped clock again, from its time.
    pub(crate) fn resume(&mut self) {
        if let Self::Fixed(time) = *self {
            *self = Self::System {
                offset: time.duration_since(Timestamp::now()),
            };
        }
    }
}
