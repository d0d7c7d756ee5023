//! The rules of a record: pure functions over its row.

use std::time::Duration;

use api_runtime::api_wire::Timestamp;
use api_runtime::journal::rows::Waits;

use crate::records::taken::{QueuedRecord, Taken};

/// What a read has found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Found<S> {
    /// The state of the record, or its documented default.
    pub state: S,
    /// When the record was changed last, according to itself, in milliseconds since 1970.
    pub updated_at: Option<i64>,
    /// A number of the values of the record: another one if a value has changed.
    pub digest: u64,
}

/// What became of what a read has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recorded {
    /// The record has changed, or the latest callback claims another status: recorded and reported.
    Changed,
    /// It was recorded already.
    Unchanged,
    /// The record shows an earlier time of its latest change than the one that was recorded. Nothing was
    /// recorded.
    Older,
    /// Only a callback claims that the id is ours, and neither the record nor a write shows whose it is yet.
    /// Nothing was recorded.
    Unproven,
    /// Only a callback claimed that the id is ours, and it is not. The record was forgotten.
    NotOurs,
    /// The lease is not the latest of the record, or the record was forgotten. Nothing was recorded.
    Superseded,
}

/// Whose a record is, as far as the writes of the account show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A write has the id. Its reference, if it is known.
    Id(Option<String>),
    /// A write whose record has no known id has the reference.
    Reference,
    /// A write whose record has no known id may be that of the record.
    Undecided,
    /// There is no such write.
    Nobody,
}

/// What is kept of a record: what was read last, its place in the queue, and the lease of its read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heard<S, H> {
    /// Whether only a callback claims that the id is ours.
    pub is_claimed: bool,
    /// The caller's own reference, once it is known.
    pub reference: Option<String>,
    /// What was recorded last.
    pub found: Option<Found<S>>,
    /// When.
    pub recorded_at: Timestamp,
    /// The status that the latest callback claims.
    pub hint: Option<H>,
    /// The claimed status that was reported last.
    pub reported: Option<H>,
    /// The number of callbacks.
    pub heard: i64,
    /// When the latest callback was heard, unless it was answered for good by a read.
    pub heard_at: Option<Timestamp>,
    /// When to read the record next.
    pub due_at: Option<Timestamp>,
    /// How often it was postponed since.
    pub failures: u32,
    /// The latest lease. Zero if its read has ended.
    pub lease: i64,
    /// Until when.
    pub lease_until: Timestamp,
}

impl<S: PartialEq, H: Clone + PartialEq> Heard<S, H> {
    /// A record of ours that nobody has heard of.
    pub fn new(reference: Option<String>) -> Self {
        Self {
            is_claimed: false,
            reference,
            found: None,
            recorded_at: Timestamp::UNIX_EPOCH,
            hint: None,
            reported: None,
            heard: 0,
            heard_at: None,
            due_at: None,
            failures: 0,
            lease: 0,
            lease_until: Timestamp::UNIX_EPOCH,
        }
    }

    /// A record whose id only a callback claims.
    pub fn claimed() -> Self {
        Self {
            is_claimed: true,
            ..Self::new(None)
        }
    }

    /// A callback about the record was received, which may claim a status.
    pub fn hear(&mut self, hint: Option<H>, now: Timestamp) {
        self.heard += 1;
        self.hint = hint.or(self.hint.take());
        self.heard_at = Some(now);
        self.due_at = Some(now);
    }

    /// What the record waits for, and from when on: `None` if no callback waits for its read. The first
    /// reads come before those that are repeated.
    pub fn waits(&self) -> Option<(Waits, Timestamp)> {
        let heard_at = self.heard_at?;
        let Some(due) = self.due_at else {
            return Some((Waits::Person, heard_at));
        };
        let waits = match self.failures {
            0 => Waits::Read,
            _ => Waits::Reread,
        };
        let lease_until = if self.lease == 0 {
            due
        } else {
            self.lease_until
        };
        Some((waits, due.max(lease_until)))
    }

    /// Whether the record can be read now.
    pub fn is_due(&self, now: Timestamp) -> bool {
        let waits = self.waits();
        waits.is_some_and(|(waits, from)| waits != Waits::Person && from <= now)
    }

    /// Leases a record that is due.
    pub fn take<I>(&mut self, id: I, lease: i64, until: Timestamp, now: Timestamp) -> Taken<I, H> {
        (self.lease, self.lease_until) = (lease, until);
        Taken {
            id,
            is_claimed: self.is_claimed,
            reference: self.reference.clone(),
            lease,
            heard: self.heard,
            hint: self.hint.clone(),
            age: self.age(now),
            since_recorded: now.saturating_duration_since(self.recorded_at),
            failures: self.failures,
        }
    }

    /// What [`record`](Self::record) is going to do.
    pub fn check<I>(&self, taken: &Taken<I, H>, found: &Found<S>, owner: &Owner) -> Recorded {
        if self.lease != taken.lease {
            return Recorded::Superseded;
        }
        match owner {
            Owner::Undecided if self.is_claimed => return Recorded::Unproven,
            Owner::Nobody if self.is_claimed => return Recorded::NotOurs,
            _ => {}
        }
        let Some(last) = &self.found else {
            return Recorded::Changed;
        };
        let times = last.updated_at.zip(found.updated_at);
        if times.is_some_and(|(last, found)| found < last) {
            return Recorded::Older;
        }
        let is_same = last.state == found.state && last.digest == found.digest;
        match is_same && taken.hint == self.reported {
            true => Recorded::Unchanged,
            false => Recorded::Changed,
        }
    }

    /// Records what a read found, after [`check`](Self::check).
    pub fn record<I>(
        &mut self,
        taken: &Taken<I, H>,
        reference: Option<String>,
        mut found: Found<S>,
        follow_up: Duration,
        now: Timestamp,
    ) {
        let last = self.found.take();
        // Other values than the state may differ in each read. They cause one more only if this one may be
        // from a replica that lags behind that of the previous read.
        let is_known = last.as_ref().is_some_and(|last| {
            let is_same = last.digest == found.digest || taken.since_recorded >= follow_up;
            last.state == found.state && is_same
        });
        let is_last = is_known && taken.age >= follow_up;
        self.recorded_at = now;
        found.updated_at = found.updated_at.or(last.and_then(|last| last.updated_at));
        self.is_claimed = false;
        self.reference = self.reference.take().or(reference);
        self.found = Some(found);
        self.reported = taken.hint.clone();
        self.failures = 0;
        self.lease = 0;
        // A callback during the read may be about a later change.
        if self.heard == taken.heard {
            self.due_at = (!is_last).then_some(now + follow_up);
            self.heard_at = self.heard_at.filter(|_| !is_last);
        }
    }

    /// Counts a failure, unless the record has another lease. `None` gives it up until the next callback: it is
    /// listed if it is ours, as far as the writes show it.
    pub fn postpone<I>(
        &mut self,
        taken: &Taken<I, H>,
        retry_at: Option<Timestamp>,
        owner: &Owner,
    ) -> bool {
        if self.lease != taken.lease {
            return false;
        }
        self.lease = 0;
        self.failures += 1;
        if self.heard == taken.heard {
            self.due_at = retry_at;
            self.is_claimed &= !matches!(owner, Owner::Id(_));
            let is_listed = retry_at.is_some() || !self.is_claimed;
            self.heard_at = self.heard_at.filter(|_| is_listed);
        }
        true
    }

    /// Nothing waits for the record until the next callback. A read that runs records nothing.
    pub fn dismiss(&mut self) {
        (self.heard_at, self.due_at, self.lease) = (None, None, 0);
    }

    /// The record in the list of those that wait, unless it does not.
    pub fn queued<I>(&self, id: I, now: Timestamp) -> Option<QueuedRecord<I>> {
        let (waits, from) = self.waits()?;
        Some(QueuedRecord {
            id,
            reference: self.reference.clone(),
            age: self.age(now),
            failures: self.failures,
            retry_in: (waits != Waits::Person).then(|| from.saturating_duration_since(now)),
        })
    }

    fn age(&self, now: Timestamp) -> Duration {
        now.saturating_duration_since(self.heard_at.unwrap_or(now))
    }
}

/// Whether two references are the same but for case and white space around them.
pub(crate) fn is_same_but_form(known: &str, found: &str) -> bool {
    known.trim().to_lowercase() == found.trim().to_lowercase()
}
