//! The documented headers of a response.

use std::borrow::Cow;

use api_wire::{FromWire, Mismatch, Wrapped};
use http::HeaderMap;
use http::header::HeaderValue;
use jiff::Timestamp;
use jiff::fmt::rfc2822;

use crate::{Operation, Response, ResponseReader};

/// An operation whose response has documented headers, such as `ETag`.
///
/// Generated crates implement it. [`Response::headers_of`] reads them. A header of another type, or
/// one that is documented as required and missing, is a [mismatch](Response::mismatches).
#[diagnostic::on_unimplemented(
    message = "the headers of the response of `{Self}` are undocumented",
    label = "no documented headers: use the field `headers` of the response"
)]
pub trait DocumentedHeaders: Operation {
    /// The documented headers.
    type Headers;

    /// Reads the documented headers.
    fn read_headers(headers: &mut HeaderReader<'_>) -> Self::Headers;
}

/// A documented header of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseHeader {
    name: &'static str,
    is_required: bool,
    is_sensitive: bool,
}

impl ResponseHeader {
    /// A header that may be missing.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            is_required: false,
            is_sensitive: false,
        }
    }

    /// A missing header is a mismatch.
    pub const fn documented_required(mut self) -> Self {
        self.is_required = true;
        self
    }

    /// Hides the value in mismatches: it is a secret or personal data.
    pub const fn sensitive(mut self) -> Self {
        self.is_sensitive = true;
        self
    }
}

/// Reads the documented headers of a response, and collects their mismatches.
#[derive(Debug)]
pub struct HeaderReader<'a> {
    headers: &'a HeaderMap,
    mismatches: Vec<Mismatch>,
}

impl<'a> HeaderReader<'a> {
    fn new(headers: &'a HeaderMap) -> Self {
        Self {
            headers,
            mismatches: Vec::new(),
        }
    }

    /// Reads a header. A header that is repeated is read as one value, joined by commas.
    ///
    /// `None` if the header is missing or has another type.
    pub fn read<T: FromWire>(&mut self, header: ResponseHeader) -> Option<T> {
        let text = self.text(header, "a value")?;
        // As the item of a list, a value of another type is no error.
        let json = serde_json::to_string(&[text]).ok()?;
        let read = Wrapped::<Vec<T>>::read(&format!("{{\"\":{json}}}"), "");
        let mut read = read.ok()?;
        for mismatch in read.mismatches() {
            let found = match header.is_sensitive {
                true => "another value".to_owned(),
                false => mismatch.found,
            };
            self.add_mismatch(header, mismatch.expected, found);
        }
        read.value.pop()
    }

    /// Like [`read`](Self::read), for a time, which may be an HTTP date such as that of
    /// `Last-Modified`.
    pub fn read_timestamp(&mut self, header: ResponseHeader) -> Option<Timestamp> {
        let date =
            |value: &HeaderValue| Some(rfc2822::parse(value.to_str().ok()?).ok()?.timestamp());
        match self.headers.get(header.name).and_then(date) {
            Some(date) => Some(date),
            None => self.read(header),
        }
    }

    fn text(&mut self, header: ResponseHeader, expected: &'static str) -> Option<Cow<'a, str>> {
        let values = self.headers.get_all(header.name).iter();
        let texts: Result<Vec<&str>, _> = values.map(HeaderValue::to_str).collect();
        match texts.as_deref() {
            Ok([]) if header.is_required => self.add_mismatch(header, expected, "no header"),
            Ok([]) => {}
            Ok([text]) => return Some(Cow::Borrowed(text)),
            Ok(texts) => return Some(Cow::Owned(texts.join(", "))),
            Err(_) => {
                self.add_mismatch(header, expected, "characters that are not visible ASCII");
            }
        }
        None
    }

    fn add_mismatch(
        &mut self,
        header: ResponseHeader,
        expected: &'static str,
        found: impl Into<String>,
    ) {
        let location = format!("header `{}`", header.name);
        self.mismatches
            .push(Mismatch::new(location, expected, found));
    }
}

impl ResponseReader {
    /// Collects the mismatches of the documented headers. They are no error: a write is done.
    pub fn check_headers<O: DocumentedHeaders>(&self) {
        if self.collects_mismatches() {
            let mut reader = HeaderReader::new(self.headers());
            O::read_headers(&mut reader);
            self.add_mismatches(reader.mismatches);
        }
    }
}

impl<T> Response<T> {
    /// The documented headers of the operation's response, such as
    /// `response.headers_of::<GetOrder>().e_tag`.
    #[doc(alias = "etag")]
    pub fn headers_of<O: DocumentedHeaders<Output = T>>(&self) -> O::Headers {
        O::read_headers(&mut HeaderReader::new(&self.headers))
    }
}
