//! Percent encoding, and the path values that are refused.

use std::fmt::Write;

/// Encodes everything except letters, digits, `-`, `.`, `_` and `~`. A space becomes `%20`, never `+`.
pub(crate) fn percent(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Refuses a value that would change the path rather than fill a part of it.
pub(crate) fn check_path_value(value: &str) -> Result<(), &'static str> {
    if value.is_empty() {
        Err("is empty")
    } else if value.chars().any(char::is_control) {
        Err("has a control character")
    } else if is_dots(value) {
        Err("is `.` or `..`, or an encoded form of them")
    } else {
        Ok(())
    }
}

/// Whether a segment of a path is `.` or `..`, written plainly or percent-encoded, however often.
///
/// Addresses are normalised on the way by libraries, proxies and servers; some of them decode first.
pub(crate) fn is_dots(segment: &str) -> bool {
    let mut text = segment.to_owned();
    loop {
        let decoded = decode_dots(&text);
        if decoded == text {
            return matches!(text.as_str(), "." | "..");
        }
        text = decoded;
    }
}

/// Decodes what can become a dot: `%2e`, `%2E`, and `%25`, which can become their percent sign.
fn decode_dots(text: &str) -> String {
    text.replace("%2e", ".")
        .replace("%2E", ".")
        .replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_seen_through_every_spelling() {
        for dots in [
            ".",
            "..",
            "%2e%2e",
            ".%2E",
            "%2E",
            "%252e",
            "%25252E.",
            "%252e%252E",
        ] {
            assert!(is_dots(dots), "{dots}");
        }
        for fine in ["...", "a.", "..%2fx", "../x", "%", "%25", "\u{ff0e}", "%2"] {
            assert!(!is_dots(fine), "{fine}");
        }
    }

    #[test]
    fn a_space_is_never_a_plus() {
        assert_eq!(percent("a b+c/é~"), "a%20b%2Bc%2F%C3%A9~");
    }
}
