//! Dates and times of day, without a time zone.

use std::fmt;
use std::str::FromStr;

use crate::types::date::Date;
use crate::types::date::error::DateError;
use crate::types::date::text::{
    NANOSECOND_DIGITS, fraction, iso_date, offset_seconds, small_number, write_date,
};

/// A date and time of day without a time zone, such as the local time of a venue.
///
/// ```
/// use api_wire::{Date, LocalDateTime};
///
/// let open: LocalDateTime = "2026-02-14T12:30:00".parse()?;
/// assert_eq!(open, LocalDateTime::new(Date::new(2026, 2, 14)?, 12, 30, 0)?);
/// assert_eq!(open.to_string(), "2026-02-14T12:30:00");
/// # Ok::<(), api_wire::DateError>(())
/// ```
///
/// Other crates' times are converted by their text: `open.to_string().parse()` is a `jiff::civil::DateTime` or a
/// `chrono::NaiveDateTime`. It takes a time zone to make an instant of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalDateTime {
    date: Date,
    hour: u8,
    minute: u8,
    second: u8,
    nanos: u32,
}

impl LocalDateTime {
    pub(crate) const MIN: Self = Self {
        date: Date::MIN,
        hour: 0,
        minute: 0,
        second: 0,
        nanos: 0,
    };

    /// A time of a day. A fraction of a second needs [`with_nanos`](Self::with_nanos), or a text.
    ///
    /// # Errors
    ///
    /// The day has no such time. There are no leap seconds.
    pub const fn new(date: Date, hour: u8, minute: u8, second: u8) -> Result<Self, DateError> {
        if hour > 23 || minute > 59 || second > 59 {
            return Err(DateError::new("a time of day"));
        }
        Ok(Self {
            date,
            hour,
            minute,
            second,
            nanos: 0,
        })
    }

    /// The date and time of day of a text with or without an offset, such as the local time of a sale:
    ///
    /// ```
    /// use api_wire::LocalDateTime;
    ///
    /// for text in ["2026-02-14T23:30:00", "2026-02-14T23:30:00-08:00"] {
    ///     let sold = LocalDateTime::ignoring_offset(text)?;
    ///     assert_eq!(sold.date().to_string(), "2026-02-14");
    /// }
    /// # Ok::<(), api_wire::DateError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is neither a `LocalDateTime` nor a [`Timestamp`](crate::Timestamp).
    pub fn ignoring_offset(text: &str) -> Result<Self, DateError> {
        match civil(text) {
            Some((time, "")) => Ok(time),
            Some((time, offset)) => {
                let in_utc = time.seconds_in_utc(offset);
                let in_utc = in_utc.and_then(Self::from_seconds_since_1970);
                in_utc.map(|_| time).ok_or(DateError::LOCAL_DATE_TIME)
            }
            None => Err(DateError::LOCAL_DATE_TIME),
        }
    }

    /// The same second, with these nanoseconds of it.
    ///
    /// # Errors
    ///
    /// They are a second or more.
    pub const fn with_nanos(self, nanos: u32) -> Result<Self, DateError> {
        if nanos > 999_999_999 {
            return Err(DateError::new("less than a second"));
        }
        Ok(Self { nanos, ..self })
    }

    /// The day.
    pub const fn date(self) -> Date {
        self.date
    }

    /// The hour, 0 to 23.
    pub const fn hour(self) -> u8 {
        self.hour
    }

    /// The minute, 0 to 59.
    pub const fn minute(self) -> u8 {
        self.minute
    }

    /// The second, 0 to 59.
    pub const fn second(self) -> u8 {
        self.second
    }

    /// The nanoseconds of the second.
    pub const fn nanos(self) -> u32 {
        self.nanos
    }

    /// The seconds since 1970-01-01T00:00:00.
    fn seconds_since_1970(self) -> i64 {
        let minutes = i64::from(self.hour) * 60 + i64::from(self.minute);
        self.date.days_since_1970() * SECONDS_PER_DAY + minutes * 60 + i64::from(self.second)
    }

    /// The seconds since 1970-01-01T00:00:00Z, if this is the time at such an offset.
    pub(super) fn seconds_in_utc(self, offset: &str) -> Option<i64> {
        Some(self.seconds_since_1970() - offset_seconds(offset)?)
    }

    /// The second at a number of seconds since 1970-01-01T00:00:00.
    pub(super) fn from_seconds_since_1970(seconds: i64) -> Option<Self> {
        let date = Date::from_days_since_1970(seconds.div_euclid(SECONDS_PER_DAY))?;
        let seconds = seconds.rem_euclid(SECONDS_PER_DAY);
        let part = |number: i64| u8::try_from(number).ok();
        let (hour, minute) = (part(seconds / 3_600)?, part(seconds / 60 % 60)?);
        Self::new(date, hour, minute, part(seconds % 60)?).ok()
    }
}

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

/// Parses `2026-11-21T10:00:00.123`, with any number of digits after the second, and a space for the `T`.
impl FromStr for LocalDateTime {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        match civil(text) {
            Some((time, "")) => Ok(time),
            _ => Err(DateError::LOCAL_DATE_TIME),
        }
    }
}

/// With milliseconds, microseconds or nanoseconds, if it has any.
impl fmt::Display for LocalDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_civil(f, *self, 0)
    }
}

impl fmt::Debug for LocalDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `2026-11-21T10:00:00.123`, and the rest of the text. A space is accepted for the `T`.
pub(super) fn civil(text: &str) -> Option<(LocalDateTime, &str)> {
    let (date, rest) = text.as_bytes().split_first_chunk::<10>()?;
    let (time, _) = rest.split_first_chunk::<9>()?;
    let date = iso_date(date)?;
    let [b'T' | b't' | b' ', h0, h1, b':', m0, m1, b':', s0, s1] = *time else {
        return None;
    };
    let (hour, minute) = (small_number([h0, h1])?, small_number([m0, m1])?);
    let time = LocalDateTime::new(date, hour, minute, small_number([s0, s1])?).ok()?;
    let (nanos, rest) = fraction(text.get(19..)?)?;
    Some((time.with_nanos(nanos).ok()?, rest))
}

/// With milliseconds, microseconds or nanoseconds: what it has, and at least some digits.
pub(super) fn write_civil(
    f: &mut fmt::Formatter<'_>,
    time: LocalDateTime,
    least_digits: usize,
) -> fmt::Result {
    write_date(f, time.date())?;
    write!(
        f,
        "T{:02}:{:02}:{:02}",
        time.hour(),
        time.minute(),
        time.second()
    )?;
    let digits = match time.nanos() {
        0 => 0,
        nanos if nanos % 1_000_000 == 0 => 3,
        nanos if nanos % 1_000 == 0 => 6,
        _ => NANOSECOND_DIGITS,
    };
    match digits.max(least_digits) {
        0 => Ok(()),
        digits => {
            let unit = 10_u32.pow((NANOSECOND_DIGITS - digits) as u32);
            write!(f, ".{:0digits$}", time.nanos() / unit)
        }
    }
}
