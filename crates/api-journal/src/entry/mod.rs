//! Entries of a journal.

pub(crate) mod details;
pub(crate) mod digest;
pub(crate) mod entry_id;
pub(crate) mod json;
pub(crate) mod outcome_record;
pub(crate) mod resolution;
pub(crate) mod rules;
pub(crate) mod scope;
pub(crate) mod state;

use api_runtime::Outcome;
use api_runtime::api_wire::jiff::Timestamp;

use crate::{Details, EntryId, Intent, OutcomeRecord, RequestDigest, Resolution, Scope, State};

/// An entry: one write under one key.
///
/// Every field is a column of a store's table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The id, which is unique: a primary key.
    pub id: EntryId,
    /// The API, environment and venue: three columns.
    pub scope: Scope,
    /// The operation's name.
    pub operation: String,
    /// The caller's key.
    pub key: String,
    /// The digest of the request: 32 bytes.
    pub digest: RequestDigest,
    /// The state, a text.
    pub state: State,
    /// Names, outcomes and resolution: a text, see [`Details::to_json`].
    pub details: Details,
    /// The sealed request, which is removed when the entry is settled.
    pub sealed_request: Option<Vec<u8>>,
    /// The owner of the lease. Empty: no process has it, and its end is the time of the next
    /// recovery.
    pub owner: String,
    /// The number of leases, from 1. A later lease has a higher epoch.
    pub epoch: i64,
    /// The number of changes, from 1. [`Journal::update`](crate::Journal::update) compares it.
    pub revision: i64,
    /// The end of the lease, from which recovery may claim the entry. `None`: there is nothing to
    /// recover.
    pub lease_until: Option<Timestamp>,
    /// The time of the insertion.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

impl Entry {
    /// The entry that a store inserts: epoch 1, revision 1.
    pub fn from_intent(intent: Intent, now: Timestamp, lease_until: Timestamp) -> Self {
        Self {
            id: intent.id,
            scope: intent.scope,
            operation: intent.operation,
            key: intent.key,
            digest: intent.digest,
            state: intent.state,
            details: intent.details,
            sealed_request: intent.sealed_request,
            owner: intent.owner,
            epoch: 1,
            revision: 1,
            lease_until: Some(lease_until),
            created_at: now,
            updated_at: now,
        }
    }

    /// Whether a person or recovery has to find out what became of the write: its outcome is
    /// unknown, or its lease had expired at this time.
    pub fn is_unresolved(&self, now: Timestamp) -> bool {
        match self.state {
            State::Unknown => true,
            State::Prepared | State::InFlight => self.is_claimable(now),
            State::NotSent | State::Rejected | State::Done | State::Resolved => false,
        }
    }

    /// Whether two sends of the write took effect: their responses have different values of an id. The entry is
    /// then [`Unknown`](State::Unknown), for a person who undoes one.
    pub fn has_repeated_effect(&self) -> bool {
        let mut late = self.details.late_outcomes.iter();
        late.any(|late| {
            self.details
                .outcome
                .as_ref()
                .is_some_and(|first| differ(first, late))
        })
    }

    /// Whether this outcome is a second effect.
    pub(crate) fn repeats_effect(&self, record: &OutcomeRecord) -> bool {
        let outcome = self.details.outcome.as_ref();
        self.has_repeated_effect() || outcome.is_some_and(|first| differ(first, record))
    }

    /// The id of the record, if the write took effect and the id is known: from the response, from a
    /// lookup, or from the person who [resolved](crate::Journal::resolve) the entry. Of several ids
    /// in a response it is the first of the outcome's [ids](OutcomeRecord::ids).
    pub fn record_id(&self) -> Option<&str> {
        let outcome = self.details.outcome.as_ref();
        let resolved = self.details.resolved.as_ref();
        match (self.state, resolved.map(|resolved| &resolved.resolution)) {
            (State::Done, _) => outcome?.ids.first().map(|(_, id)| id.as_str()),
            (State::Resolved, Some(Resolution::TookEffect { record_id })) => record_id.as_deref(),
            _ => None,
        }
    }

    /// Whether the lease had expired at this time.
    pub fn is_claimable(&self, now: Timestamp) -> bool {
        self.lease_until
            .is_some_and(|lease_until| lease_until <= now)
    }
}

/// Whether these are the effects of two sends, on two records.
fn differ(first: &OutcomeRecord, second: &OutcomeRecord) -> bool {
    let both_took_effect = (first.outcome, second.outcome) == (Outcome::Done, Outcome::Done);
    let mut ids = first.ids.iter();
    both_took_effect
        && first.epoch != second.epoch
        && ids.any(|(pointer, id)| {
            let mut others = second.ids.iter();
            others.any(|(other_pointer, other)| pointer == other_pointer && id != other)
        })
}
