//! How the end of a response body is marked.

use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue, StatusCode, Version};

use crate::head::codings::codings;

/// Whether the headers mark the end of the body in two ways.
///
/// Client and server may disagree about which one counts. Then what one of them reads as a body is
/// the next response for the other, so RFC 9112 treats it as an error (section 6.3).
pub(crate) fn is_ambiguous(version: Version, headers: &HeaderMap) -> bool {
    version < Version::HTTP_2
        && headers.contains_key(TRANSFER_ENCODING)
        && headers.contains_key(CONTENT_LENGTH)
}

/// Whether a response that has no body announces one. The bytes of that body, if they are sent,
/// would be read as the next response.
pub(crate) fn announces_body_in_vain(
    version: Version,
    status: StatusCode,
    headers: &HeaderMap,
) -> bool {
    let is_zero = |value: &HeaderValue| value.as_bytes() == b"0";
    version < Version::HTTP_2
        && status == StatusCode::NO_CONTENT
        && (headers.contains_key(TRANSFER_ENCODING)
            || !headers.get(CONTENT_LENGTH).is_none_or(is_zero))
}

/// Whether the body ends when the connection is closed.
pub(crate) fn ends_with_connection(
    version: Version,
    status: StatusCode,
    headers: &HeaderMap,
) -> bool {
    let has_no_body = matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
    version < Version::HTTP_2
        && !has_no_body
        && !headers.contains_key(CONTENT_LENGTH)
        && !is_chunked(headers)
}

/// Whether the body has another transfer coding than chunks, which is not decoded here.
pub(crate) fn has_unknown_coding(version: Version, headers: &HeaderMap) -> bool {
    let mut codings = codings(headers, TRANSFER_ENCODING);
    let is_known = match (codings.next(), codings.next()) {
        (None, _) => true,
        (Some(only), None) => {
            only.eq_ignore_ascii_case(b"chunked") || only.eq_ignore_ascii_case(b"identity")
        }
        (Some(_), Some(_)) => false,
    };
    version < Version::HTTP_2 && !is_known
}

fn is_chunked(headers: &HeaderMap) -> bool {
    codings(headers, TRANSFER_ENCODING).any(|coding| coding.eq_ignore_ascii_case(b"chunked"))
}
