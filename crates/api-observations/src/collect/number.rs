//! The classes of numbers.

use crate::counts::NumberCounts;

/// Decimal digits that a binary float of 64 bits is sure to keep.
const EXACT_DIGITS: usize = 15;

/// Counts a number of JSON.
pub(crate) fn count_number(counts: &mut NumberCounts<u32>, text: &str) {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    if unsigned.len() < text.len() {
        increment(&mut counts.negative);
    }
    let digits = unsigned.bytes().filter(u8::is_ascii_digit).count();
    if digits > EXACT_DIGITS {
        increment(&mut counts.inexact);
    }
    if unsigned.contains(['e', 'E']) {
        return increment(&mut counts.exponent);
    }
    if let Some((_, fraction)) = unsigned.split_once('.') {
        let places = fraction.trim_end_matches('0');
        return increment(match (places.len(), fraction.len()) {
            (0, _) => &mut counts.whole,
            (_, 1) => &mut counts.places_1,
            (_, 2) => &mut counts.places_2,
            (_, 3) => &mut counts.places_3,
            _ => &mut counts.places_more,
        });
    }
    if matches!(text, "0" | "1") {
        increment(&mut counts.bits);
    }
    increment(if digits < 10 || text.parse::<i32>().is_ok() {
        &mut counts.i32
    } else if digits < 19 || text.parse::<i64>().is_ok() {
        &mut counts.i64
    } else {
        &mut counts.big
    });
}

pub(crate) fn increment(count: &mut u32) {
    *count = count.saturating_add(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_in_one_class() {
        let cases = [
            ("0", "i32 bits"),
            ("1", "i32 bits"),
            ("-1", "i32 negative"),
            ("2147483647", "i32"),
            ("-2147483648", "i32 negative"),
            ("2147483648", "i64"),
            ("9223372036854775807", "i64 inexact"),
            ("-9223372036854775808", "i64 negative inexact"),
            ("9223372036854775808", "big inexact"),
            ("2.0", "whole"),
            ("2.00", "whole"),
            ("0.5", "places_1"),
            ("12.50", "places_2"),
            ("12.345", "places_3"),
            ("12.3456", "places_more"),
            ("1e3", "exponent"),
            ("-1.5E-3", "exponent negative"),
            ("0.1234567890123456", "places_more inexact"),
        ];
        for (text, expected) in cases {
            let mut counts = NumberCounts::default();
            count_number(&mut counts, text);
            let counted = counts.iter().filter(|(_, count)| **count > 0);
            let counted: Vec<_> = counted.map(|(name, _)| name).collect();
            assert_eq!(counted.join(" "), expected, "{text}");
        }
    }
}
