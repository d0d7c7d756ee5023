//! Percent-encoding, and dot segments in any encoding.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All characters but the unreserved ones of RFC 3986.
const NOT_UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Encodes all characters except letters, digits, `-`, `.`, `_` and `~`; a space as `%20`.
pub(crate) fn percent_encode(text: &str) -> String {
    percent_encoded(text).collect()
}

/// The same, piece by piece.
pub(crate) fn percent_encoded(text: &str) -> impl Iterator<Item = &str> {
    utf8_percent_encode(text, NOT_UNRESERVED)
}

/// Whether a path segment is `.` or `..`, possibly percent-encoded any number of times.
///
/// Libraries, proxies and servers normalize paths, and some of them decode first.
pub(crate) fn is_dot_segment(segment: &str) -> bool {
    if !segment.starts_with(['.', '%']) {
        // Decoding does not change a first character that does not start an escape.
        return false;
    }
    // One pass is the same as decoding until nothing changes: an escape that is completed by
    // decoding another one is decoded at that time, and no two escapes share a byte.
    let mut decoded: Vec<u8> = Vec::with_capacity(segment.len());
    for byte in segment.bytes() {
        decoded.push(byte);
        while let [prefix @ .., b'%', high, low] = decoded.as_slice() {
            let (Some(high), Some(low)) = (hex_digit(*high), hex_digit(*low)) else {
                break;
            };
            let prefix_len = prefix.len();
            decoded.truncate(prefix_len);
            decoded.push(high * 16 + low);
        }
    }
    matches!(decoded.as_slice(), b"." | b"..")
}

fn hex_digit(byte: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_segments_are_recognized_in_every_encoding() {
        for segment in [
            ".",
            "..",
            "%2e%2e",
            ".%2E",
            "%2E",
            "%252e",
            "%25252E.",
            "%252e%252E",
            // Any character of an escape can itself be escaped.
            "%%32e",
            "%2%65",
            "%25%32%65",
            ".%%32%65",
            "%252%2525352e",
        ] {
            assert!(is_dot_segment(segment), "{segment}");
        }
        for segment in [
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
            assert!(!is_dot_segment(segment), "{segment}");
        }
    }

    #[test]
    fn nested_escapes_take_linear_time() {
        // Decoding layer by layer would take quadratic time.
        let layers = "25".repeat(500_000);
        assert!(is_dot_segment(&format!("%{layers}2e")));
        assert!(!is_dot_segment(&format!("%{layers}2f")));
    }

    #[test]
    fn a_space_is_encoded_as_percent_20() {
        assert_eq!(percent_encode("a b+c/é~"), "a%20b%2Bc%2F%C3%A9~");
    }
}
