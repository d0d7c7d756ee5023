//! Instants.

use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::types::date::Date;
use crate::types::date::error::DateError;
use crate::types::date::local_date_time::{LocalDateTime, civil, write_civil};

/// An instant: a time of the years 0 to 9999 in UTC, to the nanosecond.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use api_wire::Timestamp;
///
/// let time: Timestamp = "2026-02-14T12:00:00+01:00".parse()?;
/// assert_eq!(time.to_string(), "2026-02-14T11:00:00Z");
/// assert_eq!(time, Timestamp::new(1_771_066_800, 0)?);
/// assert!(time + Duration::from_secs(1) > time);
///
/// let time = SystemTime::try_from(time)?;
/// assert_eq!(Timestamp::from(time).seconds(), 1_771_066_800);
/// # Ok::<(), api_wire::DateError>(())
/// ```
///
/// A `jiff::Timestamp`, a `chrono::DateTime` or a `time::OffsetDateTime` is converted by way of [`SystemTime`], which each of
/// them is made from and becomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
}

const NANOS_PER_SECOND: u32 = 1_000_000_000;

impl Timestamp {
    /// The first instant, 0000-01-01T00:00:00Z.
    pub const MIN: Self = Self {
        seconds: -62_167_219_200,
        nanos: 0,
    };
    /// The last instant, 9999-12-31T23:59:59.999999999Z.
    pub const MAX: Self = Self {
        seconds: 253_402_300_799,
        nanos: NANOS_PER_SECOND - 1,
    };
    /// 1970-01-01T00:00:00Z.
    pub const UNIX_EPOCH: Self = Self {
        seconds: 0,
        nanos: 0,
    };

    /// The instant at these seconds since 1970, and nanoseconds of the next second.
    ///
    /// # Errors
    ///
    /// The year is before 0 or after 9999, or the nanoseconds are a second or more.
    pub const fn new(seconds: i64, nanos: u32) -> Result<Self, DateError> {
        let is_in_range = Self::MIN.seconds <= seconds && seconds <= Self::MAX.seconds;
        if !is_in_range || nanos >= NANOS_PER_SECOND {
            return Err(DateError::new("a time of the years 0 to 9999"));
        }
        Ok(Self { seconds, nanos })
    }

    /// The time of the system's clock.
    pub fn now() -> Self {
        SystemTime::now().into()
    }

    /// The whole seconds since 1970, which are negative before.
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    /// The nanoseconds since the whole second.
    pub const fn nanos(self) -> u32 {
        self.nanos
    }

    /// The whole milliseconds since 1970, which are negative before.
    pub const fn millis(self) -> i64 {
        self.seconds * 1_000 + (self.nanos / 1_000_000) as i64
    }

    /// The instant at these milliseconds since 1970; [`MIN`](Self::MIN) or [`MAX`](Self::MAX) if that is
    /// before the year 0 or after 9999.
    pub const fn from_millis(millis: i64) -> Self {
        let nanos = millis.rem_euclid(1_000) as u32 * 1_000_000;
        match Self::new(millis.div_euclid(1_000), nanos) {
            Ok(time) => time,
            Err(_) if millis < 0 => Self::MIN,
            Err(_) => Self::MAX,
        }
    }

    /// The day of the instant in UTC.
    pub fn utc_date(self) -> Date {
        let local = LocalDateTime::from_seconds_since_1970(self.seconds);
        local.map_or(Date::MIN, LocalDateTime::date)
    }

    /// The instant a duration later; `None` if that is after the year 9999.
    pub fn checked_add(self, duration: Duration) -> Option<Self> {
        let nanos = self.nanos + duration.subsec_nanos();
        let seconds = self.seconds.checked_add_unsigned(duration.as_secs())?;
        let seconds = seconds.checked_add_unsigned(u64::from(nanos / NANOS_PER_SECOND))?;
        Self::new(seconds, nanos % NANOS_PER_SECOND).ok()
    }

    /// The instant a duration earlier; `None` if that is before the year 0.
    pub fn checked_sub(self, duration: Duration) -> Option<Self> {
        let seconds = self.seconds.checked_sub_unsigned(duration.as_secs())?;
        let (seconds, nanos) = match self.nanos.checked_sub(duration.subsec_nanos()) {
            Some(nanos) => (seconds, nanos),
            None => {
                let nanos = self.nanos + NANOS_PER_SECOND - duration.subsec_nanos();
                (seconds.checked_sub(1)?, nanos)
            }
        };
        Self::new(seconds, nanos).ok()
    }

    /// The time since an earlier instant; zero if the other one is later.
    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        let duration =
            |time: Self| Duration::new(time.seconds.abs_diff(Self::MIN.seconds), time.nanos);
        duration(self).saturating_sub(duration(earlier))
    }

    /// As records have it: with milliseconds at least.
    pub(crate) fn in_records(self) -> impl fmt::Display {
        Text {
            time: self,
            least_digits: 3,
        }
    }
}

struct Text {
    time: Timestamp,
    least_digits: usize,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = LocalDateTime::from_seconds_since_1970(self.time.seconds);
        let local = local.and_then(|local| local.with_nanos(self.time.nanos).ok());
        write_civil(f, local.ok_or(fmt::Error)?, self.least_digits)?;
        f.write_str("Z")
    }
}

/// The instant a duration later; [`MAX`](Timestamp::MAX) if that is after the year 9999.
impl Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        self.checked_add(duration).unwrap_or(Self::MAX)
    }
}

/// The instant a duration earlier; [`MIN`](Timestamp::MIN) if that is before the year 0.
impl Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, duration: Duration) -> Self {
        self.checked_sub(duration).unwrap_or(Self::MIN)
    }
}

/// A time before the year 0 becomes [`MIN`](Timestamp::MIN), a time after 9999 [`MAX`](Timestamp::MAX).
impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        match time.duration_since(UNIX_EPOCH) {
            Ok(since) => Self::UNIX_EPOCH + since,
            Err(error) => Self::UNIX_EPOCH - error.duration(),
        }
    }
}

/// Fails where the platform's time does not reach that far: on Windows, before 1601.
impl TryFrom<Timestamp> for SystemTime {
    type Error = DateError;

    fn try_from(timestamp: Timestamp) -> Result<Self, DateError> {
        let seconds = Duration::from_secs(timestamp.seconds.unsigned_abs());
        let second = match timestamp.seconds < 0 {
            true => UNIX_EPOCH.checked_sub(seconds),
            false => UNIX_EPOCH.checked_add(seconds),
        };
        second
            .and_then(|second| second.checked_add(Duration::from_nanos(timestamp.nanos.into())))
            .ok_or(DateError::new("a time of the platform's clock"))
    }
}

/// Parses RFC 3339, and how Ruby prints times, `2026-11-21 10:00:00 UTC` or `2026-11-21 10:00:00 +0100`. There are no leap seconds.
impl FromStr for Timestamp {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let timestamp = || {
            let (local, offset) = civil(text)?;
            Self::new(local.seconds_in_utc(offset)?, local.nanos()).ok()
        };
        timestamp().ok_or(DateError::TIMESTAMP)
    }
}

/// In UTC, with milliseconds, microseconds or nanoseconds, if it has any.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Text {
            time: *self,
            least_digits: 0,
        };
        text.fmt(f)
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
