//! What has to come of a call, and how the table says it.

use api_runtime::{ErrorKind, Outcome};

use crate::calls::Op;
use crate::how::{Came, End};
use crate::seen::Seen;

/// What has to come of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Want {
    pub(crate) end: End,
    /// How many attempts were made of the operation itself.
    pub(crate) attempts: u32,
    /// How many requests of it the server got whole.
    pub(crate) bodies: usize,
    /// How many requests for the read-back it got.
    pub(crate) read_backs: usize,
    /// Whether it hangs on a race on the way which of two things happens: the request was handed back unsent, or not.
    pub(crate) is_race: bool,
}

/// A success at the first attempt.
pub(crate) const OK: Want = of(End::Confirmed, 1);

/// A success at the second attempt.
pub(crate) const OK_AT_2: Want = of(End::Confirmed, 2);

/// An error after one attempt.
pub(crate) const fn once(kind: ErrorKind, outcome: Outcome) -> Want {
    of(End::Failed(kind, outcome), 1)
}

/// An error after three attempts.
pub(crate) const fn again(kind: ErrorKind, outcome: Outcome) -> Want {
    of(End::Failed(kind, outcome), 3)
}

/// Of each attempt the server gets the request whole.
const fn of(end: End, attempts: u32) -> Want {
    Want {
        end,
        attempts,
        bodies: attempts as usize,
        read_backs: 0,
        is_race: false,
    }
}

impl Want {
    /// The server got nothing whole.
    pub(crate) const fn without_a_body(mut self) -> Self {
        self.bodies = 0;
        self
    }

    /// Or it was handed back unsent, and tried again.
    pub(crate) const fn or_handed_back(mut self) -> Self {
        self.is_race = true;
        self
    }

    /// Whether nobody knows what became of the request.
    pub(crate) fn is_unknown(self) -> bool {
        matches!(self.end, End::Failed(_, Outcome::Unknown))
    }

    /// What the guarded write comes to while the fault lasts, if its first attempt comes to this. It goes out once more
    /// when nobody knows what became of it, and is read back then, which meets the fault as every read does.
    pub(crate) fn once_more(self, read: Self) -> Self {
        if !self.is_unknown() {
            return self;
        }
        Self {
            attempts: 2,
            bodies: self.bodies * 2,
            read_backs: read.bodies,
            ..self
        }
    }

    /// What has to come of it if the server is well again after the first connection.
    pub(crate) fn after_which_all_is_well(self) -> Self {
        match self.attempts {
            1 => self,
            attempts => Self {
                bodies: self.bodies / attempts as usize + 1,
                is_race: self.is_race,
                ..of(End::Confirmed, 2)
            },
        }
    }

    pub(crate) fn is_met(self, op: Op, came: &Came, seen: &Seen) -> bool {
        let (bodies, others) = counted(op, seen);
        if self.is_race {
            let end_is_fine = match came.end() {
                End::Confirmed => true,
                End::Recovered => false,
                End::Failed(kind, outcome) => {
                    matches!(kind, ErrorKind::Interrupted | ErrorKind::Connect)
                        && matches!(outcome, Outcome::Unknown | Outcome::NotSent)
                }
            };
            return end_is_fine && came.attempts() <= 3 && bodies <= 1 && others == 0;
        }
        self.end == came.end()
            && self.attempts == came.attempts()
            && (self.bodies, self.read_backs) == (bodies, others)
    }

    /// The cell of the table.
    pub(crate) fn cell(self, op: Op) -> String {
        let tries = match (self.end, self.attempts) {
            (End::Confirmed, 1) => answered(op).to_owned(),
            (End::Confirmed, number) => format!("{} at attempt {number}", answered(op)),
            (End::Recovered, _) => "`Recovered`".to_owned(),
            (End::Failed(kind, outcome), 1) => told(kind, outcome),
            (End::Failed(kind, outcome), number) => {
                format!("{}, {number} attempts", told(kind, outcome))
            }
        };
        if self.is_race {
            return format!("{tries}; or handed back");
        }
        tries
    }

    /// How many requests the server got whole, for the last cell of a line.
    pub(crate) fn counts(self) -> String {
        match self.read_backs {
            0 => self.bodies.to_string(),
            reads => format!("{}+{reads}", self.bodies),
        }
    }
}

/// How many requests of the operation itself came whole, and how many others: those of the read-back, if all is well.
pub(crate) fn counted(op: Op, seen: &Seen) -> (usize, usize) {
    match op {
        Op::Read => (seen.reads(), seen.writes()),
        Op::Write | Op::UniqueKey => (seen.writes(), seen.reads()),
    }
}

fn answered(op: Op) -> &'static str {
    match op {
        Op::Read | Op::Write => "Ok",
        Op::UniqueKey => "`Confirmed`",
    }
}

fn told(kind: ErrorKind, outcome: Outcome) -> String {
    let outcome = match outcome {
        Outcome::NotSent => "not sent",
        Outcome::Rejected => "rejected",
        Outcome::Done => "done",
        _ => "unknown",
    };
    format!("`{kind:?}`, {outcome}")
}
