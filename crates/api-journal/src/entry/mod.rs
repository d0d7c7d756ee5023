//! Entries of a journal.

pub(crate) mod body;
pub(crate) mod details;
pub(crate) mod digest;
pub(crate) mod end;
pub(crate) mod entry_id;
pub(crate) mod history;
pub(crate) mod intent;
pub(crate) mod json;
pub(crate) mod scope;
pub(crate) mod state;

use std::time::Duration;

use api_wire::Timestamp;
use serde_json::{Map, Value, json};

use crate::entry::details::Details;
use crate::entry::digest::RequestDigest;
use crate::entry::end::End;
use crate::entry::entry_id::EntryId;
use crate::entry::intent::Intent;
use crate::entry::scope::Scope;
use crate::entry::state::State;
use crate::rows::{AHEAD, Waits};

/// The longest lease.
pub const MAX_LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// For how long people leave an entry to its calls: one may still compare the record that a worker has seen, or
/// repeat the write by its idempotency key.
pub(crate) const LEFT_TO_CALLS: Duration = Duration::from_secs(60 * 60);

/// An entry: one write under one key.
///
/// A [`Store`](crate::Store) keeps it in the body of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The id, derived from the scope, the operation's `journal_id` and the key.
    pub id: EntryId,
    /// The API, environment and account.
    pub scope: Scope,
    /// The operation's `journal_id`.
    pub operation: String,
    /// The caller's key; empty if it was [erased](crate::Operator::erase).
    pub key: String,
    /// The digest of URL and body, by which a repetition is told from another request.
    pub digest: RequestDigest,
    /// What is known of the write.
    pub state: State,
    /// The number of sends; 0 if the write is only prepared. Only the last send can settle the entry
    /// without an effect.
    pub generation: i64,
    /// Whether a send before the last send may still take effect.
    pub doubt: bool,
    /// Whether a person should look at the entry, although recovery is done: two effects, a record that
    /// differs, or an effect after a rejection.
    pub needs_person: bool,
    /// The call that began the last send, so that it finds what it wrote after an ambiguous commit, or the one
    /// whose send took effect.
    pub nonce: u128,
    /// The number of changes, from 1, which a change compares.
    pub revision: i64,
    /// Until when the last send may be on its way.
    pub lease_until: Option<Timestamp>,
    /// When the record is looked up next, or until when the entry is left to the calls that can repeat it.
    /// `None`: neither will find out.
    pub due_at: Option<Timestamp>,
    /// The version of the rules that wrote the row.
    pub format: i64,
    /// Names and ends.
    pub details: Details,
    /// When the entry was inserted, by the clock of the store.
    pub created_at: Timestamp,
    /// When it was changed last, by the clock of the store.
    pub updated_at: Timestamp,
}

impl Entry {
    /// The version of the rules in this crate. Rows of a later one are shown, and not changed.
    pub const FORMAT: i64 = 1;

    /// The entry that a store inserts, with a lease until `now` + `lease` if it is in flight.
    pub fn from_intent(intent: &Intent, now: Timestamp, lease: Duration) -> Self {
        let is_in_flight = intent.state == State::InFlight;
        let lease_until = is_in_flight.then(|| now + lease);
        let due_at = match &intent.end {
            _ if intent.kept.is_some() => lease_until.map(|_| now + LEFT_TO_CALLS),
            _ if !intent.can_look_up => None,
            Some(end) if intent.state == State::Unknown && !end.is_other_record() => Some(now),
            _ => lease_until,
        };
        let done = match intent.state {
            State::Done => intent.generation,
            _ => 0,
        };
        let mut entry = Self {
            id: intent.id,
            scope: intent.scope.clone(),
            operation: intent.operation.clone(),
            key: intent.key.clone(),
            digest: intent.digest,
            state: intent.state.clone(),
            generation: intent.generation,
            // The entry of an earlier send may be lost, too.
            doubt: intent.state == State::Unknown && intent.generation > 1,
            needs_person: false,
            nonce: intent.nonce,
            revision: 1,
            lease_until,
            due_at,
            format: Self::FORMAT,
            details: Details {
                names: intent.names.clone(),
                unique_key: intent.unique_key.clone(),
                end: intent.end.clone(),
                done,
                ..Details::default()
            },
            created_at: now,
            updated_at: now,
        };
        if is_in_flight {
            entry.set_kept(intent.kept, now);
        }
        entry
    }

    /// The last send is the first one with its idempotency key, which the server keeps for so long from now on.
    pub(crate) fn set_kept(&mut self, kept: Option<Duration>, now: Timestamp) {
        self.details.kept_until = kept.map(|kept| now + kept);
        self.details.key_since = kept.map_or(0, |_| self.generation);
    }

    /// Whether the server keeps the idempotency key longer than until this time.
    pub(crate) fn is_kept_until(&self, time: Timestamp) -> bool {
        self.details.kept_until.is_some_and(|until| time < until)
    }

    /// Whether a request under the lease of the entry ends while the server knows its idempotency key, if it has one.
    pub fn is_kept(&self) -> bool {
        self.details.kept_until.is_none()
            || self
                .lease_until
                .is_some_and(|until| self.is_kept_until(until))
    }

    /// Whether the last send may be on its way at this time. A lease that is longer than any was written by a
    /// clock that was wrong, and is over.
    pub fn has_lease(&self, now: Timestamp) -> bool {
        let lease_until = self.lease_until;
        lease_until.is_some_and(|until| until > now && until <= now + AHEAD)
    }

    /// Whether the entry is in flight for this send of the call with this nonce.
    pub(crate) fn is_sent_by(&self, generation: i64, nonce: u128) -> bool {
        self.is_in_flight_for(nonce) && self.generation == generation && !self.is_of_later_version()
    }

    /// Whether the call with this nonce has put the entry in flight.
    pub(crate) fn is_in_flight_for(&self, nonce: u128) -> bool {
        self.state == State::InFlight && self.nonce == nonce
    }

    /// Whether the last send is this one of the call with this nonce.
    pub(crate) fn is_last_send(&self, generation: i64, nonce: u128) -> bool {
        (self.generation, self.nonce) == (generation, nonce)
    }

    /// Whether a worker has seen the record, and people leave it to calls to compare it.
    pub(crate) fn is_left_to_comparison(&self) -> bool {
        let end = self.details.end.as_ref();
        self.state == State::Unknown && end.is_some_and(End::is_sight) && self.due_at.is_some()
    }

    /// Whether the outcome is unknown, and no send is on its way at this time.
    pub fn is_open(&self, now: Timestamp) -> bool {
        match self.state {
            State::NotSent | State::Rejected | State::Done => false,
            State::InFlight => !self.has_lease(now),
            State::Unknown | State::Other(_) => true,
        }
    }

    /// Whether only a person can find out what became of the write, or should look at it.
    pub fn is_for_people(&self, now: Timestamp) -> bool {
        self.waits_now(Waits::Person, now)
    }

    /// What the entry waits for at this time: `person`, `look-up`, `call` (its request may be on its way, or can
    /// be repeated), `send` (it is prepared), or `nothing`.
    pub fn waits_for(&self, now: Timestamp) -> &'static str {
        let is_sending = self.state == State::InFlight && self.has_lease(now);
        match self.waits() {
            Some((_, from)) if is_sending && from > now => "call",
            Some((Waits::Person, _)) => "person",
            Some((Waits::LookUp, _)) if self.details.kept_until.is_some() => "call",
            Some((Waits::LookUp, _)) => "look-up",
            Some((Waits::Send, _)) => "send",
            _ => "nothing",
        }
    }

    /// The entry as people see it at this time, in JSON.
    pub fn to_json(&self, now: Timestamp) -> Value {
        let time = |time: Option<Timestamp>| time.map(|time| time.to_string());
        let names = self.details.names.iter();
        let names = names.map(|(name, value)| (name.clone(), Value::from(value.as_str())));
        json!({
            "id": self.id.to_string(),
            "waits_for": self.waits_for(now),
            "state": self.state.as_str(),
            "api": self.scope.api,
            "environment": self.scope.environment,
            "account": self.scope.account,
            "operation": self.operation,
            "key": self.key,
            "names": names.collect::<Map<_, _>>(),
            "record_id": self.record_id(),
            "end": self.details.end.as_ref().map(End::to_value),
            "created_at": self.created_at.to_string(),
            "updated_at": self.updated_at.to_string(),
            "lease_until": time(self.lease_until),
            "due_at": time(self.due_at),
            "kept_until": time(self.details.kept_until),
        })
    }

    /// Whether a later version wrote the row, so that this one must not change it.
    pub fn is_of_later_version(&self) -> bool {
        self.format > Self::FORMAT || matches!(self.state, State::Other(_))
    }

    /// Whether it is a create with a unique key, there may be a record of it, and the id of the record is
    /// not known.
    pub(crate) fn is_nameless(&self) -> bool {
        let may_be = !matches!(self.state, State::NotSent | State::Rejected);
        may_be && self.details.unique_key.is_some() && self.record_id().is_none()
    }

    /// The id of the record, if the write took effect and the id is known. Of several ids in a
    /// response it is the first one.
    pub fn record_id(&self) -> Option<&str> {
        let end = self.details.end.as_ref();
        let ids = &end.filter(|_| self.state == State::Done)?.ids;
        ids.first().map(|(_, id)| id.as_str())
    }
}
