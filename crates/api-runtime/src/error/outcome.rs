//! The outcome of a request, as a pure function of what was observed. Retries depend on it.

use api_journal::Outcome;
use http::StatusCode;

/// What was observed of a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Observed {
    /// The request is invalid, or the connection could not be established.
    Unsent,
    /// The request was sent, at least in part, and no complete response head was received.
    NoResponse,
    /// A response whose status is not a success.
    Status(StatusCode),
    /// The documented 204 that means "record not found".
    NotFound,
    /// A successful status with nothing but an envelope that reports failure.
    Unsuccessful,
    /// A successful status with a body that cannot be decoded.
    Unreadable,
    /// A decoded response about another record than was requested.
    WrongRecord,
    /// A decoded response with unexpected values, in strict mode or in exact fields.
    Mismatched,
}

pub(crate) fn outcome(observed: Observed) -> Outcome {
    match observed {
        Observed::Unsent => Outcome::NotSent,
        Observed::NoResponse => Outcome::Unknown,
        Observed::NotFound => Outcome::Rejected,
        Observed::Status(status) => status_outcome(status),
        Observed::Unsuccessful => Outcome::Rejected,
        // The success may be that of another server, such as a captive portal.
        Observed::Unreadable => Outcome::Unknown,
        // The response to the request itself was not received.
        Observed::WrongRecord => Outcome::Unknown,
        Observed::Mismatched => Outcome::Done,
    }
}

fn status_outcome(status: StatusCode) -> Outcome {
    match status {
        // These two are about the transmission of the request, not about its content.
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY => Outcome::Unknown,
        // A proxy lost its client. The server behind it may go on.
        status if matches!(status.as_u16(), 444 | 460 | 499) => Outcome::Unknown,
        status if status.is_client_error() => Outcome::Rejected,
        _ => Outcome::Unknown,
    }
}

/// Whether a status is transient: another attempt may succeed.
pub(crate) fn is_transient(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::REQUEST_TIMEOUT
            | StatusCode::TOO_EARLY
            | StatusCode::TOO_MANY_REQUESTS
            | StatusCode::INTERNAL_SERVER_ERROR
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}
