//! What must come of the guarded write beyond the one want of a row: how often it may arrive at all, and how it ends
//! after a fault that struck its first create alone.

use std::sync::Arc;

use api_runtime::ErrorKind::{BadRequest, Mismatch};
use api_runtime::Outcome::{Rejected, Unknown};
use api_runtime::{Error, ErrorKind};

use crate::calls::{Op, REFERENCE, order_of};
use crate::how::{Came, End};
use crate::seen::{Asks, Seen};
use crate::server::ReplyTo;
use crate::want::{OK, Want, once};

/// Whether no write arrived more often than it may, in whatever call, and whatever its row expects: an unguarded one once,
/// and a guarded one a second time only after an attempt of which nobody knows what became of it. Requests that the
/// server disowned do not count.
pub(crate) fn arrived_seldom_enough(op: Op, came: &Came, seen: &Seen) -> bool {
    let is_doubtful = matches!(came.first_sent(), Some(End::Failed(_, Unknown)));
    let most = match op {
        Op::Read => 0,
        Op::UniqueKey if is_doubtful => 2,
        Op::Write | Op::UniqueKey => 1,
    };
    seen.writes_not_disowned() <= most
}

/// A server that is well.
pub(crate) fn well() -> ReplyTo {
    Arc::new(|op, _| (200, op.good()))
}

/// The fault struck although the server did the create: it refuses a second one, and a read finds a record.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    /// It carries our reference.
    Ours,
    /// It carries another one: the order that is in the way is somebody else's.
    Others,
}

impl Found {
    pub(crate) const ALL: [Self; 2] = [Self::Ours, Self::Others];

    /// What such a server answers.
    pub(crate) fn reply_to(self) -> ReplyTo {
        let reference_no = match self {
            Self::Ours => REFERENCE,
            Self::Others => "WEB-1002",
        };
        Arc::new(move |op, asks| match asks {
            Asks::Read => (200, order_of(reference_no)),
            _ => (422, taken(&op.credentials())),
        })
    }

    /// What has to come of it, if the first create came to this. Where that one was handed back unsent, the second is the
    /// only one.
    pub(crate) fn want(self, first: Want, came: &Came) -> Want {
        let was_handed_back = first.is_race && came.was_handed_back();
        let want = match self {
            _ if was_handed_back => once(BadRequest, Rejected),
            Self::Ours => Want {
                end: End::Recovered,
                ..OK
            },
            Self::Others => once(BadRequest, Unknown),
        };
        Want {
            attempts: 2,
            bodies: first.bodies + 1,
            read_backs: usize::from(!was_handed_back),
            ..want
        }
    }

    /// Whether the error, if there is one, has all that is known.
    pub(crate) fn is_told_by(self, came: &Came, first: Want) -> bool {
        came.error().is_none_or(|error| {
            let messages_are_kept = error.messages() == [taken_message("[hidden]")];
            let is_unknown = error.outcome() == Unknown;
            messages_are_kept && (!is_unknown || tells_all(error, first, Mismatch))
        })
    }
}

/// Whether an error has what is known of the first attempt and of the read-back, and what to look for later.
pub(crate) fn tells_all(error: &Error, first: Want, read_back: ErrorKind) -> bool {
    let tells_of_the_first = error
        .earlier()
        .is_some_and(|earlier| End::Failed(earlier.kind(), earlier.outcome()) == first.end);
    let tells_of_the_read = error.lookup_error().is_some_and(|failed| {
        failed.kind() == read_back && failed.operation() == "get_incoming_order"
    });
    tells_of_the_first && tells_of_the_read && error.unique_key() == Some(REFERENCE)
}

/// The words in which a second create is refused. A careless server puts the credentials into them.
fn taken_message(credentials: &str) -> String {
    format!("reference_no has already been taken, {credentials}")
}

fn taken(credentials: &str) -> String {
    let message = taken_message(credentials);
    format!("{{\"errors\":[\"{message}\"]}}")
}
