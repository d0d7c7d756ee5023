//! The text of dates and times.

use std::fmt;

use crate::types::date::Date;

/// `2026-11-21`
pub(super) fn iso_date(text: &[u8; 10]) -> Option<Date> {
    let [y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = *text else {
        return None;
    };
    Date::new(
        number([y0, y1, y2, y3])?,
        small_number([m0, m1])?,
        small_number([d0, d1])?,
    )
    .ok()
}

/// `11/21/2026`, and no other format.
pub fn us_date(text: &str) -> Option<Date> {
    let [m0, m1, b'/', d0, d1, b'/', y0, y1, y2, y3] = *text.as_bytes() else {
        return None;
    };
    Date::new(
        number([y0, y1, y2, y3])?,
        small_number([m0, m1])?,
        small_number([d0, d1])?,
    )
    .ok()
}

/// Digits of a fraction of a second.
pub(super) const NANOSECOND_DIGITS: usize = 9;

/// The nanoseconds of `.123`, if any. More digits than they have are an error, not rounded.
pub(super) fn fraction(text: &str) -> Option<(u32, &str)> {
    let Some(rest) = text.strip_prefix('.') else {
        return Some((0, text));
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at_checked(digits)?;
    if digits.is_empty() {
        return None;
    }
    let (mut nanos, mut unit) = (0, 1_000_000_000);
    for digit in digits.bytes() {
        unit /= 10;
        if unit == 0 && digit != b'0' {
            return None;
        }
        nanos += u32::from(digit - b'0') * unit;
    }
    Some((nanos, rest))
}

/// The seconds of an offset from UTC: `Z`, ` UTC`, `+01:00`, ` +0100`.
pub(super) fn offset_seconds(text: &str) -> Option<i64> {
    match *text.strip_prefix(' ').unwrap_or(text).as_bytes() {
        [b'Z' | b'z'] | [b'U', b'T', b'C'] => Some(0),
        [sign @ (b'+' | b'-'), h0, h1, b':', m0, m1] | [sign @ (b'+' | b'-'), h0, h1, m0, m1] => {
            let (hours, minutes) = (number([h0, h1])?, number([m0, m1])?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let seconds = (i64::from(hours) * 60 + i64::from(minutes)) * 60;
            Some(if sign == b'-' { -seconds } else { seconds })
        }
        _ => None,
    }
}

pub(super) fn small_number(digits: [u8; 2]) -> Option<u8> {
    u8::try_from(number(digits)?).ok()
}

/// A number of at most four digits.
#[inline]
fn number<const N: usize>(digits: [u8; N]) -> Option<u16> {
    const { assert!(N <= 4) };
    let mut number = 0;
    let mut is_valid = true;
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        is_valid &= digit <= 9;
        number = number * 10 + u16::from(digit & 15);
    }
    is_valid.then_some(number)
}

pub(super) fn write_date(f: &mut fmt::Formatter<'_>, date: Date) -> fmt::Result {
    write!(
        f,
        "{:04}-{:02}-{:02}",
        date.year(),
        date.month(),
        date.day()
    )
}
