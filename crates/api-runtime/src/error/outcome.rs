//! What a status that is not a success proves. Retries depend on it.

use api_journal::Outcome;
use http::StatusCode;

/// What a status that is not a success says about the effect of its request.
pub(crate) fn of_status(status: StatusCode) -> Outcome {
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
