//! A response on its way to a value or an error.

use api_wire::{Mismatch, ReadErrorKind};
use http::StatusCode;

use crate::client::core::Caller;
use crate::client::create_once::Readable;
use crate::error::Subject;
use crate::error::outcome::Observed;
use crate::error::redact;
use crate::response::error_messages;
use crate::telemetry::tracing::CallSpan;
use crate::{Error, ErrorKind, RawResponse, ReadError, Response, ResponseReader};

/// A response with a successful status, waiting to be read.
pub(crate) struct Exchanged {
    pub(crate) response: ResponseReader,
    subject: Subject,
    caller: Caller,
    attempts: u32,
    span: CallSpan,
}

impl Exchanged {
    pub(crate) fn new(
        response: RawResponse,
        watch: bool,
        subject: Subject,
        caller: Caller,
    ) -> Self {
        Self {
            response: ResponseReader::watched(response, watch),
            subject,
            caller,
            attempts: 0,
            span: CallSpan::none(),
        }
    }

    /// The call in which it came, and how many attempts that took.
    pub(crate) fn in_call(mut self, attempts: u32, span: CallSpan) -> Self {
        self.attempts = attempts;
        self.span = span;
        self
    }

    /// Reads the response. Only this much is compiled for every operation.
    pub(crate) fn read<T>(
        self,
        read: fn(&ResponseReader) -> Result<T, ReadError>,
    ) -> Result<Response<T>, Error> {
        match read(&self.response) {
            Ok(value) => self
                .finish()
                .map(|(response, mismatches)| Response::new(value, response, mismatches)),
            Err(error) => Err(self.unreadable(error)),
        }
    }

    /// The same, or an error if it cannot be read.
    pub(crate) fn checked(self, readable: Readable) -> Result<Self, Error> {
        // What is read now is read again later, and mismatches are told then.
        let silent = ResponseReader::watched(self.response.raw(), false);
        match readable(&silent) {
            Ok(()) => Ok(self),
            Err(error) => Err(self.unreadable(error)),
        }
    }

    fn finish(self) -> Result<(RawResponse, Vec<Mismatch>), Error> {
        let (response, mut mismatches) = self.response.into_parts();
        // Credentials that came back in a place where a mismatch would show them: as a value, or as a key.
        let hidden = self.caller.authorization.hidden();
        for mismatch in &mut mismatches {
            mismatch.found = hidden.cover(&mismatch.found);
            mismatch.pointer = hidden.cover(&mismatch.pointer);
        }
        let settings = &self.caller.core.settings;
        settings.tell(self.subject.operation, &mismatches);
        if settings.strict && !mismatches.is_empty() {
            let error = Error::new(ErrorKind::Mismatch, Observed::Misshapen, &self.subject)
                .with_mismatches(mismatches)
                .with_unshown_reply(response)
                .in_attempt(self.attempts);
            self.span.failed(&error);
            return Err(error);
        }
        Ok((response, mismatches))
    }

    fn unreadable(self, error: ReadError) -> Error {
        let is_json = !matches!(
            error.kind(),
            ReadErrorKind::Syntax | ReadErrorKind::Encoding
        );
        let (kind, seen) = if error.kind() == ReadErrorKind::Strict {
            (ErrorKind::Mismatch, Observed::Misshapen)
        } else if !is_json && self.response.says_json() == Some(false) {
            // One that says nothing is believed.
            (ErrorKind::WrongContentType, Observed::Unreadable)
        } else {
            (ErrorKind::Decode, Observed::Unreadable)
        };
        let (response, _) = self.response.into_parts();
        let hidden = self.caller.authorization.hidden();
        let detail = hidden.cover(&error.to_string());
        let told = Error::new(kind, seen, &self.subject)
            .with_detail(redact::shortened(&detail))
            .in_attempt(self.attempts);
        self.span.failed(&told);
        // What stands in the place of a record may be an error message, for all its status says.
        let told = match error.kind() {
            ReadErrorKind::Wrapper => {
                told.with_messages(&error_messages::read(response.body()), hidden)
            }
            _ => told,
        };
        // A body that is JSON is not shown: it is a record, and records hold secrets and personal data.
        let told = if is_json {
            told.with_unshown_reply(response)
        } else {
            told.with_reply(response, hidden)
        };
        // A pointer holds the keys of the response. Where a credential came back as one, the detail above tells the rest.
        let shown = format!("{error} {error:?}");
        let source = (hidden.cover(&shown) == shown).then(|| error.into());
        told.with_source(source)
    }

    /// What is needed for an error about the page, after it was read.
    pub(crate) fn about_page(&self) -> AboutPage {
        AboutPage {
            subject: self.subject.clone(),
            status: self.response.status(),
            attempts: self.attempts,
        }
    }
}

/// What an error about a page says.
pub(crate) struct AboutPage {
    subject: Subject,
    status: StatusCode,
    attempts: u32,
}

impl AboutPage {
    /// The page cannot be the one that was asked for.
    pub(crate) fn wrong(&self, detail: String) -> Error {
        Error::new(ErrorKind::Decode, Observed::Unreadable, &self.subject)
            .with_status(self.status)
            .with_detail(detail)
            .in_attempt(self.attempts)
    }
}
