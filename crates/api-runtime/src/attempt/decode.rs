//! Decodes a response with a successful status into a value, or an error.

use std::sync::Arc;

use api_journal::Outcome;
use api_wire::{ReadError, ReadErrorKind};

use crate::attempt::call::Attempts;
use crate::attempt::known::Known;
use crate::attempt::received::Received;
use crate::body::raw_response::RawResponse;
use crate::error::Error;
use crate::error::kind::ErrorKind;
use crate::redact;
use crate::response::believe::{Doubt, Expected};
use crate::response::envelope::Envelope;
use crate::response::error_messages;
use crate::response::reader::ResponseReader;
use crate::tasks::long_work::long_work;

impl Attempts {
    /// Reads the output of the operation from a response with a successful status.
    pub(super) async fn read(
        &self,
        response: RawResponse,
        envelope: Option<Envelope>,
        attempts: u32,
    ) -> Result<Received, Error> {
        let settings = &self.handle.core.settings;
        let collect = self.collects_mismatches || settings.strict || settings.on_mismatch.is_some();
        let expected = Expected {
            request: Arc::clone(&self.request),
            errors: self.handle.core.error_keys,
        };
        let reader = ResponseReader::from_response(response, envelope, collect, expected);
        let decode = self.decode;
        let read = long_work(reader.body().len(), move || (decode(&reader), reader)).await;
        let (value, reader) = read.ok_or_else(|| self.runtime_ended())?;
        let value = match value {
            Ok(value) => value,
            Err(error) => return Err(self.undecodable(reader, error)),
        };
        let (response, mut mismatches) = reader.into_parts();
        // The server may have echoed credentials, as a value or as a key.
        let redactor = self.handle.authorization.redactor();
        for mismatch in &mut mismatches {
            mismatch.found = redactor.redact(&mismatch.found);
            mismatch.pointer = redactor.redact(&mismatch.pointer);
        }
        settings.report_mismatches(self.context.info.name, &mismatches);
        if settings.strict && !mismatches.is_empty() {
            return Err(
                Error::new(ErrorKind::Mismatch, Outcome::Done, &self.context)
                    .with_mismatches(mismatches)
                    .with_hidden_response(response, redactor),
            );
        }
        Ok(Received {
            value,
            response,
            mismatches,
            context: self.context.clone(),
            attempts,
            known: Known::Confirmed,
            differences: Vec::new(),
        })
    }

    fn undecodable(&self, reader: ResponseReader, error: ReadError) -> Error {
        // That the request took effect is believed only of a response that is about its record.
        let error = match error.kind() {
            ReadErrorKind::Strict => reader.check_unread().err().unwrap_or(error),
            _ => error.in_bytes(reader.body()),
        };
        let is_json = !matches!(
            error.kind(),
            ReadErrorKind::Syntax | ReadErrorKind::Encoding
        );
        let (kind, outcome) = match (reader.doubt(), error.kind()) {
            (Some(Doubt::WrongRecord), _) => {
                self.handle.core.transport.discard_connections();
                (ErrorKind::WrongRecord, Outcome::Unknown)
            }
            (Some(Doubt::Failure), _) => (ErrorKind::Unsuccessful, Outcome::Unknown),
            (_, ReadErrorKind::Strict) => (ErrorKind::Mismatch, Outcome::Done),
            (_, ReadErrorKind::Size) => (ErrorKind::TooLarge, Outcome::Unknown),
            _ if !is_json && reader.is_json_by_header() == Some(false) => {
                (ErrorKind::WrongContentType, Outcome::Unknown)
            }
            _ => (ErrorKind::Decode, Outcome::Unknown),
        };
        let (response, _) = reader.into_parts();
        let redactor = self.handle.authorization.redactor();
        let detail = error.to_redacted_string(&|text| redactor.redact(text));
        // The pointer of the error contains keys of the response. If one of them is a credential,
        // only the redacted detail is shown.
        let debug = format!("{error:?}");
        let is_harmless = error.to_string() == detail && redactor.redact(&debug) == debug;
        let mut shown =
            Error::new(kind, outcome, &self.context).with_detail(redact::truncate(&detail));
        // The body may be an error message, in spite of the successful status.
        if error.kind() == ReadErrorKind::Wrapper {
            let messages = error_messages::read(&response, self.handle.core.envelope.as_ref());
            shown = shown.with_messages(&messages, redactor);
        }
        // JSON is never shown: it may be a record with secrets or personal data.
        shown = match is_json {
            true => shown.with_hidden_response(response, redactor),
            false => shown.with_response(response, redactor),
        };
        shown.with_source(is_harmless.then(|| error.into()))
    }
}
