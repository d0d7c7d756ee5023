//! How an operation ended, as cells of the table.

use api_runtime::{ErrorKind, Outcome};

use crate::call::{CallResult, End};
use crate::observed::ObservedTraffic;
use crate::operations::Op;

/// How an operation ended, and how often it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OperationEnd {
    pub(crate) op: Op,
    pub(crate) end: End,
    /// Attempts of the operation itself, without the look-up.
    attempts: u32,
    /// Requests of it that the server received whole.
    requests: usize,
    /// Requests of the look-up that the server received whole.
    pub(crate) lookups: usize,
}

impl OperationEnd {
    pub(crate) fn new(op: Op, result: &CallResult, observed: &ObservedTraffic) -> Self {
        let (requests, lookups) = match op {
            Op::Read => (observed.reads(), observed.writes()),
            Op::Write | Op::UniqueKey => (observed.writes(), observed.reads()),
        };
        Self {
            op,
            end: result.end(),
            attempts: result.attempts(),
            requests,
            lookups,
        }
    }

    /// Whether this follows if the first attempt alone meets the fault: what is repeated succeeds.
    pub(crate) fn is_recovery_of(self, lasting: Self) -> bool {
        match lasting.attempts {
            1 => (self.end, self.attempts) == (lasting.end, 1),
            _ => (self.end, self.attempts) == (End::Confirmed, 2),
        }
    }

    /// Whether the end is one that a request has which may have been handed back unsent.
    pub(crate) fn is_of_race(self) -> bool {
        matches!(
            self.end,
            End::Confirmed
                | End::Recovered
                | End::Failed(
                    ErrorKind::Interrupted | ErrorKind::Connect,
                    Outcome::Unknown | Outcome::NotSent
                )
        )
    }

    /// The cell of the end.
    pub(crate) fn text(self) -> String {
        let text = match (self.op, self.end) {
            (Op::Read | Op::Write, End::Confirmed) => "Ok".to_owned(),
            (_, End::Failed(kind, outcome)) => format!("`{kind:?}`, {}", outcome_text(outcome)),
            (_, end) => format!("`{end:?}`"),
        };
        match (self.end, self.attempts) {
            (_, 1) => text,
            (End::Failed(..), number) => format!("{text}, {number} attempts"),
            (_, number) => format!("{text} at attempt {number}"),
        }
    }

    /// The cell of the requests that the server received whole.
    pub(crate) fn counts(self) -> String {
        match self.lookups {
            0 => self.requests.to_string(),
            lookups => format!("{}+{lookups}", self.requests),
        }
    }
}

fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::NotSent => "not sent",
        Outcome::Rejected => "rejected",
        Outcome::Done => "done",
        _ => "unknown",
    }
}
