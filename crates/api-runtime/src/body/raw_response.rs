//! The undecoded response.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use api_wire::{Json, ReadError};
use bytes::Bytes;
use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, StatusCode};

use crate::head::{codings, media_type};

/// A response that is not decoded: its status, headers and complete body.
///
/// It is also the output of operations whose response is not documented. `Debug` shows the status
/// and the length, not the body.
///
/// ```
/// use api_runtime::RawResponse;
/// use api_runtime::http::{HeaderMap, StatusCode};
///
/// # fn main() -> Result<(), api_runtime::api_wire::ReadError> {
/// let response = RawResponse::new(StatusCode::ACCEPTED, HeaderMap::new(), r#"{"queued": true}"#);
/// assert_eq!(response.status(), 202);
/// assert_eq!(response.text()?, r#"{"queued": true}"#);
/// assert_eq!(response.json()?.as_str(), r#"{"queued": true}"#);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "http response")]
#[derive(Clone)]
pub struct RawResponse {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
    /// The text of a body that is not UTF-8, once it is asked for.
    repaired: OnceLock<Box<str>>,
}

impl RawResponse {
    /// A response of these parts, for transports and tests.
    pub fn new(status: StatusCode, headers: HeaderMap, body: impl Into<Bytes>) -> Self {
        Self {
            status,
            headers,
            body: body.into(),
            repaired: OnceLock::new(),
        }
    }

    /// The status, of any class.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// All headers, such as `x-request-id`.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The body, after decompression.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The body as text, without a byte order mark. A few bytes that are not UTF-8 are no error: see
    /// [`text_of`](api_wire::text_of).
    ///
    /// # Errors
    ///
    /// If much of the body is not UTF-8.
    pub fn text(&self) -> Result<&str, ReadError> {
        let text = match self.repaired.get() {
            Some(repaired) => repaired,
            None => match api_wire::text_of(&self.body)? {
                Cow::Borrowed(text) => text,
                Cow::Owned(text) => self.repaired.get_or_init(|| text.into()),
            },
        };
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// The body as JSON text.
    ///
    /// # Errors
    ///
    /// If the body is not a JSON value.
    pub fn json(&self) -> Result<Json, ReadError> {
        let json: Result<Json, ReadError> = self.text()?.parse();
        json.map_err(|error| error.in_bytes(&self.body))
    }

    /// Whether the `Content-Type` is JSON. `None` if there is none.
    pub(crate) fn is_json_by_header(&self) -> Option<bool> {
        media_type::is_json(&self.headers)
    }

    /// Whether the body is meant to be JSON, even if it is truncated or in another encoding.
    pub(crate) fn is_meant_as_json(&self) -> bool {
        // White space, byte order marks, and the zero bytes of UTF-16.
        let is_skipped = |byte: &&u8| {
            byte.is_ascii_whitespace() || matches!(byte, 0 | 0xef | 0xbb | 0xbf | 0xfe | 0xff)
        };
        let first = self.body.iter().find(|byte| !is_skipped(byte));
        self.is_json_by_header() == Some(true) || matches!(first, Some(b'{' | b'[' | b'"'))
    }

    /// Whether the body is text: neither compressed nor binary.
    pub(crate) fn is_text(&self) -> bool {
        let is_control = |byte: &u8| byte.is_ascii_control() && !b"\t\n\x0c\r\x1b".contains(byte);
        // Compressed data has a control character at its start, or soon after.
        content_encoding(&self.headers).is_none()
            && !self.body.starts_with(ZSTD)
            && !self.body.iter().take(1024).any(is_control)
    }

    /// Whether there is a body, or a header says so. The transport does not read that of a 204.
    pub(crate) fn has_or_announces_body(&self) -> bool {
        let length = self.headers.get(CONTENT_LENGTH);
        !self.body.is_empty()
            || length.is_some_and(|length| length.as_bytes().iter().any(|digit| *digit != b'0'))
            || self.headers.contains_key(TRANSFER_ENCODING)
    }

    /// The response with at most this much of its body, whose memory is released.
    pub(crate) fn with_body_cut(self, max_size: usize) -> Self {
        match self.body.get(..max_size) {
            Some(start) => Self {
                body: Bytes::copy_from_slice(start),
                repaired: OnceLock::new(),
                ..self
            },
            None => self,
        }
    }

    pub(crate) fn into_head(self) -> (StatusCode, HeaderMap) {
        (self.status, self.headers)
    }
}

/// The start of data compressed with Zstandard.
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// The maximum length of the name of a content encoding in errors.
const MAX_CODING: usize = 20;

/// The content encoding that the transport did not decode, if there is one.
///
/// The name is that in the header if it may be one, and `unknown` otherwise.
pub(crate) fn content_encoding(headers: &HeaderMap) -> Option<String> {
    let coding = codings::of_content(headers).next()?;
    let is_name = coding.len() <= MAX_CODING
        && (coding.iter()).all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte));
    let name = std::str::from_utf8(coding).ok().filter(|_| is_name);
    Some(name.unwrap_or("unknown").to_ascii_lowercase())
}

impl fmt::Debug for RawResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawResponse")
            .field("status", &self.status)
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}
