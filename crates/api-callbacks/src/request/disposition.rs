//! What was done about a callback.

use std::fmt;

use http::StatusCode;

/// What was done about a callback.
///
/// ```
/// use api_callbacks::Disposition;
///
/// assert_eq!(Disposition::Queued.status(), 202);
/// assert_eq!(Disposition::NotQueued.status(), 503); // the remote service may deliver it again
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Disposition {
    /// The store has it: the record is going to be read.
    Queued,
    /// The store does not know the record, so it is not read.
    UnknownRecord,
    /// The store failed.
    NotQueued,
    /// No handler has this path.
    UnknownPath,
    /// The method is not POST.
    MethodNotAllowed,
    /// The head says that the body is no form in UTF-8, or compressed.
    UnsupportedMediaType,
    /// The body was not received within [`BODY_TIMEOUT`](crate::BODY_TIMEOUT).
    BodyTimeout,
    /// The body is not a form, or has no id or two different ones.
    InvalidForm,
}

impl Disposition {
    /// The status to respond with.
    pub fn status(self) -> StatusCode {
        match self {
            Self::Queued => StatusCode::ACCEPTED,
            Self::UnknownRecord => StatusCode::OK,
            Self::NotQueued => StatusCode::SERVICE_UNAVAILABLE,
            Self::UnknownPath => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::InvalidForm => StatusCode::BAD_REQUEST,
        }
    }
}

impl fmt::Display for Disposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Queued => "queued",
            Self::UnknownRecord => "unknown record",
            Self::NotQueued => "not queued",
            Self::UnknownPath => "unknown path",
            Self::MethodNotAllowed => "method not allowed",
            Self::UnsupportedMediaType => "unsupported media type",
            Self::BodyTimeout => "body timed out",
            Self::InvalidForm => "invalid form",
        })
    }
}
