//! The forms of dates and times, recognized by their text.

use crate::read::date;

/// A form in which a field can have a date or a time.
///
/// ```
/// use api_wire::DateForm;
///
/// assert_eq!(DateForm::from_text("2026-11-21"), Some(DateForm::Date));
/// assert_eq!(DateForm::from_text("2026-11-21T10:00:00Z"), Some(DateForm::Timestamp));
/// assert_eq!(DateForm::from_text("2026-02-30"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DateForm {
    /// `2026-11-21`
    Date,
    /// `11/21/2026`
    UsDate,
    /// `2026-11-21T10:00:00`, without a time zone.
    LocalDateTime,
    /// `2026-11-21T10:00:00Z`, with an offset, or with `UTC`.
    Timestamp,
}

impl DateForm {
    /// The form of a text that is a date or a time.
    pub fn from_text(text: &str) -> Option<Self> {
        let starts_with_digits = text.as_bytes().first_chunk::<2>();
        if text.len() < 10 || !starts_with_digits?.iter().all(u8::is_ascii_digit) {
            return None;
        }
        if text.len() == 10 {
            let us_date = || date::us_date(text).map(|_| Self::UsDate);
            return date::date(text).map(|_| Self::Date).or_else(us_date);
        }
        let timestamp = || date::timestamp(text).map(|_| Self::Timestamp);
        date::local_date_time(text)
            .map(|_| Self::LocalDateTime)
            .or_else(timestamp)
    }
}
