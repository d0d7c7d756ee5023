//! What is concluded from a reply before it is read: by its status, its envelope and its headers.

use bytes::Bytes;
use http::header::CONTENT_ENCODING;
use http::{HeaderMap, StatusCode};

use crate::caller::{Caller, Watch};
use crate::error::Subject;
use crate::exchanged::Exchanged;
use crate::outcome::Seen;
use crate::transport::{Arrival, Failure};
use crate::{About, Accepted, Error, ErrorKind, envelope, messages, retry_after};

impl Caller {
    /// Decides by status and envelope whether the reply is to be read.
    pub(crate) fn conclude(
        self,
        about: &About,
        subject: Subject,
        arrival: Arrival,
        watch: Watch,
    ) -> Result<Exchanged, Error> {
        let Arrival {
            status,
            headers,
            body,
        } = arrival;
        // A status that is no success says enough, even if its body did not come whole.
        let (body, failure) = match body {
            Ok(body) => (body, None),
            Err(failure) => (Bytes::new(), Some(failure)),
        };
        let reply = Accepted::new(status, headers, body);

        if let Some(refused) = self
            .core
            .envelope
            .as_ref()
            .and_then(|shape| envelope::refusal(reply.body(), shape))
        {
            return Err(self.speak(
                ErrorKind::Refused,
                Seen::Refused(status),
                &subject,
                reply,
                refused,
            ));
        }
        if !status.is_success() {
            let texts = messages::read(reply.body());
            return Err(self.speak(
                kind_of(status),
                Seen::Status(status),
                &subject,
                reply,
                texts,
            ));
        }
        if let Some(failure) = failure {
            return Err(failed(failure, &subject).with_status(status));
        }
        if status == StatusCode::NO_CONTENT && about.empty_is_not_found {
            return Err(self.speak(
                ErrorKind::NotFound,
                Seen::NoRecord,
                &subject,
                reply,
                Vec::new(),
            ));
        }
        if matches!(
            status,
            StatusCode::PARTIAL_CONTENT | StatusCode::RESET_CONTENT
        ) {
            let error = self.speak(
                ErrorKind::Decode,
                Seen::Unreadable,
                &subject,
                reply,
                Vec::new(),
            );
            return Err(error.with_detail("a part of a reply was not asked for"));
        }
        if let Some(coding) = packed(reply.headers()) {
            let detail = format!("the body is packed as \"{coding}\", which was not asked for");
            let error = self.speak(
                ErrorKind::Decode,
                Seen::Unreadable,
                &subject,
                reply,
                Vec::new(),
            );
            return Err(error.with_detail(detail));
        }
        let settings = &self.core.settings;
        let watch = watch == Watch::Always || settings.strict || settings.hook.is_some();
        Ok(Exchanged::new(reply, watch, subject, self))
    }

    /// An error about a reply.
    fn speak(
        &self,
        kind: ErrorKind,
        seen: Seen,
        subject: &Subject,
        reply: Accepted,
        texts: Vec<String>,
    ) -> Error {
        let hidden = self.authorization.hidden();
        Error::new(kind, seen, subject)
            .with_messages(&texts, hidden)
            .with_retry_after(retry_after::read(reply.headers()))
            .with_reply(reply, hidden)
    }
}

pub(crate) fn failed(failure: Failure, subject: &Subject) -> Error {
    Error::new(failure.kind, failure.seen, subject)
        .with_detail(failure.detail)
        .with_source(failure.source)
}

fn kind_of(status: StatusCode) -> ErrorKind {
    match status.as_u16() {
        301 | 302 | 303 | 307 | 308 => ErrorKind::Redirect,
        400 | 422 => ErrorKind::Invalid,
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
