//! Days.

pub(crate) mod error;
pub(crate) mod local_date_time;
pub(crate) mod text;
pub(crate) mod timestamp;

use std::fmt;
use std::str::FromStr;

use crate::types::date::error::DateError;
use crate::types::date::text::{iso_date, write_date};

/// A day of the Gregorian calendar, of the years 0 to 9999.
///
/// ```
/// use api_wire::Date;
///
/// let day: Date = "2026-02-14".parse()?;
/// assert_eq!(day, Date::new(2026, 2, 14)?);
/// assert_eq!((day.year(), day.month(), day.day()), (2026, 2, 14));
/// assert_eq!(day.to_string(), "2026-02-14");
/// assert!(Date::new(2026, 2, 29).is_err());
/// # Ok::<(), api_wire::DateError>(())
/// ```
///
/// Other crates' dates are converted by their text: `day.to_string().parse()` is a `jiff::civil::Date` or a
/// `chrono::NaiveDate`, and each of them has `to_string`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The first day, 0000-01-01.
    pub const MIN: Self = Self {
        year: 0,
        month: 1,
        day: 1,
    };
    /// The last day, 9999-12-31.
    pub const MAX: Self = Self {
        year: 9999,
        month: 12,
        day: 31,
    };

    /// The day of a year, a month from 1 and a day of the month from 1.
    ///
    /// # Errors
    ///
    /// The calendar has no such day, or the year is after 9999.
    pub const fn new(year: u16, month: u8, day: u8) -> Result<Self, DateError> {
        if year > Self::MAX.year || day == 0 || day > days_in_month(year, month) {
            return Err(DateError::new("a day of the calendar"));
        }
        Ok(Self { year, month, day })
    }

    /// The year, at most 9999.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1.
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, from 1.
    pub const fn day(self) -> u8 {
        self.day
    }

    /// The days since 1970-01-01.
    fn days_since_1970(self) -> i64 {
        // The year begins in March, so that the leap day is its last. It is one of 400 years later, so
        // that no number is negative.
        let (year, month) = (u32::from(self.year) + 400, u32::from(self.month));
        let (year, month) = match month {
            1 | 2 => (year - 1, month + 9),
            month => (year, month - 3),
        };
        let leap_days = year / 4 - year / 100 + year / 400;
        let days = year * 365 + leap_days + (153 * month + 2) / 5 + u32::from(self.day);
        i64::from(days) - 1 - DAYS_TO_1970 - DAYS_OF_400_YEARS
    }

    /// The day at a number of days since 1970-01-01.
    fn from_days_since_1970(days: i64) -> Option<Self> {
        let days = days + DAYS_TO_1970;
        let era = days.div_euclid(DAYS_OF_400_YEARS);
        let day = days.rem_euclid(DAYS_OF_400_YEARS);
        let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (year, month) = match month {
            10 | 11 => (year_of_era + 1, month - 9),
            month => (year_of_era, month + 3),
        };
        let year = u16::try_from(era * 400 + year).ok()?;
        Self::new(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?).ok()
    }
}

const DAYS_OF_400_YEARS: i64 = 146_097;

/// The days from 0000-03-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;

/// The days of a month; none if there is no such month.
const fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

/// Parses `2026-11-21`, and no other format.
impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let bytes = text.as_bytes().try_into().ok();
        bytes.and_then(iso_date).ok_or(DateError::DATE)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_date(f, *self)
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
