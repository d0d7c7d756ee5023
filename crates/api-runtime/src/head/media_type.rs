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

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn is_json_type(content_type: &str) -> Option<bool> {
        let value = HeaderValue::from_str(content_type).unwrap();
        is_json(&HeaderMap::from_iter([(CONTENT_TYPE, value)]))
    }

    #[test]
    fn json_types_are_recognized_with_parameters_and_in_any_case() {
        for content_type in [
            "application/json",
            "Application/JSON; charset=utf-8",
            "application/problem+json ;v=1",
        ] {
            assert_eq!(is_json_type(content_type), Some(true), "{content_type}");
        }
    }

    #[test]
    fn other_types_are_not_json() {
        for content_type in ["text/html", "application/jsonp", "text/json", ""] {
            assert_eq!(is_json_type(content_type), Some(false), "{content_type}");
        }
        assert_eq!(is_json(&HeaderMap::new()), None);
    }
}
