//! What is concluded from a response before it is read: by its status, its envelope and its headers.

use bytes::Bytes;
use http::header::CONTENT_ENCODING;
use http::{HeaderMap, StatusCode};

use crate::client::core::{Caller, Watch};
use crate::error::Subject;
use crate::error::outcome::Observed;
use crate::error::redact;
use crate::response::decode::Exchanged;
use crate::response::{envelope, error_messages};
use crate::retry::retry_after;
use crate::transport::TransportError;
use crate::{Error, ErrorKind, OperationInfo, RawResponse};

impl Caller {
    /// Decides by status and envelope whether the response is to be read.
    pub(crate) fn conclude(
        &self,
        info: &OperationInfo,
        subject: &Subject,
        received: Result<RawResponse, TransportError>,
        watch: Watch,
    ) -> Result<Exchanged, Error> {
        let cap = self.core.settings.cap;
        // A status that is no success says enough, even if its body did not come whole.
        let (response, failure) = match received {
            Ok(response) if response.body().len() as u64 > cap => {
                (response.without_body(), Some(over(cap)))
            }
            Ok(response) => (response, None),
            Err(mut failure) => match failure.head.take() {
                Some(head) => (
                    RawResponse::new(head.0, head.1, Bytes::new()),
                    Some(failure),
                ),
                None => return Err(self.failed(failure, subject)),
            },
        };
        let status = response.status();

        if let Some(refused) = self
            .core
            .envelope
            .as_ref()
            .and_then(|shape| envelope::invalid_field(response.body(), shape))
        {
            // A status that is no success tells better what kind of "no" it is: wrong credentials, or too many requests.
            let kind = match status.is_success() {
                true => ErrorKind::Unsuccessful,
                false => kind_of(status),
            };
            return Err(self.speak(kind, Observed::Refused(status), subject, response, refused));
        }
        if !status.is_success() {
            let texts = error_messages::read(response.body());
            return Err(self.speak(
                kind_of(status),
                Observed::Status(status),
                subject,
                response,
                texts,
            ));
        }
        if let Some(failure) = failure {
            let error = self.failed_as(failure, Observed::Unreadable, subject);
            return Err(error.with_status(status));
        }
        if status == StatusCode::NO_CONTENT && info.no_content_is_not_found {
            return Err(self.speak(
                ErrorKind::NotFound,
                Observed::NoRecord,
                subject,
                response,
                Vec::new(),
            ));
        }
        if matches!(
            status,
            StatusCode::PARTIAL_CONTENT | StatusCode::RESET_CONTENT
        ) {
            let error = self.speak(
                ErrorKind::Decode,
                Observed::Unreadable,
                subject,
                response,
                Vec::new(),
            );
            return Err(error.with_detail("a part of a response was not asked for"));
        }
        if let Some(coding) = packed(response.headers()) {
            let detail = format!("the body is packed as \"{coding}\", which was not asked for");
            let error = self.speak(
                ErrorKind::Decode,
                Observed::Unreadable,
                subject,
                response,
                Vec::new(),
            );
            return Err(error.with_detail(detail));
        }
        let settings = &self.core.settings;
        let watch = watch == Watch::Always || settings.strict || settings.on_mismatch.is_some();
        Ok(Exchanged::new(
            response,
            watch,
            subject.clone(),
            self.clone(),
        ))
    }

    /// An error about an attempt that came to nothing.
    pub(crate) fn failed(&self, failure: TransportError, subject: &Subject) -> Error {
        let seen = if failure.sent {
            Observed::NoReply
        } else {
            Observed::Unsent
        };
        self.failed_as(failure, seen, subject)
    }

    fn failed_as(&self, failure: TransportError, seen: Observed, subject: &Subject) -> Error {
        let hidden = self.authorization.hidden();
        let detail = redact::message(&failure.detail, hidden);
        Error::new(failure.kind, seen, subject)
            .with_detail(detail)
            .with_source(
                failure
                    .source
                    .map(|cause| Box::new(cause.shown(hidden)) as _),
            )
    }

    /// An error about a response.
    fn speak(
        &self,
        kind: ErrorKind,
        seen: Observed,
        subject: &Subject,
        response: RawResponse,
        texts: Vec<String>,
    ) -> Error {
        let hidden = self.authorization.hidden();
        Error::new(kind, seen, subject)
            .with_messages(&texts, hidden)
            .with_retry_after(retry_after::read(response.headers()))
            .with_reply(response, hidden)
    }
}

pub(crate) fn over(cap: u64) -> TransportError {
    TransportError::too_large(format!("the limit is {cap} bytes"))
}

fn kind_of(status: StatusCode) -> ErrorKind {
    match status.as_u16() {
        301 | 302 | 303 | 307 | 308 => ErrorKind::Redirect,
        400 | 422 => ErrorKind::BadRequest,
        401 => ErrorKind::Unauthorized,
        403 => ErrorKind::Forbidden,
        404 => ErrorKind::NotFound,
        429 => ErrorKind::RateLimited,
        500.. => ErrorKind::Server,
        _ => ErrorKind::Other,
    }
}

/// The content coding that is left, if there is one. What was asked for is unpacked by the transport.
fn packed(headers: &HeaderMap) -> Option<&'static str> {
    let coding = headers
        .get(CONTENT_ENCODING)?
        .as_bytes()
        .trim_ascii()
        .to_ascii_lowercase();
    match coding.as_slice() {
        b"" | b"identity" => None,
        b"gzip" | b"x-gzip" => Some("gzip"),
        b"br" => Some("br"),
        b"zstd" => Some("zstd"),
        b"deflate" => Some("deflate"),
        _ => Some("something else"),
    }
}
