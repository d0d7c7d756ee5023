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

/// Whether a path segment is `.` or `..`, possibly percent-encoded.
///
/// Libraries, proxies and servers normalize paths, and some of them decode first.
pub(crate) fn is_dot_segment(segment: &str) -> bool {
    let decoded = || segment.to_ascii_lowercase().replace("%2e", ".");
    segment.len() <= "%2e%2e".len()
        && segment.contains(['.', '%'])
        && matches!(decoded().as_str(), "." | "..")
}
