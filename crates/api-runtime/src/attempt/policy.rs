//! What is retried, as pure functions: no clock, no randomness, no I/O.

use api_journal::Outcome;
use http::StatusCode;

use crate::error::Error;
use crate::error::kind::ErrorKind;
use crate::error::outcome::is_transient;
use crate::info::operation_info::Retry;

/// Whether an attempt of this operation that failed with this error may be followed by another one.
pub(crate) fn is_retryable(error: &Error, retry: Retry) -> bool {
    use ErrorKind::{Connect, Interrupted, Timeout, WrongRecord};
    match (error.own_outcome(), error.kind()) {
        // An unsent request had no effect, whatever the operation. Retrying cannot fix an untrusted
        // certificate or an invalid request.
        (Outcome::NotSent, Connect | Timeout) => true,
        // The request may be on the wire, although the server did not process it (`REFUSED_STREAM`).
        (Outcome::NotSent, Interrupted) => !is_last_create(error, retry),
        (Outcome::NotSent, _) => false,
        // It might take effect twice.
        _ if !retry.may_be_repeated() => false,
        // The connection was lost, or the response was late, incomplete or of another request, for which
        // the next attempt uses another connection. Retrying a complete response would return the same one.
        (_, Interrupted | Timeout | WrongRecord) => true,
        _ => error.status().is_some_and(|status| {
            // An earlier request with the key may be executed right now.
            is_transient(status) || is_of_key(status, retry)
        }),
    }
}

/// Whether a 401 may be followed by an attempt with fresh credentials, whatever the operation: it is
/// a proven rejection.
pub(crate) fn may_refresh(error: &Error, retry: Retry) -> bool {
    error.kind() == ErrorKind::Unauthorized
        && error.own_outcome() == Outcome::Rejected
        && !is_last_create(error, retry)
}

/// Whether the status is that of a request whose idempotency key is in use: it proves nothing.
pub(crate) fn is_of_key(status: StatusCode, retry: Retry) -> bool {
    status == StatusCode::CONFLICT && matches!(retry, Retry::IdempotencyKey { .. })
}

/// Whether the attempt was the only one that may follow an unknown outcome: a create by its unique
/// key, of which no further part may be sent.
fn is_last_create(error: &Error, retry: Retry) -> bool {
    error.earlier().is_some() && !retry.may_be_repeated()
}
