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

/// What follows a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The call fails with the attempt's error.
    GiveUp,
    /// Another attempt, after this backoff.
    Retry { after: Duration },
}

/// Decides whether to retry. `jitter` is a random number in `0.0..=1.0`.
pub(crate) fn decide(context: &RetryContext, jitter: f64) -> Decision {
    if context.attempts >= context.policy.max_attempts || !is_retryable(context) {
        return Decision::GiveUp;
    }
    let RetryContext {
        ref policy,
        attempts,
        retry_after,
        time_left,
        ..
    } = *context;
    match retry_delay(policy, attempts, retry_after, time_left, jitter) {
        Some(after) => Decision::Retry { after },
        None => Decision::GiveUp,
    }
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

    const MINUTE: Duration = Duration::from_secs(60);

    const RETRIES: [Retry; 4] = [
        Retry::Never,
        Retry::UniqueKey("reference_no"),
        Retry::Idempotent,
        Retry::Safe,
    ];

    fn context(observed: Observed, kind: ErrorKind, retry: Retry) -> RetryContext {
        RetryContext {
            policy: RetryPolicy::new(),
            observed,
            kind,
            retry,
            earlier_unknown: false,
            attempts: 1,
            retry_after: None,
            time_left: MINUTE,
        }
    }

    fn retries(context: &RetryContext) -> bool {
        decide(context, 0.5) != Decision::GiveUp
    }

    fn status(status: u16) -> Observed {
        Observed::Status(StatusCode::from_u16(status).unwrap())
    }

    /// Everything that can be observed, with the kinds of error it occurs with, and whether it is
    /// retried if the operation is idempotent, and otherwise.
    fn table() -> Vec<(Observed, ErrorKind, bool, bool)> {
        use ErrorKind::*;
        let mut table = vec![
            (Observed::Unsent, Connect, true, true),
            (Observed::Unsent, Timeout, true, true),
            (Observed::Unsent, Interrupted, true, true),
            (Observed::Unsent, Tls, false, false),
            (Observed::Unsent, InvalidRequest, false, false),
            (Observed::NoResponse, Interrupted, true, false),
            (Observed::NoResponse, Timeout, true, false),
            (Observed::NoResponse, Redirect, false, false),
            (Observed::NoResponse, TooLarge, false, false),
            (Observed::Unreadable, Interrupted, true, false),
            (Observed::Unreadable, Timeout, true, false),
            (Observed::Unreadable, TooLarge, false, false),
            (Observed::Unreadable, Decode, false, false),
            (Observed::Unreadable, WrongContentType, false, false),
            (Observed::WrongRecord, WrongRecord, true, false),
            (Observed::NotFound, NotFound, false, false),
            (Observed::Mismatched, Mismatch, false, false),
        ];
        for (code, kind, transient) in [
            (StatusCode::OK, Unsuccessful, false),
            (StatusCode::BAD_REQUEST, BadRequest, false),
            (StatusCode::SERVICE_UNAVAILABLE, Server, true),
        ] {
            table.push((Observed::Unsuccessful(code), kind, transient, false));
        }
        let transient = [408, 425, 429, 500, 502, 503, 504];
        for code in 300..600 {
            table.push((status(code), Other, transient.contains(&code), false));
        }
        table
    }

    #[test]
    fn retries_only_idempotent_or_unsent_requests() {
        for (observed, kind, idempotent, other) in table() {
            for retry in RETRIES {
                let case = context(observed, kind, retry);
                let expected = match retry {
                    Retry::Idempotent | Retry::Safe => idempotent,
                    Retry::Never | Retry::UniqueKey(_) => other,
                };
                assert_eq!(retries(&case), expected, "{case:?}");
            }
        }
    }

    #[test]
    fn second_create_is_the_last_one() {
        for (observed, kind) in [
            (Observed::Unsent, ErrorKind::Interrupted),
            (status(401), ErrorKind::Unauthorized),
            (Observed::NoResponse, ErrorKind::Interrupted),
        ] {
            let case = RetryContext {
                earlier_unknown: true,
                ..context(observed, kind, Retry::UniqueKey("reference_no"))
            };
            assert!(!retries(&case) && !may_refresh(&case), "{case:?}");
        }
    }

    #[test]
    fn only_proven_401_may_be_sent_with_fresh_credentials() {
        for (observed, kind, ..) in table() {
            for retry in RETRIES {
                assert!(!may_refresh(&context(observed, kind, retry)));
            }
        }
        for retry in RETRIES {
            let case = context(status(401), ErrorKind::Unauthorized, retry);
            assert!(may_refresh(&case), "{case:?}");
            let (attempts, time_left) = (case.policy.max_attempts, Duration::ZERO);
            assert!(!may_refresh(&RetryContext { attempts, ..case }));
            assert!(!may_refresh(&RetryContext { time_left, ..case }));
        }
    }

    #[test]
    fn gives_up_after_three_attempts_or_without_time_left() {
        for (observed, kind, ..) in table() {
            for retry in RETRIES {
                let case = context(observed, kind, retry);
                let with_attempts = |attempts| RetryContext { attempts, ..case };
                let with_time_left = |time_left| RetryContext { time_left, ..case };
                assert_eq!(retries(&with_attempts(2)), retries(&case), "{case:?}");
                for ended in [
                    with_attempts(3),
                    with_attempts(4),
                    with_time_left(Duration::ZERO),
                    with_time_left(Duration::from_millis(200)),
                ] {
                    assert!(!retries(&ended), "{ended:?}");
                }
            }
        }
    }

    #[test]
    fn a_retry_starts_before_the_overall_timeout() {
        let case = RetryContext {
            retry_after: Some(MINUTE),
            ..context(status(503), ErrorKind::Server, Retry::Idempotent)
        };
        assert_eq!(decide(&case, 0.0), Decision::GiveUp);
        let time_left = MINUTE + Duration::from_nanos(1);
        assert_eq!(
            decide(&RetryContext { time_left, ..case }, 0.0),
            Decision::Retry { after: MINUTE }
        );
    }
}
