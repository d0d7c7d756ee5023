//! How the end of a response body is marked.

use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, StatusCode, Version};

/// Whether the headers mark the end of the body in two ways.
///
/// Client and server may disagree about which one counts. Then what one of them reads as a body is
/// the next response for the other, so RFC 9112 treats it as an error (section 6.3).
pub(crate) fn is_ambiguous(version: Version, headers: &HeaderMap) -> bool {
    version < Version::HTTP_2
        && headers.contains_key(TRANSFER_ENCODING)
        && headers.contains_key(CONTENT_LENGTH)
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
        && !is_chunked(headers)
        && !headers.contains_key(CONTENT_LENGTH)
}

fn is_chunked(headers: &HeaderMap) -> bool {
    let last = headers.get_all(TRANSFER_ENCODING).iter().next_back();
    let codings = last.map(|value| value.as_bytes().to_ascii_lowercase());
    codings.is_some_and(|codings| {
        let last = codings.rsplit(|byte| *byte == b',').next();
        last.is_some_and(|coding| coding.trim_ascii() == b"chunked")
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use http::header::HeaderName;

    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn body_ends_with_the_connection_without_length_and_chunks() {
        let ends =
            |version, status, pairs: &[_]| ends_with_connection(version, status, &headers(pairs));
        let (v1, v2, ok) = (Version::HTTP_11, Version::HTTP_2, StatusCode::OK);
        assert!(ends(v1, ok, &[]));
        assert!(ends(Version::HTTP_10, ok, &[]));
        assert!(ends(v1, ok, &[(TRANSFER_ENCODING, "gzip")]));
        assert!(ends(v1, ok, &[(TRANSFER_ENCODING, "chunked, gzip")]));
        assert!(!ends(v1, ok, &[(CONTENT_LENGTH, "0")]));
        assert!(!ends(v1, ok, &[(TRANSFER_ENCODING, "gzip, Chunked ")]));
        let lines = [(TRANSFER_ENCODING, "gzip"), (TRANSFER_ENCODING, "chunked")];
        assert!(!ends(v1, ok, &lines));
        assert!(!ends(v1, StatusCode::NO_CONTENT, &[]));
        assert!(!ends(v2, ok, &[]));
    }

    #[test]
    fn length_and_transfer_encoding_are_ambiguous_in_http_1() {
        let both = [(TRANSFER_ENCODING, "identity"), (CONTENT_LENGTH, "2")];
        assert!(is_ambiguous(Version::HTTP_11, &headers(&both)));
        assert!(!is_ambiguous(Version::HTTP_11, &headers(&both[..1])));
        assert!(!is_ambiguous(Version::HTTP_11, &headers(&both[1..])));
    }
}
