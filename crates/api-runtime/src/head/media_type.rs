//! Media types of the `Content-Type` header.

use http::HeaderMap;
use http::header::CONTENT_TYPE;

/// The end of types that are JSON.
const JSON_SUFFIX: &[u8] = b"+json";

/// Whether the media type is JSON: `application/json`, or a type with the suffix `+json`. `None` if
/// there is no `Content-Type`.
///
/// Parameters such as `charset` are ignored, and so is case.
pub(crate) fn is_json(headers: &HeaderMap) -> Option<bool> {
    let essence = essence(headers)?;
    let suffix = essence.len().checked_sub(JSON_SUFFIX.len());
    let suffix = suffix.map(|start| &essence[start..]);
    let has_suffix = suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(JSON_SUFFIX));
    Some(has_suffix || essence.eq_ignore_ascii_case(b"application/json"))
}

/// The media type without its parameters.
fn essence(headers: &HeaderMap) -> Option<&[u8]> {
    let value = headers.get(CONTENT_TYPE)?.as_bytes();
    let essence = value.split(|byte| *byte == b';').next().unwrap_or_default();
    Some(essence.trim_ascii())
}
