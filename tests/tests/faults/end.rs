//! The expected end of a call, and its cell of the table.

use api_runtime::{ErrorKind, Outcome};

use crate::call::{CallResult, End};
use crate::observed::ObservedTraffic;
use crate::operations::Op;

/// The expected end of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) end: End,
    /// Attempts of the operation itself, without the lookup.
    pub(crate) attempts: u32,
    /// Requests of it that the server received whole.
    pub(crate) requests: usize,
    /// Requests of the lookup that the server received whole.
    pub(crate) lookups: usize,
    /// Whether the end depends on a race: the connection may return the request unsent.
    pub(crate) is_race: bool,
}

/// A success at the first attempt.
pub(crate) const OK: Expected = Expected::new(End::Confirmed, 1);

/// A success at the second attempt.
pub(crate) const OK_AT_2: Expected = Expected::new(End::Confirmed, 2);

/// A success at the third attempt.
pub(crate) const OK_AT_3: Expected = Expected::new(End::Confirmed, 3);

/// An error after one attempt.
pub(crate) const fn fails(kind: ErrorKind, outcome: Outcome) -> Expected {
    Expected::new(End::Failed(kind, outcome), 1)
}

/// An error after three attempts.
pub(crate) const fn fails_after_retries(kind: ErrorKind, outcome: Outcome) -> Expected {
    Expected::new(End::Failed(kind, outcome), 3)
}

impl Expected {
    /// The server receives the request of each attempt whole.
    const fn new(end: End, attempts: u32) -> Self {
        Self {
            end,
            attempts,
            requests: attempts as usize,
            lookups: 0,
            is_race: false,
        }
    }

    /// The server receives no request whole.
    pub(crate) const fn without_requests(mut self) -> Self {
        self.requests = 0;
        self
    }

    /// The record is looked up after one attempt.
    pub(crate) const fn recovered() -> Self {
        Self {
            lookups: 1,
            ..Self::new(End::Recovered, 1)
        }
    }

    /// Or the request is returned unsent, and retried.
    pub(crate) const fn or_returned_unsent(mut self) -> Self {
        self.is_race = true;
        self
    }

    /// Whether the outcome is unknown.
    pub(crate) fn is_unknown(self) -> bool {
        matches!(self.end, End::Failed(_, Outcome::Unknown))
    }

    /// How often the record is looked up after a create that ends like this, unless it is found: after a
    /// second, and when the time of the attempt is over; or at once, and a little later.
    pub(crate) fn looks(self) -> usize {
        match self.end {
            End::Failed(ErrorKind::Timeout, Outcome::Unknown) => 1,
            _ => 2,
        }
    }

    /// The end of `unique` while the fault lasts, if its first attempt ends like this and is looked up.
    /// The look-ups meet the fault as every read does, and prove nothing.
    pub(crate) fn with_lookups(self, read: Self) -> Self {
        let End::Failed(kind, Outcome::Unknown | Outcome::Rejected) = self.end else {
            return self;
        };
        Self {
            end: End::Failed(kind, Outcome::Unknown),
            lookups: self.looks() * read.requests,
            ..self
        }
    }

    /// The end of a read if the server recovers after the first connection.
    pub(crate) fn after_recovery(self) -> Self {
        match self.attempts {
            1 => self,
            attempts => Self {
                requests: self.requests / attempts as usize + 1,
                is_race: self.is_race,
                ..Self::new(End::Confirmed, 2)
            },
        }
    }

    pub(crate) fn is_met_by(self, op: Op, result: &CallResult, observed: &ObservedTraffic) -> bool {
        let (requests, lookups) = count_requests(op, observed);
        if self.is_race {
            let is_allowed = match result.end() {
                End::Confirmed | End::Recovered => true,
                End::Changed | End::Differs => false,
                End::Failed(kind, outcome) => {
                    matches!(kind, ErrorKind::Interrupted | ErrorKind::Connect)
                        && matches!(outcome, Outcome::Unknown | Outcome::NotSent)
                }
            };
            return is_allowed && result.attempts() <= 3 && requests <= 1 && lookups <= 2;
        }
        self.end == result.end()
            && self.attempts == result.attempts()
            && (self.requests, self.lookups) == (requests, lookups)
    }

    /// The cell of the table.
    pub(crate) fn cell(self, op: Op) -> String {
        let text = match (self.end, self.attempts) {
            (End::Confirmed, 1) => success_text(op).to_owned(),
            (End::Confirmed, number) => format!("{} at attempt {number}", success_text(op)),
            (End::Recovered, _) => "`Recovered`".to_owned(),
            (End::Changed, _) => "`Changed`".to_owned(),
            (End::Differs, _) => "`Differs`".to_owned(),
            (End::Failed(kind, outcome), 1) => error_text(kind, outcome),
            (End::Failed(kind, outcome), number) => {
                format!("{}, {number} attempts", error_text(kind, outcome))
            }
        };
        if self.is_race {
            return format!("{text}; or handed back");
        }
        text
    }

    /// The requests that the server receives whole: the last cell of a line.
    pub(crate) fn counts(self) -> String {
        match self.lookups {
            0 => self.requests.to_string(),
            lookups => format!("{}+{lookups}", self.requests),
        }
    }
}

/// The requests of the operation itself that the server received whole, and the others, which
/// should be those of the lookup.
pub(crate) fn count_requests(op: Op, observed: &ObservedTraffic) -> (usize, usize) {
    match op {
        Op::Read => (observed.reads(), observed.writes()),
        Op::Write | Op::UniqueKey => (observed.writes(), observed.reads()),
    }
}

fn success_text(op: Op) -> &'static str {
    match op {
        Op::Read | Op::Write => "Ok",
        Op::UniqueKey => "`Confirmed`",
    }
}

fn error_text(kind: ErrorKind, outcome: Outcome) -> String {
    let outcome = match outcome {
        Outcome::NotSent => "not sent",
        Outcome::Rejected => "rejected",
        Outcome::Done => "done",
        _ => "unknown",
    };
    format!("`{kind:?}`, {outcome}")
}
