//! The `Retry-After` header.

use std::time::Duration;

use http::HeaderMap;
use http::header::RETRY_AFTER;
use jiff::Timestamp;
use jiff::fmt::rfc2822;

/// Longer delays are ignored as server errors: 31 days.
const MAX_SECONDS: u64 = 31 * 24 * 60 * 60;

/// The delay that the server requests, in either form of the header: seconds or an HTTP date.
pub(crate) fn read(headers: &HeaderMap) -> Option<Duration> {
    read_at(headers, Timestamp::now())
}

fn read_at(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let mut values = headers.get_all(RETRY_AFTER).iter();
    let text = values.next()?.to_str().ok()?.trim();
    if values.next().is_some() {
        // Duplicate headers are ignored.
        return None;
    }
    let seconds = if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()?
    } else if text.ends_with(" GMT") {
        let until = rfc2822::parse(text).ok()?.timestamp();
        // A date in the past means "now".
        u64::try_from(until.as_second().saturating_sub(now.as_second())).unwrap_or(0)
    } else {
        return None;
    };
    (seconds <= MAX_SECONDS).then(|| Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn read(texts: &[&'static str]) -> Option<u64> {
        let mut headers = HeaderMap::new();
        for text in texts {
            headers.append(RETRY_AFTER, HeaderValue::from_static(text));
        }
        read_at(&headers, "2026-11-21T10:00:00Z".parse().unwrap()).map(|wait| wait.as_secs())
    }

    #[test]
    fn seconds_and_dates_are_parsed() {
        assert_eq!(read(&["2"]), Some(2));
        assert_eq!(read(&["86400"]), Some(86_400));
        assert_eq!(read(&["2678400"]), Some(31 * 86_400));
        assert_eq!(read(&["2678401"]), None);
        assert_eq!(read(&["Sat, 21 Nov 2026 10:00:30 GMT"]), Some(30));
        assert_eq!(read(&["Sat, 21 Nov 2026 09:00:00 GMT"]), Some(0));
    }

    #[test]
    fn a_date_is_relative_to_now() {
        let mut headers = HeaderMap::new();
        assert_eq!(super::read(&headers), None);
        headers.insert(RETRY_AFTER, HeaderValue::from_static("7"));
        assert_eq!(super::read(&headers), Some(Duration::from_secs(7)));
        let past = HeaderValue::from_static("Sat, 21 Nov 2020 10:00:00 GMT");
        headers.insert(RETRY_AFTER, past);
        assert_eq!(super::read(&headers), Some(Duration::ZERO));
    }

    #[test]
    fn malformed_retry_after_is_ignored() {
        for text in [
            "-1",
            "1e9",
            "1000000000",
            "100000000000000000000",
            "soon",
            "",
            "Sat, 21 Nov 2026 10:00:30",
            "+5",
        ] {
            assert_eq!(read(&[text]), None, "{text}");
        }
        assert_eq!(read(&["1", "2"]), None);
        assert_eq!(read(&[]), None);
    }
}
