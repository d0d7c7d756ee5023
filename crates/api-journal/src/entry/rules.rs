//! What the outcome of one send means for its entry.
//!
//! Each send, of which a lease has one at most, is open from before its first byte until it is proven
//! to have had no effect. An entry did not take effect only if none of its sends is open, and took
//! effect as soon as one did.

use std::time::Duration;

use api_runtime::__generated::KeptRequest;
use api_runtime::api_wire::jiff::Timestamp;
use api_runtime::{Outcome, Retry};

use crate::{Entry, LeaseChange, OutcomeRecord, Resolution, State};

/// How many outcomes of processes without a lease are kept.
const MAX_LATE_OUTCOMES: usize = 16;

/// The longest delay before another recovery.
const MAX_RECOVERY_DELAY: Duration = Duration::from_secs(60 * 60);

/// The outcome of one send.
#[derive(Clone)]
pub(crate) struct SendOutcome {
    pub(crate) record: OutcomeRecord,
    /// The delay before recovery may claim the entry, if its outcome stays unknown. `None`:
    /// recovery cannot find out.
    pub(crate) recover_after: Option<Duration>,
}

impl SendOutcome {
    pub(crate) fn new(record: OutcomeRecord) -> Self {
        Self {
            record,
            recover_after: None,
        }
    }
}

/// What an existing entry means for another call with the same key and the same request.
pub(crate) enum Earlier {
    /// Nothing took effect: the request can be sent.
    CanSend,
    TookEffect,
    Rejected,
    InFlight,
    Unknown,
}

pub(crate) fn earlier(entry: &Entry) -> Earlier {
    let resolution = entry.details.resolved.as_ref();
    match entry.state {
        // Its process does not send before it has moved the entry to another state.
        State::Prepared | State::NotSent => Earlier::CanSend,
        State::InFlight => Earlier::InFlight,
        State::Unknown => Earlier::Unknown,
        State::Done => Earlier::TookEffect,
        State::Rejected if is_before_validation(entry) => Earlier::CanSend,
        State::Rejected => Earlier::Rejected,
        State::Resolved => match resolution.map(|resolved| &resolved.resolution) {
            Some(Resolution::DidNot) => Earlier::CanSend,
            Some(Resolution::TookEffect { .. }) => Earlier::TookEffect,
            None => Earlier::Unknown,
        },
    }
}

/// Whether the key can be used for another request, such as a corrected one: nothing took effect.
/// What is prepared may be sent at any time.
pub(crate) fn can_correct(entry: &Entry) -> bool {
    let has_no_effect = matches!(earlier(entry), Earlier::CanSend | Earlier::Rejected);
    has_no_effect && entry.state != State::Prepared
}

/// Whether the rejection is not about the content of the request: missing credentials, or the rate
/// limit.
fn is_before_validation(entry: &Entry) -> bool {
    let outcome = entry.details.outcome.as_ref();
    let status = outcome.and_then(|outcome| outcome.status);
    matches!(status, Some(401 | 403 | 429))
}

/// Applies the outcome of a send, whose lease may have been lost since.
pub(crate) fn apply(entry: &mut Entry, send: SendOutcome) -> LeaseChange {
    let SendOutcome {
        record,
        recover_after,
    } = send;
    let is_late = record.epoch != entry.epoch;
    match record.outcome {
        Outcome::Done if entry.repeats_effect(&record) => {
            // Twice is not done: a person has to undo one.
            keep_late(entry, record);
            entry.state = State::Unknown;
            LeaseChange::End
        }
        Outcome::Done if entry.state != State::Done => {
            entry.details.open_sends.clear();
            settle(entry, State::Done, record)
        }
        Outcome::NotSent | Outcome::Rejected if !entry.state.is_settled() => {
            let state = match record.outcome {
                Outcome::NotSent => State::NotSent,
                _ => State::Rejected,
            };
            // It closes its own send. The others are open, even if no record has the unique key:
            // one may be on its way.
            let open_sends = &mut entry.details.open_sends;
            let open = open_sends.len();
            open_sends.retain(|epoch| *epoch != record.epoch);
            let is_closed = open_sends.len() < open || entry.state == State::Prepared;
            match open_sends.is_empty() && is_closed {
                true => settle(entry, state, record),
                false if is_late => keep_late(entry, record),
                false => leave_unknown(entry, record, recover_after),
            }
        }
        Outcome::NotSent | Outcome::Rejected | Outcome::Done => keep_late(entry, record),
        _ if is_late || entry.state.is_settled() => keep_late(entry, record),
        _ => leave_unknown(entry, record, recover_after),
    }
}

fn settle(entry: &mut Entry, state: State, record: OutcomeRecord) -> LeaseChange {
    entry.state = state;
    entry.sealed_request = None;
    entry.details.outcome = Some(record);
    LeaseChange::End
}

fn leave_unknown(
    entry: &mut Entry,
    record: OutcomeRecord,
    recover_after: Option<Duration>,
) -> LeaseChange {
    entry.state = State::Unknown;
    entry.details.outcome = Some(record);
    entry.owner.clear();
    match recover_after {
        Some(delay) => {
            let factor = 2u32.saturating_pow(entry.details.recoveries);
            LeaseChange::Renew(delay.saturating_mul(factor).min(MAX_RECOVERY_DELAY))
        }
        None => LeaseChange::End,
    }
}

/// Keeps evidence that does not decide. The lease of another process stays as it is.
fn keep_late(entry: &mut Entry, record: OutcomeRecord) -> LeaseChange {
    let late = &mut entry.details.late_outcomes;
    late.push(record);
    let surplus = late.len().saturating_sub(MAX_LATE_OUTCOMES);
    late.drain(..surplus);
    match entry.state.is_settled() {
        true => LeaseChange::End,
        false => LeaseChange::Keep,
    }
}

/// Whether a request whose outcome is unknown may be sent again.
pub(crate) fn can_resend(retry: Retry, request: &KeptRequest) -> bool {
    match retry {
        Retry::Safe | Retry::Idempotent => true,
        Retry::UniqueKey(field) => request.has_unique_key(field),
        _ => false,
    }
}

/// Whether no process sends or recovers the entry, and no person has to compare records first.
pub(crate) fn is_free(entry: &Entry, now: Timestamp) -> bool {
    let has_process = !entry.owner.is_empty() && entry.lease_until.is_some_and(|until| until > now);
    let differs = |outcome: &OutcomeRecord| !outcome.differences.is_empty();
    let outcome = entry.details.outcome.as_ref();
    !has_process && !entry.has_repeated_effect() && !outcome.is_some_and(differs)
}

/// Whether recovery may find out what became of a request with this retry rule.
pub(crate) fn is_recoverable(retry: Retry, has_request: bool) -> bool {
    match retry {
        Retry::UniqueKey(_) => true,
        Retry::Safe | Retry::Idempotent => has_request,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use api_runtime::api_wire::jiff::Timestamp;

    use super::*;
    use crate::{Evidence, Intent, RequestDigest, Scope};

    fn entry() -> Entry {
        let scope = Scope::new("shop", "Test", "12");
        let digest = RequestDigest::from_parts([]);
        let intent = Intent::new(scope, "pay", "key", digest, State::InFlight, String::new());
        let now = Timestamp::UNIX_EPOCH;
        Entry::from_intent(intent, now, now + Duration::from_secs(60))
    }

    fn done(epoch: i64, id: &str) -> SendOutcome {
        let mut record = OutcomeRecord::new(Outcome::Done, Evidence::Sent, epoch);
        record.ids = vec![("/id".to_owned(), id.to_owned())];
        SendOutcome::new(record)
    }

    #[test]
    fn second_effect_is_listed_for_people() {
        let mut entry = entry();
        apply(&mut entry, done(2, "7"));
        assert_eq!(
            (entry.state, entry.has_repeated_effect()),
            (State::Done, false)
        );
        assert_eq!(apply(&mut entry, done(1, "8")), LeaseChange::End);
        assert_eq!(
            (entry.state, entry.has_repeated_effect()),
            (State::Unknown, true)
        );
        assert!(entry.is_unresolved(Timestamp::UNIX_EPOCH));
        // Further evidence does not hide it.
        apply(&mut entry, done(3, "8"));
        assert_eq!(entry.state, State::Unknown);
    }

    #[test]
    fn same_record_twice_is_one_effect() {
        let mut entry = entry();
        apply(&mut entry, done(2, "7"));
        apply(&mut entry, done(1, "7"));
        assert_eq!(
            (entry.state, entry.has_repeated_effect()),
            (State::Done, false)
        );
    }
}
