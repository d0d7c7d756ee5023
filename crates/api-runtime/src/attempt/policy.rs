//! The retry policy, as a pure function: no clock, no randomness, no I/O.

use std::time::Duration;

use api_journal::Outcome;
use http::StatusCode;

use crate::attempt::backoff::retry_delay;
use crate::attempt::retry_policy::RetryPolicy;
use crate::error::kind::ErrorKind;
use crate::error::outcome::{Observed, outcome};
use crate::info::operation_info::Retry;

/// A failed attempt, as far as the decision depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RetryContext {
    pub(crate) policy: RetryPolicy,
    pub(crate) observed: Observed,
    /// The kind of the attempt's error.
    pub(crate) kind: ErrorKind,
    /// Of the operation.
    pub(crate) retry: Retry,
    /// Whether an earlier attempt has an unknown outcome.
    pub(crate) earlier_unknown: bool,
    /// How many attempts were made, this one included.
    pub(crate) attempts: u32,
    pub(crate) retry_after: Option<Duration>,
    /// Until the overall timeout.
    pub(crate) time_left: Duration,
}

impl RetryContext {
    fn is_idempotent(&self) -> bool {
        matches!(self.retry, Retry::Safe | Retry::Idempotent)
    }

    /// Whether the attempt was the only one that may follow an unknown outcome: a create by its unique
    /// key, of which no further part may be sent.
    fn is_last_create(&self) -> bool {
        self.earlier_unknown && !self.is_idempotent()
    }
}

/// The backoff after which another attempt follows a failed one, if one does: otherwise the call fails
/// with its error. `jitter` is a random number in `0.0..=1.0`.
pub(crate) fn retry_in(context: &RetryContext, jitter: f64) -> Option<Duration> {
    if context.attempts >= context.policy.max_attempts || !is_retryable(context) {
        return None;
    }
    let RetryContext {
        ref policy,
        attempts,
        retry_after,
        time_left,
        ..
    } = *context;
    retry_delay(policy, attempts, retry_after, time_left, jitter)
}

fn is_retryable(context: &RetryContext) -> bool {
    use ErrorKind::{Connect, Interrupted, Timeout};
    let kind = context.kind;
    match context.observed {
        // An unsent request had no effect, whatever the operation. Retrying cannot fix an untrusted
        // certificate or an invalid request.
        Observed::Unsent => match kind {
            Connect | Timeout => true,
            // The request may be on the wire, although the server did not process it
            // (`REFUSED_STREAM`).
            Interrupted => !context.is_last_create(),
            _ => false,
        },
        // It might take effect twice.
        _ if !context.is_idempotent() => false,
        Observed::Status(status) | Observed::Unsuccessful(status) => is_transient(status),
        // The connection was lost, or the response was late or incomplete. Retrying a complete
        // response would return the same one.
        Observed::NoResponse | Observed::Unreadable => matches!(kind, Interrupted | Timeout),
        // The next attempt uses another connection.
        Observed::WrongRecord => true,
        Observed::NotFound | Observed::Mismatched => false,
    }
}

/// Whether a 401 may be followed by an attempt with fresh credentials, whatever the operation: it is
/// a proven rejection.
pub(crate) fn may_refresh(context: &RetryContext) -> bool {
    context.kind == ErrorKind::Unauthorized
        && outcome(context.observed) == Outcome::Rejected
        && context.attempts < context.policy.max_attempts
        && !context.time_left.is_zero()
        && !context.is_last_create()
}

/// Whether a status is transient: another attempt may succeed.
fn is_transient(status: StatusCode) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Other failures, and what follows them, are in `tests/it/policy/outcomes.rs`.
    #[test]
    fn statuses_that_may_pass_are_retried_if_the_operation_may_be_repeated() {
        let transient = [408, 425, 429, 500, 502, 503, 504];
        for status in (300..600).map(|code| StatusCode::from_u16(code).unwrap()) {
            for (retry, is_idempotent) in [
                (Retry::Never, false),
                (Retry::UniqueKey("reference_no"), false),
                (Retry::Idempotent, true),
                (Retry::Safe, true),
            ] {
                for observed in [Observed::Status(status), Observed::Unsuccessful(status)] {
                    let case = RetryContext {
                        policy: RetryPolicy::new(),
                        observed,
                        kind: ErrorKind::Other,
                        retry,
                        earlier_unknown: false,
                        attempts: 1,
                        retry_after: None,
                        time_left: Duration::from_secs(60),
                    };
                    let is_retried = is_idempotent && transient.contains(&status.as_u16());
                    assert_eq!(retry_in(&case, 0.5).is_some(), is_retried, "{case:?}");
                }
            }
        }
    }
}
