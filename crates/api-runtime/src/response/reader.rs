//! A successful response, and the ways to read it.

use std::cell::RefCell;
use std::fmt;

use api_wire::{FromWire, Json, Mismatch, Page, PageShape, ReadError, ReadField, Record, Wrapped};
use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use crate::response::envelope;
use crate::{EnvelopeShape, RawResponse};

/// A response with a successful status, as an operation reads it.
///
/// What is read is searched for values that are not what the API describes, if somebody wants to know.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::http::{HeaderMap, StatusCode};
/// use api_runtime::{Operation, ResponseReader};
/// use shop_client::GetOrder;
///
/// # fn main() -> Result<(), api_runtime::ReadError> {
/// let response = ResponseReader::new(StatusCode::OK, HeaderMap::new(), r#"{"id": 7, "state": ["pending"]}"#);
/// let order = GetOrder::read_response(&response)?;
/// assert_eq!((order.id, order.state), (Some(7), None));
/// assert_eq!(response.mismatches()[0].pointer, "/state");
/// # Ok(())
/// # }
/// ```
pub struct ResponseReader {
    came: RawResponse,
    watch: bool,
    found: RefCell<Vec<Mismatch>>,
}

impl ResponseReader {
    /// A response of these parts, for tests of operations.
    pub fn new(status: StatusCode, headers: HeaderMap, body: impl Into<Bytes>) -> Self {
        Self::with_mismatches(RawResponse::new(status, headers, body), true)
    }

    pub(crate) fn with_mismatches(came: RawResponse, watch: bool) -> Self {
        Self {
            came,
            watch,
            found: RefCell::default(),
        }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.came.status()
    }

    /// The headers.
    pub fn headers(&self) -> &HeaderMap {
        self.came.headers()
    }

    /// The body, after decompression.
    pub fn body(&self) -> &[u8] {
        self.came.body()
    }

    /// The body as text, without a byte order mark.
    ///
    /// # Errors
    ///
    /// When the body is not UTF-8.
    pub fn text(&self) -> Result<&str, ReadError> {
        self.came.text()
    }

    /// Reads one page of a list.
    ///
    /// # Errors
    ///
    /// When the body is no such page, or an exact value in it is not exact.
    pub fn page<T: FromWire, F: Record>(&self, shape: &PageShape) -> Result<Page<T, F>, ReadError> {
        let page = Page::read(self.text()?, shape)?;
        self.note(|| page.mismatches());
        Ok(page)
    }

    /// Reads what is under one key, and keeps what is beside it: `{"customer": {…}}`.
    ///
    /// # Errors
    ///
    /// When the key is missing or has nothing of that shape, or an exact value in it is not exact.
    pub fn wrapped<R: ReadField + Default>(&self, key: &str) -> Result<Wrapped<R>, ReadError> {
        let wrapped: Wrapped<R> = Wrapped::read(self.text()?, key)?;
        self.note(|| wrapped.mismatches());
        Ok(wrapped)
    }

    /// Reads a record that is the whole body.
    ///
    /// # Errors
    ///
    /// When the body is no record, or an exact value in it is not exact.
    pub fn record<R: Record>(&self) -> Result<R, ReadError> {
        let record: R = api_wire::from_str(self.text()?)?;
        self.note(|| api_wire::mismatches(&record));
        Ok(record)
    }

    /// Reads the payload of an envelope that says that the request succeeded.
    ///
    /// # Errors
    ///
    /// When the envelope is missing, does not say so, or has no such payload.
    pub fn envelope<T: FromWire>(&self, shape: &EnvelopeShape) -> Result<T, ReadError> {
        let wrapped: Wrapped<Option<T>> = self.wrapped(shape.payload)?;
        if envelope::open(self.text()?, shape).and_then(|envelope| envelope.success) != Some(true) {
            return Err(ReadError::wrapper(
                "the envelope does not say that the request succeeded",
            ));
        }
        wrapped
            .value
            .ok_or_else(|| ReadError::wrapper("the envelope has no payload"))
    }

    /// The body as JSON, kept as its text.
    ///
    /// # Errors
    ///
    /// When the body is not one JSON value.
    pub fn json(&self) -> Result<Json, ReadError> {
        self.came.json()
    }

    /// The response as it came, which is read no further.
    pub fn raw(&self) -> RawResponse {
        self.came.clone()
    }

    /// The values read so far that are not what the API describes.
    pub fn mismatches(&self) -> Vec<Mismatch> {
        self.found.borrow().clone()
    }

    fn note(&self, mismatches: impl FnOnce() -> Vec<Mismatch>) {
        if self.watch {
            self.found.borrow_mut().extend(mismatches());
        }
    }

    pub(crate) fn is_json_by_header(&self) -> Option<bool> {
        self.came.is_json_by_header()
    }

    pub(crate) fn into_parts(self) -> (RawResponse, Vec<Mismatch>) {
        (self.came, self.found.into_inner())
    }
}

impl fmt::Debug for ResponseReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseReader")
            .field("came", &self.came)
            .finish_non_exhaustive()
    }
}
