//! The retry policy, as a pure function: no clock, no randomness, no I/O.

use std::time::Duration;

use http::StatusCode;

use crate::error::outcome::{Observed, outcome};
use crate::retry::backoff::retry_delay;
use crate::{ErrorKind, Outcome, Retry, RetryPolicy};

/// Whether a request that may have reached the server is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resend {
    /// No: it might take effect twice.
    Never,
    /// Once, if the outcome of an attempt is unknown: the server rejects a duplicate. Whatever
    /// becomes of that second request, it is the last one of which any part may be sent.
    OnceIfUnknown,
    /// After every transient failure: it is safe or idempotent.
    IfTransient,
}

impl From<Retry> for Resend {
    fn from(retry: Retry) -> Self {
        match retry {
            Retry::Safe | Retry::Idempotent => Self::IfTransient,
            Retry::Never | Retry::UniqueKey(_) => Self::Never,
        }
    }
}

/// A failed attempt, as far as the decision depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RetryContext {
    pub(crate) policy: RetryPolicy,
    pub(crate) observed: Observed,
    /// The kind of the attempt's error.
    pub(crate) kind: ErrorKind,
    pub(crate) resend: Resend,
    /// Whether an earlier attempt has an unknown outcome.
    pub(crate) earlier_unknown: bool,
    /// How many attempts were made, this one included.
    pub(crate) attempts: u32,
    pub(crate) retry_after: Option<Duration>,
    /// Until the overall timeout.
    pub(crate) time_left: Duration,
}

impl RetryContext {
    /// Whether the attempt was the only one that may follow an unknown outcome.
    fn is_resent(&self) -> bool {
        self.resend == Resend::OnceIfUnknown && self.earlier_unknown
    }

    /// Whether a retry may be followed by a lookup, which the retry budget has to allow as well.
    pub(crate) fn may_need_lookup(&self) -> bool {
        self.resend == Resend::OnceIfUnknown && outcome(self.observed) == Outcome::Unknown
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
    if context.observed == Observed::Unsent {
        // An unsent request had no effect, whatever the operation. Retrying cannot fix an untrusted
        // certificate or an invalid request.
        return match kind {
            Connect | Timeout => true,
            // The request may be on the wire, although the server did not process it
            // (`REFUSED_STREAM`).
            Interrupted => !context.is_resent(),
            _ => false,
        };
    }
    match context.resend {
        Resend::Never => false,
        Resend::OnceIfUnknown => {
            // The record of a success is looked up.
            let is_shown = matches!(context.observed, Observed::ErrorStatusOfSuccess(_));
            !context.is_resent() && !is_shown && outcome(context.observed) == Outcome::Unknown
        }
        Resend::IfTransient => match context.observed {
            Observed::Status(status)
            | Observed::Unsuccessful(status)
            | Observed::ErrorStatusOfSuccess(status) => is_transient(status),
            // The connection was lost, or the response was late or incomplete. Retrying a complete
            // response would return the same one.
            Observed::NoResponse | Observed::Unreadable => matches!(kind, Interrupted | Timeout),
            // The next attempt uses another connection.
            Observed::WrongRecord => true,
            Observed::Unsent | Observed::NotFound | Observed::Mismatched => false,
        },
    }
}

/// Whether a 401 may be followed by an attempt with fresh credentials, whatever the operation: it is
/// a proven rejection.
pub(crate) fn may_refresh(context: &RetryContext) -> bool {
    context.kind == ErrorKind::Unauthorized
        && outcome(context.observed) == Outcome::Rejected
        && context.attempts < context.policy.max_attempts
        && !context.time_left.is_zero()
        && !context.is_resent()
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

    fn context(observed: Observed, kind: ErrorKind, resend: Resend) -> RetryContext {
        RetryContext {
            policy: RetryPolicy::new(),
            observed,
            kind,
            resend,
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
    /// retried with `Resend::IfTransient` and with `Resend::Never`.
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
            let case = context(observed, kind, Resend::IfTransient);
            assert_eq!(retries(&case), idempotent, "{case:?}");
            let case = context(observed, kind, Resend::Never);
            assert_eq!(retries(&case), other, "{case:?}");
        }
    }

    #[test]
    fn only_safe_and_idempotent_operations_are_resent_by_default() {
        assert_eq!(Resend::from(Retry::Safe), Resend::IfTransient);
        assert_eq!(Resend::from(Retry::Idempotent), Resend::IfTransient);
        assert_eq!(Resend::from(Retry::Never), Resend::Never);
        assert_eq!(
            Resend::from(Retry::UniqueKey("reference_no")),
            Resend::Never
        );
    }

    #[test]
    fn resends_once_after_an_unknown_outcome() {
        for (observed, kind, _, unsent) in table() {
            let case = context(observed, kind, Resend::OnceIfUnknown);
            let unknown = outcome(observed) == Outcome::Unknown;
            assert_eq!(retries(&case), unsent || unknown, "{case:?}");
            let second = RetryContext {
                earlier_unknown: true,
                ..case
            };
            // A request that the server refused may be on the wire: there is no third one.
            let never_connected = unsent && kind != ErrorKind::Interrupted;
            assert_eq!(retries(&second), never_connected, "{second:?}");
        }
    }

    #[test]
    fn success_body_under_an_error_status_is_not_resent() {
        let observed = Observed::ErrorStatusOfSuccess(StatusCode::CONFLICT);
        for resend in [Resend::Never, Resend::OnceIfUnknown, Resend::IfTransient] {
            let case = context(observed, ErrorKind::Other, resend);
            assert!(!retries(&case), "{resend:?}");
            let observed = Observed::ErrorStatusOfSuccess(StatusCode::UNAUTHORIZED);
            let case = context(observed, ErrorKind::Unauthorized, resend);
            assert!(!may_refresh(&case), "{resend:?}");
        }
    }

    #[test]
    fn only_proven_401_may_be_sent_with_fresh_credentials() {
        for (observed, kind, ..) in table() {
            for resend in [Resend::Never, Resend::OnceIfUnknown, Resend::IfTransient] {
                assert!(!may_refresh(&context(observed, kind, resend)));
            }
        }
        for resend in [Resend::Never, Resend::OnceIfUnknown, Resend::IfTransient] {
            let case = context(status(401), ErrorKind::Unauthorized, resend);
            assert!(may_refresh(&case), "{case:?}");
            let (attempts, time_left) = (case.policy.max_attempts, Duration::ZERO);
            assert!(!may_refresh(&RetryContext { attempts, ..case }));
            assert!(!may_refresh(&RetryContext { time_left, ..case }));
            // The second request of a create is the last one.
            let second = RetryContext {
                earlier_unknown: true,
                ..case
            };
            assert_eq!(may_refresh(&second), resend != Resend::OnceIfUnknown);
        }
    }

    #[test]
    fn gives_up_after_three_attempts_or_without_time_left() {
        for (observed, kind, ..) in table() {
            for resend in [Resend::Never, Resend::OnceIfUnknown, Resend::IfTransient] {
                let case = context(observed, kind, resend);
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
            ..context(status(503), ErrorKind::Server, Resend::IfTransient)
        };
        assert_eq!(decide(&case, 0.0), Decision::GiveUp);
        let time_left = MINUTE + Duration::from_nanos(1);
        assert_eq!(
            decide(&RetryContext { time_left, ..case }, 0.0),
            Decision::Retry { after: MINUTE }
        );
    }
}
