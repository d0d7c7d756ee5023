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
    if !segment.starts_with(['.', '%']) {
        // Nothing that is decoded changes a first character that begins no escape.
        return false;
    }
    // One pass finds what decoding again and again would end with: an escape that becomes complete only by another
    // one is looked at when that happens, and no two escapes share a byte.
    let mut decoded: Vec<u8> = Vec::with_capacity(segment.len());
    for byte in segment.bytes() {
        decoded.push(byte);
        while let [before @ .., b'%', high, low] = decoded.as_slice()
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            let length = before.len();
            decoded.truncate(length);
            decoded.push(high * 16 + low);
        }
    }
    matches!(decoded.as_slice(), b"." | b"..")
}

fn digit(byte: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(16)?;
    u8::try_from(digit).ok()
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
            // Any character of an escape can be an escape itself.
            "%%32e",
            "%2%65",
            "%25%32%65",
            ".%%32%65",
            "%252%2525352e",
        ] {
            assert!(is_dots(dots), "{dots}");
        }
        for fine in [
            "...",
            "a.",
            "..%2fx",
            "../x",
            "%",
            "%25",
            "\u{ff0e}",
            "%2",
            "%2.",
            "%%",
            "%2f",
            "%2e%2e%2e",
        ] {
            assert!(!is_dots(fine), "{fine}");
        }
    }

    #[test]
    fn escapes_within_escapes_take_no_more_time() {
        // Decoded one layer after the other, this would not end today.
        let layers = "25".repeat(500_000);
        assert!(is_dots(&format!("%{layers}2e")));
        assert!(!is_dots(&format!("%{layers}2f")));
    }

    #[test]
    fn a_value_that_would_change_the_path_is_refused() {
        for value in ["", ".", "..", "%2e%2E", "a\tb", "a\r\nb", "\0", "\u{85}"] {
            assert!(check_path_value(value).is_err(), "{value:?}");
        }
        for value in ["a/b", "../x", "a?b#c", " ", "é", "\u{ff0e}", "%zz", "+"] {
            assert_eq!(check_path_value(value), Ok(()), "{value:?}");
        }
    }

    #[test]
    fn a_space_is_never_a_plus() {
        assert_eq!(percent("a b+c/é~"), "a%20b%2Bc%2F%C3%A9~");
    }
}
