//! The text of dates and times.

use std::fmt;

use crate::types::date::Date;
use crate::types::date::local_date_time::LocalDateTime;

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

/// Digits of a fraction of a second.
const NANOSECOND_DIGITS: usize = 9;

/// The nanoseconds of `.123`, if any. More digits than they have are an error, not rounded.
fn fraction(text: &str) -> Option<(u32, &str)> {
    let Some(rest) = text.strip_prefix('.') else {
        return Some((0, text));
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at_checked(digits)?;
    let mut finer = digits.bytes().skip(NANOSECOND_DIGITS);
    if digits.is_empty() || finer.any(|digit| digit != b'0') {
        return None;
    }
    let digits = digits.bytes().chain(std::iter::repeat(b'0'));
    let nanos = digits.take(NANOSECOND_DIGITS);
    let nanos = nanos.fold(0, |nanos, digit| nanos * 10 + u32::from(digit - b'0'));
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

fn small_number(digits: [u8; 2]) -> Option<u8> {
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
