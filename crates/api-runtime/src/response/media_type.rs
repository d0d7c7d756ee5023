//! Media types of the `Content-Type` header.

use http::HeaderMap;
use http::header::CONTENT_TYPE;

/// Whether the media type is JSON: `application/json`, or a type with the suffix `+json`. `None` if
/// there is no `Content-Type`.
///
/// Parameters such as `charset` are ignored, and so is case.
pub(crate) fn is_json(headers: &HeaderMap) -> Option<bool> {
    let essence = essence(headers)?;
    Some(essence == "application/json" || essence.ends_with("+json"))
}

/// Whether the media type is that of a problem document (RFC 9457), which describes a failure.
pub(crate) fn is_problem(headers: &HeaderMap) -> bool {
    essence(headers).is_some_and(|essence| essence.starts_with("application/problem+"))
}

/// The media type without its parameters, in lower case.
fn essence(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(CONTENT_TYPE)?;
    let text = String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase();
    let essence = text.split(';').next().unwrap_or_default().trim();
    Some(essence.to_owned())
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
    fn problem_documents_are_recognized() {
        for (content_type, expected) in [
            ("application/problem+json", true),
            ("Application/Problem+XML; charset=utf-8", true),
            ("application/json", false),
            ("application/vnd.problem+json", false),
        ] {
            let value = HeaderValue::from_static(content_type);
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, value)]);
            assert_eq!(is_problem(&headers), expected, "{content_type}");
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
