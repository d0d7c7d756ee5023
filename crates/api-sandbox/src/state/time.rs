//! Points in time, and the sandbox's clock.

use http::HeaderValue;
use jiff::civil::{Date, DateTime};
use jiff::fmt::{rfc2822, temporal};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// A point in time, to the millisecond, as the documents show times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Moment(i64);

impl Moment {
    pub(crate) const DAY: i64 = 86_400_000;

    pub(crate) fn of(timestamp: Timestamp) -> Self {
        Self(timestamp.as_millisecond())
    }

    pub(crate) fn timestamp(self) -> Timestamp {
        Timestamp::from_millisecond(self.0).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// This moment, and so many milliseconds.
    pub(crate) fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// The day at a place.
    pub(crate) fn day(self, zone: &TimeZone) -> Date {
        self.timestamp().to_zoned(zone.clone()).date()
    }

    /// The hour of the day at a place, with minutes and seconds.
    pub(crate) fn local(self, zone: &TimeZone) -> DateTime {
        self.timestamp().to_zoned(zone.clone()).datetime()
    }

    /// The start of a day at a place.
    pub(crate) fn start_of(day: Date, zone: &TimeZone) -> Self {
        day.to_zoned(zone.clone())
            .map_or(Self(0), |start| Self::of(start.timestamp()))
    }

    /// In the form of the documents, as in `2026-01-31T18:05:22.123Z`.
    pub(crate) fn text(self) -> String {
        const PRINTER: temporal::DateTimePrinter =
            temporal::DateTimePrinter::new().precision(Some(3));
        PRINTER.timestamp_to_string(&self.timestamp())
    }

    /// In the form of the `Date` header.
    pub(crate) fn http_date(self) -> Option<HeaderValue> {
        let text = rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&self.timestamp());
        HeaderValue::try_from(text.ok()?).ok()
    }

    /// At a place, without a zone, as in `2026-01-31T11:05:22`.
    pub(crate) fn local_text(self, zone: &TimeZone) -> String {
        format!("{:.0}", self.local(zone))
    }
}

/// The clock that the sandbox tells the time by.
///
/// It is the system's clock until it is set; then it stands still, and moves when it is moved. A test of days needs no
/// waiting, and the same seed and clock give the same data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    System { ahead: SignedDuration },
    Set(Timestamp),
}

impl Clock {
    pub(crate) fn new(set: Option<Timestamp>) -> Self {
        set.map_or(
            Self::System {
                ahead: SignedDuration::ZERO,
            },
            Self::Set,
        )
    }

    pub(crate) fn now(self) -> Timestamp {
        match self {
            Self::System { ahead } => Timestamp::now()
                .checked_add(ahead)
                .unwrap_or(Timestamp::MAX),
            Self::Set(timestamp) => timestamp,
        }
    }

    /// Whether it was neither set nor moved.
    pub(crate) fn is_of_the_system(self) -> bool {
        matches!(self, Self::System { ahead } if ahead.is_zero())
    }

    /// Moves it; `false` if there is no such time.
    pub(crate) fn advance(&mut self, by: SignedDuration) -> bool {
        let moved = match *self {
            Self::System { ahead } => ahead.checked_add(by).map(|ahead| Self::System { ahead }),
            Self::Set(timestamp) => timestamp.checked_add(by).ok().map(Self::Set),
        };
        let Some(moved) = moved else { return false };
        *self = moved;
        true
    }
}
