//! The `Retry-After` header.

use std::time::{Duration, SystemTime};

use http::header::{DATE, RETRY_AFTER};
use http::{HeaderMap, HeaderName};
use httpdate::parse_http_date;

/// Longer delays are reported as this, which is far longer than a call waits. The sum of it and a
/// time does not overflow.
const MAX_SECONDS: u64 = 365 * 24 * 60 * 60;

/// The delay that the server requests, in either form of the header: seconds or an HTTP date. A part of a second
/// counts as a whole one. A header that cannot be read never means "at once": then the delay is `unreadable`.
///
/// A date is relative to the `Date` of the response, because the clocks may differ. Without that, it
/// is relative to our clock.
pub(crate) fn read(headers: &HeaderMap, unreadable: Duration) -> Option<Duration> {
    headers.get(RETRY_AFTER)?;
    let text = single_value(headers, &RETRY_AFTER);
    Some(
        text.and_then(|text| delay(text, headers))
            .unwrap_or(unreadable),
    )
}

fn delay(text: &str, headers: &HeaderMap) -> Option<Duration> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let seconds = if is_number(whole) && is_number(fraction) {
        let is_more = fraction.bytes().any(|digit| digit != b'0');
        // Digits that overflow are a long delay.
        whole
            .parse()
            .unwrap_or(u64::MAX)
            .saturating_add(is_more.into())
    } else {
        let until = parse_http_date(text).ok()?;
        let now = single_value(headers, &DATE)
            .and_then(|text| parse_http_date(text).ok())
            .unwrap_or_else(SystemTime::now);
        // A date in the past means "now".
        until.duration_since(now).map_or(0, |wait| wait.as_secs())
    };
    Some(Duration::from_secs(seconds.min(MAX_SECONDS)))
}

/// The value of a header. `None` if there are several, which contradict each other.
fn single_value<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let text = values.next()?.to_str().ok()?.trim();
    values.next().is_none().then_some(text)
}
