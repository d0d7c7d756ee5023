//! Formats of strings beyond those of JSON Schema.

use api_wire::{Date, Timestamp};

use crate::exact::Decimal;

/// The format of a number in a string.
pub(super) const DECIMAL: &str = "decimal";
/// The format of a filter that accepts times.
pub(super) const DAY_OR_TIME: &str = "day or time";

pub(super) fn is_decimal(text: &str) -> bool {
    Decimal::parse(text.trim()).is_some()
}

/// Whether a text is a day, as in `2026-02-14`, or a time, as in `2026-02-14T12:00:00.000Z`.
pub(super) fn is_day_or_time(text: &str) -> bool {
    match text.as_bytes().get(10) {
        None => text.parse::<Date>().is_ok(),
        Some(b'T') => text.parse::<Timestamp>().is_ok(),
        Some(_) => false,
    }
}
