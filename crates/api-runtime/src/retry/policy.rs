//! What to do after an attempt that failed. One pure function decides: it looks at no clock, draws no lot and waits for
//! nothing.

use std::time::Duration;

use http::StatusCode;

use crate::error::outcome::{Observed, outcome};
use crate::{ErrorKind, Outcome, Retry};

/// How many attempts a call makes at most, the first one included.
pub(crate) const MOST_ATTEMPTS: u32 = 3;

/// The shortest wait before another attempt that the server did not ask for.
const SHORTEST: Duration = Duration::from_millis(200);

/// The longest wait before another attempt that the server did not ask for.
const LONGEST: Duration = Duration::from_secs(5);

/// How much longer than the wait before it a wait can be: at most 1 second after the first attempt, 5 after the second.
const GROWTH: u32 = 5;

/// The longest wait that a server is granted.
const LONGEST_ASKED: Duration = Duration::from_secs(60);

/// What was observed of an attempt, and what is left to go on with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RetryContext {
    /// What was seen of the attempt.
    pub(crate) seen: Observed,
    /// The kind of the error that it would end in.
    pub(crate) kind: ErrorKind,
    /// Whether the operation may arrive twice.
    pub(crate) retry: Retry,
    /// Whether the caller wants a guarded request to go out once more when nobody knows what became of it, and it did not yet.
    pub(crate) resend: bool,
    /// How many attempts were made, this one included.
    pub(crate) attempts: u32,
    /// How long the server asks to wait.
    pub(crate) retry_after: Option<Duration>,
    /// How much time the call has left.
    pub(crate) left: Duration,
    /// Whether the budget of all calls together has something left.
    pub(crate) budget: bool,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// End the call with this attempt's error.
    GiveUp,
    /// Wait this long, and make another attempt.
    Again { after: Duration },
}

/// Decides. `lot` is a number from 0 to 1 that nobody can foresee: it spreads the attempts of many clients over time.
pub(crate) fn decide(context: &RetryContext, lot: f64) -> Decision {
    if context.attempts >= MOST_ATTEMPTS || !context.budget || !may_arrive(context) {
        return Decision::GiveUp;
    }
    match pause(context.attempts, context.retry_after, context.left, lot) {
        Some(after) => Decision::Again { after },
        None => Decision::GiveUp,
    }
}

/// How long to wait before another request, if the server allows one and there is time for it.
pub(crate) fn pause(
    attempts: u32,
    retry_after: Option<Duration>,
    left: Duration,
    lot: f64,
) -> Option<Duration> {
    let after = match retry_after {
        // Waiting for less than what was asked for would be in vain.
        Some(asked) if asked > LONGEST_ASKED => return None,
        // Everybody was told the same time, so that all would come back at once.
        Some(asked) => asked + SHORTEST.mul_f64(lot),
        None => SHORTEST + (ceiling(attempts) - SHORTEST).mul_f64(lot),
    };
    (after < left).then_some(after)
}

/// Whether another attempt does no harm and may help.
fn may_arrive(context: &RetryContext) -> bool {
    use ErrorKind::{Connect, Interrupted, Timeout};
    let kind = context.kind;
    if context.seen == Observed::Unsent {
        // What was not sent did nothing, whatever the operation is. A certificate that is not trusted, and a request
        // that cannot be sent, will be the same in a second.
        return matches!(kind, Connect | Interrupted | Timeout);
    }
    match context.retry {
        Retry::Safe | Retry::Idempotent => {}
        // The server refuses a second arrival, so it does no harm whatever came of the first one.
        Retry::UniqueKey(_) => {
            return context.resend && outcome(context.seen) == Outcome::Unknown;
        }
        Retry::Never => return false,
    }
    match context.seen {
        Observed::Status(status) | Observed::Refused(status) => is_passing(status),
        // The connection broke, or a response did not come in time or not whole. What did come whole stays the same.
        Observed::NoReply | Observed::Unreadable => matches!(kind, Interrupted | Timeout),
        Observed::Unsent | Observed::NoRecord | Observed::Misshapen => false,
    }
}

/// Whether the status tells of a trouble that may be over soon.
fn is_passing(status: StatusCode) -> bool {
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

/// The longest wait after this many attempts.
fn ceiling(attempts: u32) -> Duration {
    SHORTEST
        .saturating_mul(GROWTH.saturating_pow(attempts))
        .min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);
    const WRITES: [Retry; 2] = [Retry::Never, Retry::UniqueKey("reference_no")];
    const READS: [Retry; 2] = [Retry::Safe, Retry::Idempotent];

    /// After the first attempt, with time and budget left.
    fn context(seen: Observed, kind: ErrorKind, retry: Retry) -> RetryContext {
        RetryContext {
            seen,
            kind,
            retry,
            resend: false,
            attempts: 1,
            retry_after: None,
            left: MINUTE,
            budget: true,
        }
    }

    fn goes_on(context: &RetryContext) -> bool {
        decide(context, 0.5) != Decision::GiveUp
    }

    fn status(status: u16) -> Observed {
        Observed::Status(StatusCode::from_u16(status).unwrap())
    }

    /// Everything that can be seen, with the kinds of error that it comes with, and whether a second arrival of a
    /// harmless request, and of any other one, follows.
    fn table() -> Vec<(Observed, ErrorKind, bool, bool)> {
        use ErrorKind::*;
        let mut table = vec![
            (Observed::Unsent, Connect, true, true),
            (Observed::Unsent, Timeout, true, true),
            (Observed::Unsent, Interrupted, true, true),
            (Observed::Unsent, Tls, false, false),
            (Observed::Unsent, InvalidRequest, false, false),
            (Observed::NoReply, Interrupted, true, false),
            (Observed::NoReply, Timeout, true, false),
            (Observed::NoReply, Redirect, false, false),
            (Observed::NoReply, TooLarge, false, false),
            (Observed::Unreadable, Interrupted, true, false),
            (Observed::Unreadable, Timeout, true, false),
            (Observed::Unreadable, TooLarge, false, false),
            (Observed::Unreadable, Decode, false, false),
            (Observed::Unreadable, WrongContentType, false, false),
            (Observed::NoRecord, NotFound, false, false),
            (Observed::Misshapen, Mismatch, false, false),
            (
                Observed::Refused(StatusCode::OK),
                Unsuccessful,
                false,
                false,
            ),
            (
                Observed::Refused(StatusCode::BAD_REQUEST),
                BadRequest,
                false,
                false,
            ),
            (
                Observed::Refused(StatusCode::SERVICE_UNAVAILABLE),
                Server,
                true,
                false,
            ),
        ];
        for passing in [408, 425, 429, 500, 502, 503, 504] {
            table.push((status(passing), Other, true, false));
        }
        for lasting in (300..600).filter(|code| ![408, 425, 429, 500, 502, 503, 504].contains(code))
        {
            table.push((status(lasting), Other, false, false));
        }
        table
    }

    #[test]
    fn what_is_sent_again_is_what_may_arrive_twice_or_did_not_arrive() {
        for (seen, kind, harmless, other) in table() {
            for repeat in READS {
                let case = context(seen, kind, repeat);
                assert_eq!(goes_on(&case), harmless, "{case:?}");
            }
            for repeat in WRITES {
                let case = context(seen, kind, repeat);
                assert_eq!(goes_on(&case), other, "{case:?}");
            }
        }
    }

    #[test]
    fn what_is_unknown_is_sent_again_if_it_is_guarded_and_the_caller_wants_it() {
        for (seen, kind, ..) in table() {
            for repeat in READS.into_iter().chain(WRITES) {
                let case = context(seen, kind, repeat);
                let asked = RetryContext {
                    resend: true,
                    ..case
                };
                let unknown = outcome(seen) == Outcome::Unknown;
                let guarded = matches!(repeat, Retry::UniqueKey(_));
                let expected = goes_on(&case) || guarded && unknown;
                assert_eq!(goes_on(&asked), expected, "{asked:?}");
            }
        }
    }

    #[test]
    fn three_attempts_a_budget_and_the_time_left_are_the_limits() {
        for (seen, kind, ..) in table() {
            for repeat in READS.into_iter().chain(WRITES) {
                let case = context(seen, kind, repeat);
                let second = RetryContext {
                    attempts: 2,
                    ..case
                };
                assert_eq!(goes_on(&second), goes_on(&case), "{second:?}");
                for ended in [
                    RetryContext {
                        attempts: 3,
                        ..case
                    },
                    RetryContext {
                        attempts: 4,
                        ..case
                    },
                    RetryContext {
                        budget: false,
                        ..case
                    },
                    RetryContext {
                        left: Duration::ZERO,
                        ..case
                    },
                    RetryContext {
                        left: SHORTEST,
                        ..case
                    },
                ] {
                    assert!(!goes_on(&ended), "{ended:?}");
                }
            }
        }
    }

    #[test]
    fn another_attempt_has_some_time_left_after_the_wait() {
        let case = context(status(503), ErrorKind::Server, Retry::Safe);
        let asked = RetryContext {
            retry_after: Some(MINUTE),
            ..case
        };
        assert_eq!(decide(&asked, 0.0), Decision::GiveUp);
        let left = MINUTE + Duration::from_nanos(1);
        assert_eq!(
            decide(&RetryContext { left, ..asked }, 0.0),
            Decision::Again { after: MINUTE }
        );
    }

    #[test]
    fn the_wait_grows_and_is_spread() {
        let wait = |attempts, lot| {
            let case = context(status(503), ErrorKind::Server, Retry::Safe);
            match decide(&RetryContext { attempts, ..case }, lot) {
                Decision::Again { after } => after.as_millis(),
                Decision::GiveUp => panic!("nothing follows"),
            }
        };
        assert_eq!(
            [wait(1, 0.0), wait(1, 0.5), wait(1, 1.0)],
            [200, 600, 1_000]
        );
        assert_eq!(
            [wait(2, 0.0), wait(2, 0.5), wait(2, 1.0)],
            [200, 2_600, 5_000]
        );
        assert_eq!(ceiling(u32::MAX), LONGEST);
    }

    #[test]
    fn a_wait_that_the_server_asks_for_is_granted_or_nothing_is_waited_for() {
        let asked = |retry_after: u64, left: u64| {
            let case = context(status(503), ErrorKind::Server, Retry::Safe);
            let case = RetryContext {
                retry_after: Some(Duration::from_secs(retry_after)),
                left: Duration::from_secs(left),
                ..case
            };
            match decide(&case, 1.0) {
                Decision::Again { after } => Some(after.as_millis()),
                Decision::GiveUp => None,
            }
        };
        assert_eq!(asked(0, 60), Some(200));
        assert_eq!(asked(2, 60), Some(2_200));
        assert_eq!(asked(60, 90), Some(60_200));
        assert_eq!(asked(61, 90), None, "longer than a minute");
        assert_eq!(asked(30, 30), None, "longer than the call");
    }
}
