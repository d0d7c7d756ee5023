//! What is retried, as pure functions: no clock, no randomness, no I/O.

use api_journal::Outcome;

use crate::error::Error;
use crate::error::kind::ErrorKind;
use crate::error::outcome::{Observed, is_transient, outcome};
use crate::info::operation_info::Retry;

/// Whether an attempt of this operation that failed with this error may be followed by another one.
pub(crate) fn is_retryable(error: &Error, retry: Retry) -> bool {
    use ErrorKind::{Connect, Interrupted, Timeout};
    let kind = error.kind();
    match error.observed() {
        // An unsent request had no effect, whatever the operation. Retrying cannot fix an untrusted
        // certificate or an invalid request.
        Observed::Unsent => match kind {
            Connect | Timeout => true,
            // The request may be on the wire, although the server did not process it
            // (`REFUSED_STREAM`).
            Interrupted => !is_last_create(error, retry),
            _ => false,
        },
        // It might take effect twice.
        _ if !is_idempotent(retry) => false,
        Observed::Status(status) => is_transient(status),
        // The connection was lost, or the response was late or incomplete. Retrying a complete
        // response would return the same one.
        Observed::NoResponse | Observed::Unreadable => matches!(kind, Interrupted | Timeout),
        // The next attempt uses another connection.
        Observed::WrongRecord => true,
        Observed::NotFound | Observed::Unsuccessful | Observed::Mismatched => false,
    }
}

/// Whether a 401 may be followed by an attempt with fresh credentials, whatever the operation: it is
/// a proven rejection.
pub(crate) fn may_refresh(error: &Error, retry: Retry) -> bool {
    error.kind() == ErrorKind::Unauthorized
        && outcome(error.observed()) == Outcome::Rejected
        && !is_last_create(error, retry)
}

fn is_idempotent(retry: Retry) -> bool {
    matches!(retry, Retry::Safe | Retry::Idempotent)
}

/// Whether the attempt was the only one that may follow an unknown outcome: a create by its unique
/// key, of which no further part may be sent.
fn is_last_create(error: &Error, retry: Retry) -> bool {
    error.earlier().is_some() && !is_idempotent(retry)
}
