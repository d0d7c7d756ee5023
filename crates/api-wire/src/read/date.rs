//! Parsing of dates and times.

use std::iter;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;

/// `2026-11-21`, and no other format.
pub(crate) fn date(text: &str) -> Option<Date> {
    let [y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = *text.as_bytes().first_chunk::<10>()? else {
        return None;
    };
    if text.len() != 10 {
        return None;
    }
    let year = number(&[y0, y1, y2, y3])?;
    Date::new(year, small_number(&[m0, m1])?, small_number(&[d0, d1])?).ok()
}

/// `11/21/2026`, and no other format.
pub(crate) fn us_date(text: &str) -> Option<Date> {
    let [m0, m1, b'/', d0, d1, b'/', y0, y1, y2, y3] = *text.as_bytes() else {
        return None;
    };
    let year = number(&[y0, y1, y2, y3])?;
    Date::new(year, small_number(&[m0, m1])?, small_number(&[d0, d1])?).ok()
}

/// A date and time of RFC 3339, which has a time zone. Leap seconds are not supported.
pub(crate) fn timestamp(text: &str) -> Option<Timestamp> {
    let (civil, rest) = civil(text)?;
    let offset = match *rest.as_bytes() {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), h0, h1, b':', m0, m1] => {
            let (hours, minutes) = (number(&[h0, h1])?, number(&[m0, m1])?);
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
    let date = date(text.get(..10)?)?;
    let time = text.get(10..19)?.as_bytes();
    let [b'T' | b't' | b' ', h0, h1, b':', m0, m1, b':', s0, s1] = *time else {
        return None;
    };
    let (nanoseconds, rest) = fraction(text.get(19..)?)?;
    let second = small_number(&[s0, s1])?;
    let time = Time::new(
        small_number(&[h0, h1])?,
        small_number(&[m0, m1])?,
        second,
        nanoseconds,
    )
    .ok()?;
    Some((date.to_datetime(time), rest))
}

/// The nanoseconds of `.123`, if any. More digits than they have are an error, not rounded.
fn fraction(text: &str) -> Option<(i32, &str)> {
    let Some(rest) = text.strip_prefix('.') else {
        return Some((0, text));
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at_checked(digits)?;
    let significant = digits.trim_end_matches('0');
    if digits.is_empty() || significant.len() > 9 {
        return None;
    }
    let mut nanoseconds = 0;
    // As many digits as nanoseconds have.
    for digit in significant.bytes().chain(iter::repeat(b'0')).take(9) {
        nanoseconds = nanoseconds * 10 + i32::from(digit - b'0');
    }
    Some((nanoseconds, rest))
}

fn small_number(digits: &[u8]) -> Option<i8> {
    i8::try_from(number(digits)?).ok()
}

fn number(digits: &[u8]) -> Option<i16> {
    digits.iter().try_fold(0_i16, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| digit - b'0')?;
        number.checked_mul(10)?.checked_add(i16::from(digit))
    })
}
