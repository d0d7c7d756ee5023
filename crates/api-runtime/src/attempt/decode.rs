//! Decodes a response with a successful status into a value, or an error.

use std::sync::Arc;

use api_wire::{Mismatch, ReadError, ReadErrorKind};
use http::{HeaderMap, StatusCode};

use crate::attempt::handle::Core;
use crate::attempt::known::{Known, SentEntry};
use crate::auth::Authorization;
use crate::body::raw_response::RawResponse;
use crate::error::kind::ErrorKind;
use crate::error::outcome::Observed;
use crate::error::{Error, ErrorContext};
use crate::operation::erased::{Decode, Value, output};
use crate::redact;
use crate::response::believe::{Doubt, Expected};
use crate::response::compare::Difference;
use crate::response::envelope::Envelope;
use crate::response::error_messages;
use crate::response::reader::ResponseReader;

/// Whether a response is searched for mismatches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CollectMismatches {
    /// The caller receives them.
    Always,
    /// Only if the client is strict, or has an `on_mismatch` function.
    IfConfigured,
}

/// A response with a successful status, before it is decoded.
pub(crate) struct ReceivedResponse {
    pub(crate) response: ResponseReader,
    context: ErrorContext,
    core: Arc<Core>,
    authorization: Arc<Authorization>,
    attempts: u32,
}

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
    /// What the journal has of a write under a key.
    pub(crate) recorded: Option<SentEntry>,
}

impl Received {
    /// What a call under a key returns that sent nothing.
    pub(crate) fn without_response(context: &ErrorContext) -> Self {
        Self {
            value: Box::new(()),
            response: RawResponse::new(StatusCode::OK, HeaderMap::new(), ""),
            mismatches: Vec::new(),
            context: context.clone(),
            attempts: 0,
            known: Known::Earlier,
            differences: Vec::new(),
            recorded: None,
        }
    }
}

impl ReceivedResponse {
    pub(crate) fn new(
        response: RawResponse,
        envelope: Option<Envelope>,
        mismatches: CollectMismatches,
        expected: Expected,
        context: ErrorContext,
        core: Arc<Core>,
        authorization: Arc<Authorization>,
    ) -> Self {
        let settings = &core.settings;
        let collect = mismatches == CollectMismatches::Always
            || settings.strict
            || settings.on_mismatch.is_some();
        let response = ResponseReader::from_response(response, envelope, collect, expected);
        Self {
            response,
            context,
            core,
            authorization,
            attempts: 0,
        }
    }

    /// Decodes the response of an attempt.
    pub(crate) fn decode(mut self, decode: Decode, attempt: u32) -> Result<Received, Error> {
        self.attempts = attempt;
        let result = decode(&self.response);
        match result {
            Ok(value) => self.finish(value),
            Err(error) => Err(self.undecodable(error)),
        }
    }

    /// Reports the mismatches. In strict mode they are an error.
    fn finish(self, value: Value) -> Result<Received, Error> {
        let (response, mut mismatches) = self.response.into_parts();
        // The server may have echoed credentials, as a value or as a key.
        let redactor = self.authorization.redactor();
        for mismatch in &mut mismatches {
            mismatch.found = redactor.redact(&mismatch.found);
            mismatch.pointer = redactor.redact(&mismatch.pointer);
        }
        let settings = &self.core.settings;
        settings.report_mismatches(self.context.operation, &mismatches);
        if settings.strict && !mismatches.is_empty() {
            return Err(
                Error::new(ErrorKind::Mismatch, Observed::Mismatched, &self.context)
                    .with_mismatches(mismatches)
                    .with_hidden_response(response)
                    .in_attempt(self.attempts),
            );
        }
        Ok(Received {
            value,
            response,
            mismatches,
            context: self.context,
            attempts: self.attempts,
            known: Known::Confirmed,
            differences: Vec::new(),
            recorded: None,
        })
    }

    fn undecodable(self, error: ReadError) -> Error {
        // That the request took effect is believed only of a response that is about its record.
        let error = match error.kind() {
            ReadErrorKind::Strict => self.response.check_unread().err().unwrap_or(error),
            _ => error,
        };
        if self.response.doubt() == Some(Doubt::WrongRecord) {
            self.core.transport.discard_connections();
        }
        let is_json = !matches!(
            error.kind(),
            ReadErrorKind::Syntax | ReadErrorKind::Encoding
        );
        let (kind, observed) = if self.response.doubt() == Some(Doubt::WrongRecord) {
            (ErrorKind::WrongRecord, Observed::WrongRecord)
        } else if self.response.doubt() == Some(Doubt::Failure) {
            (ErrorKind::Unsuccessful, Observed::Unreadable)
        } else if error.kind() == ReadErrorKind::Strict {
            (ErrorKind::Mismatch, Observed::Mismatched)
        } else if error.kind() == ReadErrorKind::Size {
            (ErrorKind::TooLarge, Observed::Unreadable)
        } else if !is_json && self.response.is_json_by_header() == Some(false) {
            (ErrorKind::WrongContentType, Observed::Unreadable)
        } else {
            (ErrorKind::Decode, Observed::Unreadable)
        };
        let (response, _) = self.response.into_parts();
        let redactor = self.authorization.redactor();
        let detail = error.to_redacted_string(&|text| redactor.redact(text));
        let decode_error = Error::new(kind, observed, &self.context)
            .with_status(response.status())
            .with_detail(redact::truncate(&detail))
            .in_attempt(self.attempts);
        // The body may be an error message, in spite of the successful status.
        let decode_error = match error.kind() {
            ReadErrorKind::Wrapper => {
                decode_error.with_messages(&error_messages::read(&response), redactor)
            }
            _ => decode_error,
        };
        // JSON is never shown: it may be a record with secrets or personal data.
        let decode_error = match is_json {
            true => decode_error.with_hidden_response(response),
            false => decode_error.with_response(response, redactor),
        };
        // The pointer of the error contains keys of the response. If one of them is a credential,
        // only the redacted detail is shown.
        let debug = format!("{error:?}");
        let is_harmless = error.to_string() == detail && redactor.redact(&debug) == debug;
        let source = is_harmless.then(|| error.into());
        decode_error.with_source(source)
    }
}

impl Received {
    /// The value with its type, and the rest.
    pub(crate) fn into_page<T: 'static>(self) -> (T, PageContext, RawResponse) {
        let context = PageContext {
            context: self.context,
            status: self.response.status(),
            attempts: self.attempts,
        };
        (output(self.value), context, self.response)
    }
}

/// The context of errors about a decoded page.
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
        Error::new(kind, Observed::Unreadable, &self.context)
            .with_status(self.status)
            .with_detail(detail)
            .in_attempt(self.attempts)
    }
}
