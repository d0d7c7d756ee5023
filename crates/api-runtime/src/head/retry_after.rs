//! The `Retry-After` header.

use std::time::{Duration, SystemTime};

use http::header::{DATE, RETRY_AFTER};
use http::{HeaderMap, HeaderName};
use httpdate::parse_http_date;

/// Longer delays are reported as this, which is far longer than a call waits. The sum of it and a
/// time does not overflow.
const MAX_SECONDS: u64 = 365 * 24 * 60 * 60;

/// The delay that the server requests, in either form of the header: seconds or an HTTP date.
///
/// A date is relative to the `Date` of the response, because the clocks may differ. Without that, it
/// is relative to our clock.
pub(crate) fn read(headers: &HeaderMap) -> Option<Duration> {
    read_at(headers, SystemTime::now())
}

fn read_at(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = single_value(headers, &RETRY_AFTER)?;
    let seconds = if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // Digits that overflow are a long delay.
        text.parse().unwrap_or(u64::MAX)
    } else {
        let until = parse_http_date(text).ok()?;
        let now = single_value(headers, &DATE)
            .and_then(|text| parse_http_date(text).ok())
            .unwrap_or(now);
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

#[cfg(test)]
mod tests {
    use super::*;
    use api_wire::Timestamp;
    use http::HeaderValue;

    fn time(text: &str) -> SystemTime {
        let time: Timestamp = text.parse().unwrap();
        time.try_into().unwrap()
    }

    fn read(texts: &[&'static str]) -> Option<u64> {
        let mut headers = HeaderMap::new();
        for text in texts {
            headers.append(RETRY_AFTER, HeaderValue::from_static(text));
        }
        read_at(&headers, time("2026-11-21T10:00:00Z")).map(|wait| wait.as_secs())
    }

    #[test]
    fn seconds_and_dates_are_parsed_up_to_a_year() {
        for (text, seconds) in [
            ("2", 2),
            ("2678401", 31 * 86_400 + 1),
            ("100000000000000000000", MAX_SECONDS),
            ("Sat, 21 Nov 2026 10:00:30 GMT", 30),
            ("Sat, 21 Nov 2026 09:00:00 GMT", 0),
            ("Saturday, 21-Nov-26 10:00:30 GMT", 30),
            ("Sat Nov 21 10:00:30 2026", 30),
            ("Fri, 01 Jan 9999 00:00:00 GMT", MAX_SECONDS),
        ] {
            assert_eq!(read(&[text]), Some(seconds), "{text}");
        }
    }

    #[test]
    fn a_date_is_relative_to_the_date_of_the_response() {
        let seconds = |dates: &[&'static str]| {
            let mut headers = HeaderMap::new();
            let until = HeaderValue::from_static("Sat, 21 Nov 2026 10:00:30 GMT");
            headers.insert(RETRY_AFTER, until);
            for date in dates {
                headers.append(DATE, HeaderValue::from_static(date));
            }
            read_at(&headers, time("2026-11-21T10:00:10Z")).map(|wait| wait.as_secs())
        };
        // The clock of the server is an hour slow, or fast.
        assert_eq!(seconds(&["Sat, 21 Nov 2026 09:00:00 GMT"]), Some(3_630));
        assert_eq!(seconds(&["Sat, 21 Nov 2026 11:00:00 GMT"]), Some(0));
        assert_eq!(seconds(&["Sat, 21 Nov 2026 10:00:28 GMT"]), Some(2));
        // Without a valid date, our clock counts.
        assert_eq!(seconds(&[]), Some(20));
        assert_eq!(seconds(&["yesterday"]), Some(20));
        assert_eq!(seconds(&["Sat, 21 Nov 2026 09:00:00"]), Some(20));
        let two = ["Sat, 21 Nov 2026 09:00:00 GMT"; 2];
        assert_eq!(seconds(&two), Some(20));
    }

    #[test]
    fn malformed_retry_after_is_ignored() {
        for text in ["-1", "1e9", "soon", "", "Sat, 21 Nov 2026 10:00:30", "+5"] {
            assert_eq!(read(&[text]), None, "{text}");
        }
        assert_eq!(read(&["1", "2"]), None);
        assert_eq!(read(&[]), None);
    }
}
