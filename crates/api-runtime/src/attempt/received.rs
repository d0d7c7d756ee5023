//! A response that is decoded.

use api_journal::Outcome;
use api_wire::Mismatch;
use http::StatusCode;

use crate::attempt::known::Known;
use crate::body::raw_response::RawResponse;
use crate::error::difference::Difference;
use crate::error::kind::ErrorKind;
use crate::error::{Error, ErrorContext};
use crate::operation::erased::{Value, output};

/// A response that is decoded.
pub(crate) struct Received {
    /// The output of the operation.
    pub(crate) value: Value,
    pub(crate) response: RawResponse,
    pub(crate) mismatches: Vec<Mismatch>,
    /// The context for errors about it.
    pub(crate) context: ErrorContext,
    /// How many attempts were made.
    pub(crate) attempts: u32,
    /// How the record of a create with a unique key is known, and its differences from the request.
    pub(crate) known: Known,
    pub(crate) differences: Vec<Difference>,
}

/// A page as it was received.
pub(crate) struct ReceivedPage<T> {
    pub(crate) page: T,
    pub(crate) response: RawResponse,
    pub(crate) about: PageContext,
}

impl<T: 'static> From<Received> for ReceivedPage<T> {
    fn from(received: Received) -> Self {
        Self {
            about: PageContext {
                context: received.context,
                status: received.response.status(),
                attempts: received.attempts,
            },
            page: output(received.value),
            response: received.response,
        }
    }
}

/// What the errors of a page say of it, beside their reason.
pub(crate) struct PageContext {
    context: ErrorContext,
    status: StatusCode,
    attempts: u32,
}

impl PageContext {
    /// The error of a page that cannot be the requested one.
    pub(crate) fn invalid(&self, detail: impl Into<String>) -> Error {
        self.error(ErrorKind::Decode, detail)
    }

    /// The error of a list that cannot be read to its end.
    pub(crate) fn incomplete(&self, detail: impl Into<String>) -> Error {
        self.error(ErrorKind::Incomplete, detail)
    }

    fn error(&self, kind: ErrorKind, detail: impl Into<String>) -> Error {
        Error::new(kind, Outcome::Unknown, &self.context)
            .with_status(self.status)
            .with_detail(detail)
            .in_attempt(self.attempts)
    }
}
