//! The codings of a body, in a list of names.

use http::header::CONTENT_ENCODING;
use http::{HeaderMap, HeaderName};

/// The names in the lines of a header, in their order.
pub(crate) fn codings(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &[u8]> {
    let lines = headers.get_all(name).iter();
    let names = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
    names
        .map(<[u8]>::trim_ascii)
        .filter(|name| !name.is_empty())
}

/// The content codings that change a body.
pub(crate) fn of_content(headers: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    codings(headers, CONTENT_ENCODING).filter(|coding| {
        !coding.eq_ignore_ascii_case(b"identity") && !coding.eq_ignore_ascii_case(b"none")
    })
}
