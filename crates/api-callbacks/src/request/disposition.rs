//! The kinds of results of a callback.

use std::fmt;

use http::StatusCode;

/// What was done about a callback.
///
/// ```
/// use api_callbacks::Disposition;
///
/// assert_eq!(Disposition::Unchanged.status(), 200);
/// assert_eq!(Disposition::Queued.status(), 503); // the remote service may deliver it again
/// assert_eq!(Disposition::QueuedDurably.status(), 202); // it need not
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Disposition {
    /// The record was read, and its state differs from the one recorded before.
    Changed,
    /// The record was read, and its state was recorded already.
    Unchanged,
    /// The store does not know the record, so it was not read.
    UnknownRecord,
    /// The record is not accessible with these credentials, or has another id or reference. So is a
    /// record without a reference, unless the store knows its id.
    Forbidden,
    /// The record was read, and has no state, nor a documented default of it. It is not queued, since
    /// another read would show the same.
    MissingState,
    /// The record could not be read, or its change not be recorded. It is queued in memory to be read
    /// again.
    Queued,
    /// Like `Queued`, but in the durable [queue](crate::CallbackStore::queue) of the store.
    QueuedDurably,
    /// Like `Queued`, but the queue is full, or the store or its queue failed: it is not queued.
    NotQueued,
    /// No handler has this path.
    UnknownPath,
    /// The method is not POST.
    MethodNotAllowed,
    /// The body is not a form in UTF-8, or is compressed.
    UnsupportedMediaType,
    /// The body is larger than [`MAX_BODY_SIZE`](crate::MAX_BODY_SIZE).
    BodyTooLarge,
    /// The body was not received within [`BODY_TIMEOUT`](crate::BODY_TIMEOUT).
    BodyTimeout,
    /// The body is not a valid form, or has no id.
    InvalidForm,
}

impl Disposition {
    /// Whether the record is queued, in memory or durably.
    pub fn is_queued(self) -> bool {
        matches!(self, Self::Queued | Self::QueuedDurably)
    }

    /// The status to respond with.
    pub fn status(self) -> StatusCode {
        match self {
            Self::Changed | Self::Unchanged | Self::UnknownRecord | Self::MissingState => {
                StatusCode::OK
            }
            Self::QueuedDurably => StatusCode::ACCEPTED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::Queued | Self::NotQueued => StatusCode::SERVICE_UNAVAILABLE,
            Self::UnknownPath => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::InvalidForm => StatusCode::BAD_REQUEST,
        }
    }
}

impl fmt::Display for Disposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::UnknownRecord => "unknown record",
            Self::Forbidden => "forbidden",
            Self::MissingState => "missing state",
            Self::Queued => "queued",
            Self::QueuedDurably => "queued durably",
            Self::NotQueued => "not queued",
            Self::UnknownPath => "unknown path",
            Self::MethodNotAllowed => "method not allowed",
            Self::UnsupportedMediaType => "unsupported media type",
            Self::BodyTooLarge => "body too large",
            Self::BodyTimeout => "body timed out",
            Self::InvalidForm => "invalid form",
        })
    }
}
