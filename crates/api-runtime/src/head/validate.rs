//! Validation of the parts of a request. Every check returns the reason why a value is invalid, and
//! never the value itself.

use http::header::{self, HeaderName, HeaderValue};

use crate::head::encode::is_dot_segment;

/// Checks that a value fills a segment of the path and does not change the path.
pub(crate) fn path_value(value: &str) -> Result<(), &'static str> {
    if value.is_empty() {
        Err("must not be empty")
    } else if value.chars().any(char::is_control) {
        Err("must not contain control characters")
    } else if is_dot_segment(value) {
        Err("must not be `.` or `..`, nor an encoded form of them")
    } else {
        Ok(())
    }
}

/// Checks that a page number or page size is from 1 to its documented maximum.
pub(crate) fn count(text: &str, maximum: Option<usize>) -> Result<(), String> {
    let range = 1..=maximum.unwrap_or(usize::MAX);
    match (text.parse(), maximum) {
        (Ok(count), _) if range.contains(&count) => Ok(()),
        (_, Some(maximum)) => Err(format!("must be a number from 1 to {maximum}")),
        (_, None) => Err("must be a number greater than 0".to_owned()),
    }
}

/// Headers that the client or the connection sets.
const RESERVED: [HeaderName; 15] = [
    header::ACCEPT,
    header::ACCEPT_ENCODING,
    header::AUTHORIZATION,
    header::CONNECTION,
    header::CONTENT_ENCODING,
    header::CONTENT_LENGTH,
    header::CONTENT_TYPE,
    header::EXPECT,
    header::HOST,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::USER_AGENT,
];

/// Reserved headers for which `http` has no constant.
const MORE_RESERVED: [&str; 3] = ["http2-settings", "keep-alive", "proxy-connection"];

/// Parses a header. The error is its name and a reason. An invalid name is left out, because it may
/// break a log.
pub(crate) fn header(
    name: &str,
    value: &str,
) -> Result<(HeaderName, HeaderValue), (String, &'static str)> {
    let name = HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| (String::new(), "must have a valid name"))?;
    if RESERVED.contains(&name) || MORE_RESERVED.contains(&name.as_str()) {
        return Err((name.to_string(), "must not be set: the client sets it"));
    }
    let is_allowed = |byte: u8| byte == b' ' || byte == b'\t' || byte.is_ascii_graphic();
    let value = Some(value).filter(|value| value.bytes().all(is_allowed));
    let mut value = value
        .and_then(|value| HeaderValue::from_str(value).ok())
        .ok_or_else(|| {
            let reason = "must contain visible ASCII characters, spaces and tabs only";
            (name.to_string(), reason)
        })?;
    value.set_sensitive(true);
    Ok((name, value))
}

/// Checks that a header's value is received as it is sent: servers remove white space at its ends.
pub(crate) fn whole_header(value: &str) -> Result<(), &'static str> {
    if value.is_empty() {
        Err("must not be empty")
    } else if value.trim_ascii().len() < value.len() {
        Err("must not start or end with white space")
    } else {
        Ok(())
    }
}
