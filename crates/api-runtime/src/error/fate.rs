//! What became of a call: one table, from what happened to what its caller does next.

use std::time::Duration;

use api_journal::Outcome::{self, Done, NotSent, Rejected, Unknown};

use crate::error::kind::ErrorKind;
use crate::error::kind::ErrorKind::*;
use crate::error::next_step::NextStep;
use crate::error::reply::Reply;
use crate::info::operation_info::Retry;

/// How long to wait before the same call is made again, if the server does not say it.
pub(crate) const AGAIN_AFTER: Duration = Duration::from_secs(5);

const AGAIN: Option<NextStep> = Some(NextStep::Again { after: AGAIN_AFTER });
const WAIT: Option<NextStep> = Some(NextStep::Wait);
const ACCESS: Option<NextStep> = Some(NextStep::Access);
const CORRECT: Option<NextStep> = Some(NextStep::Correct);
const PERSON: Option<NextStep> = Some(NextStep::Person);
const FINAL: Option<NextStep> = Some(NextStep::Final);

const BUSY: Reply = Reply::Busy { after: AGAIN_AFTER };

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
    /// What a person is told, unless the next step is `Again`.
    pub reply: Reply,
}

/// The next step of each kind of operation. `None`: this does not happen.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NextSteps {
    /// After a write that nothing but a person can find out.
    pub write: Option<NextStep>,
    /// After a write under a key that a look-up can find out, or a repetition with its idempotency key.
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
        Reply::Invalid,
    ),
    fate(
        "a setting is wrong, or there is no runtime",
        &[Config, NoRuntime],
        NotSent,
        all(FINAL),
        Reply::Bug,
    ),
    fate(
        "TLS rejects the server",
        &[Tls],
        NotSent,
        all(ACCESS),
        Reply::Closed,
    ),
    fate(
        "there are no credentials",
        &[Credentials],
        NotSent,
        all(ACCESS),
        Reply::Closed,
    ),
    fate(
        "no connection, or nothing was sent before the time was over, the lease was lost or the journal failed",
        &[Connect, Timeout, Interrupted, Journal],
        NotSent,
        all(AGAIN),
        BUSY,
    ),
    fate(
        "no complete response",
        &[Timeout, Interrupted, Canceled],
        Unknown,
        steps(PERSON, WAIT, AGAIN, AGAIN),
        Reply::Unknown,
    ),
    fate(
        "status 408, 425, 444, 460, 499, 500 or above; 409 of an idempotency key (none of these APIs has one)",
        &[Server, Other],
        Unknown,
        steps(PERSON, WAIT, AGAIN, AGAIN),
        Reply::Unknown,
    ),
    fate(
        "status 3xx",
        &[Redirect],
        Unknown,
        steps(PERSON, WAIT, AGAIN, FINAL),
        Reply::Unknown,
    ),
    fate(
        "status 400 or 422",
        &[BadRequest],
        Rejected,
        all(CORRECT),
        Reply::Invalid,
    ),
    fate(
        "409 of an order; or another record has, or seems to have, its unique key",
        &[Duplicate],
        Unknown,
        steps(PERSON, WAIT, None, None),
        Reply::Duplicate,
    ),
    fate(
        "status 401 or 403",
        &[Unauthorized, Forbidden],
        Rejected,
        all(ACCESS),
        Reply::Closed,
    ),
    fate(
        "status 404, or a 204 that is documented as \"not found\"",
        &[NotFound],
        Rejected,
        all(FINAL),
        Reply::NotFound,
    ),
    fate("status 429", &[RateLimited], Rejected, all(AGAIN), BUSY),
    fate(
        "another status 4xx, such as 409 of a payment",
        &[Other],
        Rejected,
        all(FINAL),
        Reply::Bug,
    ),
    fate(
        "the API's envelope says that it failed",
        &[Unsuccessful],
        Rejected,
        all(FINAL),
        Reply::Declined,
    ),
    fate(
        "a success that is not believed",
        &[Unsuccessful, Decode, WrongContentType, TooLarge],
        Unknown,
        steps(PERSON, WAIT, AGAIN, FINAL),
        Reply::Unknown,
    ),
    fate(
        "the response is about another record",
        &[WrongRecord],
        Unknown,
        steps(PERSON, WAIT, AGAIN, AGAIN),
        Reply::Unknown,
    ),
    fate(
        "a success with a value that cannot be read",
        &[Mismatch],
        Done,
        all(FINAL),
        Reply::Unknown,
    ),
    fate(
        "a list was not read to its end",
        &[Incomplete],
        Unknown,
        steps(None, None, None, FINAL),
        Reply::Bug,
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
        Reply::Unknown,
    ),
    fate(
        "the same, and the credentials were refused or are missing",
        &[Credentials, Unauthorized, Forbidden],
        Unknown,
        steps(PERSON, ACCESS, ACCESS, None),
        Reply::Unknown,
    ),
    fate(
        "under the key: an earlier request may be on its way",
        &[InFlight],
        Unknown,
        steps(AGAIN, AGAIN, None, None),
        BUSY,
    ),
    fate(
        "under the key: the outcome of an earlier call is unknown",
        &[Unresolved],
        Unknown,
        steps(PERSON, WAIT, None, None),
        Reply::Unknown,
    ),
    fate(
        "the key is of another request, which took effect: show what that one did",
        &[KeyReused],
        Done,
        steps(FINAL, FINAL, None, None),
        Reply::Unknown,
    ),
    fate(
        "the key is of another request, whose outcome is unknown",
        &[KeyReused],
        Unknown,
        steps(PERSON, PERSON, None, None),
        Reply::Unknown,
    ),
    fate(
        "nobody has reconciled the journal since it was restored",
        &[Restored],
        Unknown,
        steps(PERSON, PERSON, None, None),
        Reply::Unknown,
    ),
    fate(
        "the journal failed: this call had no effect, but an earlier one may have had one",
        &[Journal],
        Unknown,
        steps(AGAIN, AGAIN, None, None),
        BUSY,
    ),
];

const fn fate(
    what: &'static str,
    kinds: &'static [ErrorKind],
    outcome: Outcome,
    next_steps: NextSteps,
    reply: Reply,
) -> Fate {
    Fate {
        what,
        kinds,
        outcome,
        next_steps,
        reply,
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

impl NextSteps {
    /// The cell of a kind of operation.
    pub(crate) fn of(&self, retry: Retry) -> Option<NextStep> {
        match retry {
            Retry::Never => self.write,
            Retry::UniqueKey(_) | Retry::IdempotencyKey { .. } => self.found_write,
            Retry::Harmless => self.harmless_write,
            Retry::Safe => self.read,
        }
    }
}
