//! Times, and the sandbox's clock.

use std::time::Duration;

use api_wire::Timestamp;
use http::HeaderValue;
use jiff::Zoned;
use jiff::civil::Date;
use jiff::fmt::{rfc2822, temporal};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// A point in time in milliseconds, the precision of the documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Time(i64);

impl Time {
    pub(crate) const HOUR_MILLIS: i64 = 3_600_000;
    pub(crate) const DAY_MILLIS: i64 = 24 * Self::HOUR_MILLIS;

    pub(crate) fn from_timestamp(timestamp: Timestamp) -> Self {
        Self(timestamp.millis())
    }

    /// A time as records have it in the state.
    pub(crate) fn from_millis(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    pub(crate) fn to_timestamp(self) -> Timestamp {
        let nanos = u32::try_from(self.0.rem_euclid(1_000)).unwrap_or(0) * 1_000_000;
        Timestamp::new(self.0.div_euclid(1_000), nanos).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    fn to_zoned(self, zone: &TimeZone) -> Zoned {
        let time = jiff::Timestamp::from_millisecond(self.0);
        time.unwrap_or(jiff::Timestamp::UNIX_EPOCH)
            .to_zoned(zone.clone())
    }

    pub(crate) fn add_millis(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// A time of a fixture: one that is not after 1970 is that long before the start.
    pub(crate) fn relative_to(self, start: Self) -> Self {
        match self.0 > 0 {
            true => self,
            false => start.add_millis(self.0),
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

    pub(crate) fn date(self, zone: &TimeZone) -> Date {
        self.to_zoned(zone).date()
    }

    /// The start of a day in a time zone, or the nearest time that can be represented.
    pub(crate) fn start_of_day(day: Date, zone: &TimeZone) -> Self {
        let nearest = match day.year() > 0 {
            true => jiff::Timestamp::MAX,
            false => jiff::Timestamp::MIN,
        };
        let start = day.to_zoned(zone.clone());
        Self(
            start
                .map_or(nearest, |start| start.timestamp())
                .as_millisecond(),
        )
    }

    /// As in the documents: `2026-01-31T18:05:22.123Z`.
    pub(crate) fn to_rfc3339(self) -> String {
        const PRINTER: temporal::DateTimePrinter =
            temporal::DateTimePrinter::new().precision(Some(3));
        PRINTER.timestamp_to_string(&self.to_zoned(&TimeZone::UTC).timestamp())
    }

    /// The value of a `Date` header.
    pub(crate) fn to_http_date(self) -> Option<HeaderValue> {
        let text = rfc2822::DateTimePrinter::new()
            .timestamp_to_rfc9110_string(&self.to_zoned(&TimeZone::UTC).timestamp());
        HeaderValue::try_from(text.ok()?).ok()
    }

    /// In a time zone, without its offset: `2026-01-31T11:05:22`.
    pub(crate) fn to_local_string(self, zone: &TimeZone) -> String {
        format!("{:.0}", self.to_zoned(zone).datetime())
    }
}

/// The clock of a sandbox: the system's, until it is set. Then it is stopped, so that tests of days
/// need not wait, and the same clock generates the same data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Clock {
    System { offset_millis: i64 },
    Fixed(Timestamp),
}

impl Clock {
    pub(crate) const SYSTEM: Self = Self::System { offset_millis: 0 };

    /// A stopped clock. The error is a sentence.
    pub(crate) fn fixed(time: Timestamp) -> Result<Self, String> {
        Self::check_time(time).map(|()| Self::Fixed(time))
    }

    pub(crate) fn now(self) -> Timestamp {
        match self {
            Self::System { offset_millis: 0 } => Timestamp::now(),
            Self::System { offset_millis } => Time::from_timestamp(Timestamp::now())
                .add_millis(offset_millis)
                .to_timestamp(),
            Self::Fixed(timestamp) => timestamp,
        }
    }

    /// Whether it was neither set nor moved.
    pub(crate) fn is_system_time(self) -> bool {
        matches!(self, Self::System { offset_millis: 0 })
    }

    /// Whether it was not stopped.
    pub(crate) fn is_running(self) -> bool {
        matches!(self, Self::System { .. })
    }

    /// Checks that responses and their `Date` can show a time.
    fn check_time(time: Timestamp) -> Result<(), String> {
        if (1970..9999).contains(&time.utc_date().year()) {
            return Ok(());
        }
        Err(format!("expected a time from 1970 to 9998, found {time}"))
    }

    /// Advances the clock. The error is a sentence.
    pub(crate) fn advance(&mut self, by: Duration) -> Result<(), String> {
        let moved = self.now().checked_add(by);
        let moved = moved.ok_or("expected a time from 1970 to 9998")?;
        Self::check_time(moved)?;
        *self = match *self {
            Self::System { offset_millis } => Self::System {
                offset_millis: offset_millis
                    .saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)),
            },
            Self::Fixed(_) => Self::Fixed(moved),
        };
        Ok(())
    }

    /// Starts a stopped clock again, from its time.
    pub(crate) fn resume(&mut self) {
        if let Self::Fixed(time) = *self {
            *self = Self::System {
                offset_millis: Time::from_timestamp(time)
                    .millis_since(Time::from_timestamp(Timestamp::now())),
            };
        }
    }
}
