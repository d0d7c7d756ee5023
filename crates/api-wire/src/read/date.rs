//! Parsing of dates and times.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;

/// `2026-11-21`, and no other format.
pub fn date(text: &str) -> Option<Date> {
    iso_date(text.as_bytes().try_into().ok()?)
}

fn iso_date(text: &[u8; 10]) -> Option<Date> {
    let [y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = *text else {
        return None;
    };
    let year = number([y0, y1, y2, y3])?;
    Date::new(year, small_number([m0, m1])?, small_number([d0, d1])?).ok()
}

/// `11/21/2026`, and no other format.
pub fn us_date(text: &str) -> Option<Date> {
    let [m0, m1, b'/', d0, d1, b'/', y0, y1, y2, y3] = *text.as_bytes() else {
        return None;
    };
    let year = number([y0, y1, y2, y3])?;
    Date::new(year, small_number([m0, m1])?, small_number([d0, d1])?).ok()
}

/// A date and time with a time zone: of RFC 3339, or as Ruby prints it, `2026-11-21 10:00:00 UTC` or
/// `2026-11-21 10:00:00 +0100`. Leap seconds are not supported.
pub fn timestamp(text: &str) -> Option<Timestamp> {
    let (civil, rest) = civil(text)?;
    let offset = match *rest.strip_prefix(' ').unwrap_or(rest).as_bytes() {
        [b'Z' | b'z'] | [b'U', b'T', b'C'] => 0,
        [sign @ (b'+' | b'-'), h0, h1, b':', m0, m1] | [sign @ (b'+' | b'-'), h0, h1, m0, m1] => {
            let (hours, minutes) = (number([h0, h1])?, number([m0, m1])?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let seconds = (i32::from(hours) * 60 + i32::from(minutes)) * 60;
            if sign == b'-' { -seconds } else { seconds }
        }
        _ => return None,
    };
    Offset::from_seconds(offset).ok()?.to_timestamp(civil).ok()
}

/// A date and time without a time zone.
pub(crate) fn local_date_time(text: &str) -> Option<DateTime> {
    let (civil, rest) = civil(text)?;
    rest.is_empty().then_some(civil)
}

/// `2026-11-21T10:00:00.123`, and the rest of the text. A space is accepted for the `T`.
fn civil(text: &str) -> Option<(DateTime, &str)> {
    let (date, rest) = text.as_bytes().split_first_chunk::<10>()?;
    let (time, _) = rest.split_first_chunk::<9>()?;
    let date = iso_date(date)?;
    let [b'T' | b't' | b' ', h0, h1, b':', m0, m1, b':', s0, s1] = *time else {
        return None;
    };
    let hour = small_number([h0, h1])?;
    let minute = small_number([m0, m1])?;
    let second = small_number([s0, s1])?;
    let (nanoseconds, rest) = fraction(text.get(19..)?)?;
    let time = Time::new(hour, minute, second, nanoseconds).ok()?;
    Some((date.to_datetime(time), rest))
}

/// Digits of a fraction of a second.
const NANOSECOND_DIGITS: usize = 9;

/// The nanoseconds of `.123`, if any. More digits than they have are an error, not rounded.
fn fraction(text: &str) -> Option<(i32, &str)> {
    let Some(rest) = text.strip_prefix('.') else {
        return Some((0, text));
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at_checked(digits)?;
    let mut finer = digits.bytes().skip(NANOSECOND_DIGITS);
    if digits.is_empty() || finer.any(|digit| digit != b'0') {
        return None;
    }
    let mut nanoseconds = 0;
    let mut unit = 10_i32.pow(NANOSECOND_DIGITS as u32);
    for digit in digits.bytes().take(NANOSECOND_DIGITS) {
        unit /= 10;
        nanoseconds += i32::from(digit - b'0') * unit;
    }
    Some((nanoseconds, rest))
}

fn small_number(digits: [u8; 2]) -> Option<i8> {
    i8::try_from(number(digits)?).ok()
}

/// A number of at most four digits.
#[inline]
fn number<const N: usize>(digits: [u8; N]) -> Option<i16> {
    const { assert!(N <= 4) };
    let mut number = 0;
    let mut is_valid = true;
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        is_valid &= digit <= 9;
        number = number * 10 + i16::from(digit & 15);
    }
    is_valid.then_some(number)
}
