//! A response as it came.

use std::fmt;

use api_wire::Json;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, StatusCode};

use crate::ReadError;

/// A response of which only the status is known to mean success: the API's documents do not show it.
///
/// It is kept whole. Its `Debug` shows the status and the length, not the body.
///
/// ```
/// use api_runtime::RawResponse;
/// use api_runtime::http::{HeaderMap, StatusCode};
///
/// # fn main() -> Result<(), api_runtime::ReadError> {
/// let accepted = RawResponse::new(StatusCode::ACCEPTED, HeaderMap::new(), r#"{"queued": true}"#);
/// assert_eq!(accepted.status(), 202);
/// assert_eq!(accepted.text()?, r#"{"queued": true}"#);
/// assert_eq!(accepted.json()?.as_str(), r#"{"queued": true}"#);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RawResponse {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl RawResponse {
    /// A response of these parts, for tests.
    pub fn new(status: StatusCode, headers: HeaderMap, body: impl Into<Bytes>) -> Self {
        Self {
            status,
            headers,
            body: body.into(),
        }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The body, after decompression.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The body as text, without a byte order mark.
    ///
    /// # Errors
    ///
    /// When the body is not UTF-8.
    pub fn text(&self) -> Result<&str, ReadError> {
        text_of(&self.body)
    }

    /// The body as JSON, kept as its text.
    ///
    /// # Errors
    ///
    /// When the body is not one JSON value.
    pub fn json(&self) -> Result<Json, ReadError> {
        self.text()?.parse()
    }

    /// Whether the response says that its body is JSON. `None` if it says nothing of it.
    pub(crate) fn is_json_by_header(&self) -> Option<bool> {
        let value = self.headers.get(CONTENT_TYPE)?;
        let text = String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase();
        let kind = text.split(';').next().unwrap_or_default().trim();
        Some(kind == "application/json" || kind.ends_with("+json"))
    }

    /// Whether the body is JSON or was meant to be: it may be cut short, or in another encoding.
    pub(crate) fn is_meant_as_json(&self) -> bool {
        // White space, and what stands before or between characters in UTF-16 and after a byte order mark.
        let passed = |byte: &&u8| {
            byte.is_ascii_whitespace() || matches!(byte, 0 | 0xef | 0xbb | 0xbf | 0xfe | 0xff)
        };
        let first = self.body.iter().find(|byte| !passed(byte));
        self.is_json_by_header() == Some(true) || matches!(first, Some(b'{' | b'[' | b'"'))
    }

    pub(crate) fn without_body(self) -> Self {
        Self {
            body: Bytes::new(),
            ..self
        }
    }

    pub(crate) fn into_head(self) -> (StatusCode, HeaderMap) {
        (self.status, self.headers)
    }
}

/// The text of a body. Some servers begin it with a byte order mark.
pub(crate) fn text_of(body: &[u8]) -> Result<&str, ReadError> {
    let text = api_wire::from_utf8(body)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

impl fmt::Debug for RawResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawResponse")
            .field("status", &self.status)
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}
