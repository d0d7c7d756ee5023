//! Classifies a response before it is decoded: by its status, its envelope and its headers.

use api_journal::Outcome;
use bytes::Bytes;
use http::StatusCode;

use crate::attempt::call::Attempts;
use crate::attempt::policy::is_of_key;
use crate::body::raw_response::{RawResponse, content_encoding};
use crate::error::Error;
use crate::error::kind::ErrorKind;
use crate::error::outcome::of_status;
use crate::head::retry_after;
use crate::redact;
use crate::response::envelope::Envelope;
use crate::response::error_messages;
use crate::tasks::long_work::long_work;
use crate::transport::TransportError;

impl Attempts {
    /// Decides by status, envelope and headers whether the response is decoded or is an error.
    pub(super) async fn classify(
        &self,
        received: Result<RawResponse, TransportError>,
    ) -> Result<(RawResponse, Option<Envelope>), Error> {
        let core = &self.handle.core;
        let max_size = self.handle.options.max_response_size();
        // An incomplete body is ignored if the status is an error.
        let (response, body_error) = match received {
            Ok(response) if response.body().len() as u64 > max_size => (
                response.with_body_cut(0),
                Some(TransportError::over_limit(max_size)),
            ),
            Ok(response) => (response, None),
            Err(mut error) => match error.head.take() {
                Some(head) => (RawResponse::new(head.0, head.1, Bytes::new()), Some(error)),
                None => {
                    let outcome = match error.sent {
                        true => Outcome::Unknown,
                        false => Outcome::NotSent,
                    };
                    return Err(self.transport_error(error, outcome));
                }
            },
        };
        let status = response.status();
        let shape = core.envelope;
        if !status.is_success() {
            let messages = error_messages::read(&response, shape.as_ref());
            let (kind, outcome) = self.fate_of(status, &messages);
            return Err(self.response_error(kind, outcome, response, &messages));
        }
        if let Some(error) = body_error {
            let error = self.transport_error(error, Outcome::Unknown);
            return Err(error.with_status(status));
        }
        let opened = long_work(response.body().len(), move || {
            let envelope = shape.and_then(|shape| Envelope::open(&response, &shape));
            (response, envelope)
        });
        let (response, envelope) = opened.await.ok_or_else(|| self.runtime_ended())?;
        if let Some(failure) = envelope.as_ref().filter(|it| it.reports_failure()) {
            let outcome = match failure.is_rejection() {
                true => Outcome::Rejected,
                false => Outcome::Unknown,
            };
            let messages = error_messages::read(&response, shape.as_ref());
            return Err(self.response_error(ErrorKind::Unsuccessful, outcome, response, &messages));
        }
        if status == StatusCode::NO_CONTENT && response.has_or_announces_body() {
            return Err(self.unexpected(response, "unexpected body with status 204"));
        }
        if status == StatusCode::NO_CONTENT && self.context.info.no_content_is_not_found {
            let (kind, outcome) = (ErrorKind::NotFound, Outcome::Rejected);
            return Err(self.response_error(kind, outcome, response, &[]));
        }
        match status {
            StatusCode::PARTIAL_CONTENT
            | StatusCode::MULTI_STATUS
            | StatusCode::ALREADY_REPORTED
            | StatusCode::IM_USED => {
                return Err(self.unexpected(response, "unexpected partial response"));
            }
            StatusCode::RESET_CONTENT => {
                return Err(self.unexpected(response, "unexpected response without content"));
            }
            _ => {}
        }
        if let Some(encoding) = content_encoding(response.headers()) {
            let encoding = redact::message(&encoding, self.handle.authorization.redactor());
            let detail = format!("unexpected Content-Encoding: {encoding}");
            return Err(self.unexpected(response, detail));
        }
        Ok((response, envelope))
    }

    /// What a status that is not a success means.
    fn fate_of(&self, status: StatusCode, messages: &[String]) -> (ErrorKind, Outcome) {
        match of_status(status) {
            _ if is_of_key(status, self.context.retry) => (kind_of(status), Outcome::Unknown),
            Outcome::Rejected if self.context.is_duplicate(status, messages) => {
                (ErrorKind::Duplicate, Outcome::Unknown)
            }
            outcome => (kind_of(status), outcome),
        }
    }

    fn transport_error(&self, error: TransportError, outcome: Outcome) -> Error {
        let redactor = self.handle.authorization.redactor();
        let source = error
            .source
            .map(|source| Box::new(source.redacted(redactor)) as _);
        Error::new(error.kind, outcome, &self.context)
            .with_detail(redact::message(&error.detail, redactor))
            .with_source(source)
    }

    /// The runtime ended while a large response was read.
    pub(super) fn runtime_ended(&self) -> Error {
        Error::new(ErrorKind::Interrupted, Outcome::Unknown, &self.context)
            .with_detail("the runtime ended while the response was read")
    }

    /// An error about a response, which is added to it.
    fn response_error(
        &self,
        kind: ErrorKind,
        outcome: Outcome,
        response: RawResponse,
        messages: &[String],
    ) -> Error {
        let redactor = self.handle.authorization.redactor();
        let unreadable = self.policy().max_backoff;
        Error::new(kind, outcome, &self.context)
            .with_messages(messages, redactor)
            .with_retry_after(retry_after::read(response.headers(), unreadable))
            .with_response(response, redactor)
    }

    fn unexpected(&self, response: RawResponse, detail: impl Into<String>) -> Error {
        self.response_error(ErrorKind::Decode, Outcome::Unknown, response, &[])
            .with_detail(detail)
    }
}

fn kind_of(status: StatusCode) -> ErrorKind {
    match status.as_u16() {
        300..=399 => ErrorKind::Redirect,
        400 | 422 => ErrorKind::BadRequest,
        401 => ErrorKind::Unauthorized,
        403 => ErrorKind::Forbidden,
        404 => ErrorKind::NotFound,
        429 => ErrorKind::RateLimited,
        500.. => ErrorKind::Server,
        _ => ErrorKind::Other,
    }
}
