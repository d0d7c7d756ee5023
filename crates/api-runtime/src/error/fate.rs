//! What became of a call: one table, from what happened to what its caller does next.

use std::time::Duration;

use api_journal::Outcome::{self, Done, NotSent, Rejected, Unknown};

use crate::error::kind::ErrorKind;
use crate::error::kind::ErrorKind::*;
use crate::error::next_step::NextStep;
use crate::info::operation_info::Retry;

/// How long to wait before the same call is made again, if the server does not say it.
const AGAIN_AFTER: Duration = Duration::from_secs(5);

const AGAIN: Option<NextStep> = Some(NextStep::Again { after: AGAIN_AFTER });
const WAIT: Option<NextStep> = Some(NextStep::Wait);
const ACCESS: Option<NextStep> = Some(NextStep::Access);
const CORRECT: Option<NextStep> = Some(NextStep::Correct);
const PERSON: Option<NextStep> = Some(NextStep::Person);
const FINAL: Option<NextStep> = Some(NextStep::Final);

/// A row of the table: every error is in one, by its kind and its outcome.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fate {
    /// What happened.
    pub what: &'static str,
    /// The kinds of such errors.
    pub kinds: &'static [ErrorKind],
    /// What is known about the effect of the write.
    pub outcome: Outcome,
    /// What its caller does next.
    pub next_steps: NextSteps,
}

/// The next step of each kind of operation. `None`: this does not happen.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NextSteps {
    /// After a write that nothing but a person can find out.
    pub write: Option<NextStep>,
    /// After a write that a look-up can find out.
    pub found_write: Option<NextStep>,
    /// After a harmless write.
    pub harmless_write: Option<NextStep>,
    /// After a read.
    pub read: Option<NextStep>,
}

/// The table of the guide's page on calls.
pub const FATES: &[Fate] = &[
    fate(
        "the request is invalid",
        &[InvalidRequest],
        NotSent,
        all(CORRECT),
    ),
    fate(
        "a setting is wrong, there is no runtime, or TLS rejects the server",
        &[Config, NoRuntime, Tls],
        NotSent,
        all(FINAL),
    ),
    fate(
        "there are no credentials",
        &[Credentials],
        NotSent,
        all(ACCESS),
    ),
    fate(
        "no connection; before the first byte, the time was over or the lease lost; the finder failed",
        &[Connect, Timeout, Interrupted, Journal, Finder],
        NotSent,
        all(AGAIN),
    ),
    fate(
        "no complete response",
        &[Timeout, Interrupted, Canceled],
        Unknown,
        steps(PERSON, WAIT, AGAIN, AGAIN),
    ),
    fate(
        "status 500 and above, 408, 425, 444, 460 or 499",
        &[Server, Other],
        Unknown,
        steps(PERSON, WAIT, AGAIN, AGAIN),
    ),
    fate(
        "status 3xx",
        &[Redirect],
        Unknown,
        steps(PERSON, WAIT, AGAIN, FINAL),
    ),
    fate("status 400 or 422", &[BadRequest], Rejected, all(CORRECT)),
    fate(
        "the server has, or seems to have, another record with the unique key",
        &[Duplicate],
        Unknown,
        steps(PERSON, WAIT, None, None),
    ),
    fate(
        "status 401 or 403",
        &[Unauthorized, Forbidden],
        Rejected,
        all(ACCESS),
    ),
    fate(
        "status 404, or a documented 204",
        &[NotFound],
        Rejected,
        all(FINAL),
    ),
    fate("status 429", &[RateLimited], Rejected, all(AGAIN)),
    fate(
        "another status 4xx, or the API's envelope says that it failed",
        &[Other, Unsuccessful],
        Rejected,
        all(FINAL),
    ),
    fate(
        "a success that is not believed",
        &[Unsuccessful, Decode, WrongContentType, TooLarge],
        Unknown,
        steps(PERSON, WAIT, AGAIN, FINAL),
    ),
    fate(
        "the response is about another record",
        &[WrongRecord],
        Unknown,
        steps(PERSON, WAIT, AGAIN, AGAIN),
    ),
    fate(
        "a success with a value that cannot be read",
        &[Mismatch],
        Done,
        all(FINAL),
    ),
    fate(
        "a list was not read to its end",
        &[Incomplete],
        Unknown,
        steps(None, None, None, FINAL),
    ),
    fate(
        "this request had no effect, but an earlier one may have had one",
        &[
            InvalidRequest,
            Config,
            NoRuntime,
            Tls,
            Connect,
            BadRequest,
            NotFound,
            RateLimited,
        ],
        Unknown,
        steps(PERSON, WAIT, AGAIN, None),
    ),
    fate(
        "the same, and no request is allowed",
        &[Credentials, Unauthorized, Forbidden],
        Unknown,
        steps(PERSON, ACCESS, ACCESS, None),
    ),
    fate(
        "under the key: an earlier request may be on its way",
        &[InFlight],
        Unknown,
        steps(AGAIN, AGAIN, None, None),
    ),
    fate(
        "under the key: the outcome of an earlier call is unknown",
        &[Unresolved],
        Unknown,
        steps(PERSON, WAIT, None, None),
    ),
    fate(
        "the key is of another request, which took effect",
        &[KeyReused],
        Done,
        steps(FINAL, FINAL, None, None),
    ),
    fate(
        "the key is of another request, whose outcome is unknown",
        &[KeyReused],
        Unknown,
        steps(PERSON, PERSON, None, None),
    ),
    fate(
        "nobody has reconciled the journal since it was restored",
        &[Restored],
        Unknown,
        steps(PERSON, PERSON, None, None),
    ),
    fate(
        "the journal could not be read or written: this call had no effect, but an earlier one may have had one",
        &[Journal],
        Unknown,
        steps(AGAIN, AGAIN, None, None),
    ),
];

const fn fate(
    what: &'static str,
    kinds: &'static [ErrorKind],
    outcome: Outcome,
    next_steps: NextSteps,
) -> Fate {
    Fate {
        what,
        kinds,
        outcome,
        next_steps,
    }
}

/// The columns of the table.
const fn steps(
    write: Option<NextStep>,
    found_write: Option<NextStep>,
    harmless_write: Option<NextStep>,
    read: Option<NextStep>,
) -> NextSteps {
    NextSteps {
        write,
        found_write,
        harmless_write,
        read,
    }
}

const fn all(step: Option<NextStep>) -> NextSteps {
    steps(step, step, step, step)
}

/// The row of an error. An error without one is a fault of this crate.
pub(crate) fn find(kind: ErrorKind, outcome: Outcome) -> Option<&'static Fate> {
    FATES
        .iter()
        .find(|fate| fate.outcome == outcome && fate.kinds.contains(&kind))
}

/// What a caller does after an error of an operation, unless the table has no such error.
pub(crate) fn next_step(kind: ErrorKind, outcome: Outcome, retry: Retry) -> Option<NextStep> {
    let steps = find(kind, outcome)?.next_steps;
    match retry {
        Retry::Never => steps.write,
        Retry::UniqueKey(_) => steps.found_write,
        Retry::Harmless => steps.harmless_write,
        Retry::Safe => steps.read,
    }
}
