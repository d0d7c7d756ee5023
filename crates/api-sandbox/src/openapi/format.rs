//! Formats of strings beyond those of JSON Schema.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::exact::Decimal;

/// The format of a number in a string.
pub(super) const DECIMAL: &str = "decimal";
/// The format of a filter that accepts times.
pub(super) const DAY_OR_TIME: &str = "day or time";

pub(super) fn is_decimal(text: &str) -> bool {
    Decimal::parse(text.trim()).is_some_and(|number| number.is_bounded())
}

/// Whether a text is a day, as in `2026-02-14`, or a time, as in `2026-02-14T12:00:00.000Z`.
pub(super) fn is_day_or_time(text: &str) -> bool {
    match text.as_bytes().get(10) {
        None => text.len() == 10 && text.parse::<Date>().is_ok(),
        Some(b'T') => !text.contains('[') && text.parse::<Timestamp>().is_ok(),
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_of_responses_are_recognized() {
        for text in [
            "2026-02-14",
            "2026-02-14T12:00:00.123Z",
            "2026-02-14T12:00:00-07:00",
        ] {
            assert!(is_day_or_time(text), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "2026-02-30",
            "20260214",
            "2026-02-14T12:00:00",
            "2026-02-14 12:00:00Z",
            "2026-02-14T12:00:00Z[UTC]",
            "2026-02-14T25:00:00Z",
        ] {
            assert!(!is_day_or_time(text), "{text}");
        }
    }
}
