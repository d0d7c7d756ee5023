//! The rules of a record: pure functions over its row.

use std::time::Duration;

use api_runtime::journal::rows::Waits;

use crate::records::taken::{QueuedRecord, Taken};

/// A time since 1970, by the clock of the database.
pub(crate) type Time = Duration;

/// What became of the state that a read found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recorded {
    /// The state is a new one: it was recorded and reported.
    Changed,
    /// The state was recorded already.
    Unchanged,
    /// Only a callback claims that the id is ours, and the record does not show a reference that is
    /// expected. Nothing was recorded.
    Unproven,
    /// The lease is not the latest of the record, or the record was forgotten. Nothing was recorded.
    Superseded,
}

/// What is kept of a record: its state, its place in the queue, and the lease of its read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heard<S> {
    /// `None` if only a callback claims that the id is ours.
    pub reference: Option<String>,
    /// The state that was recorded last.
    pub state: Option<S>,
    /// The number of callbacks.
    pub heard: i64,
    /// When the latest callback was heard, unless it was answered for good by a read.
    pub heard_at: Option<Time>,
    /// When to read the record next.
    pub due_at: Option<Time>,
    /// How often it was postponed since.
    pub failures: u32,
    /// The latest lease. Zero if its read has ended.
    pub lease: i64,
    /// Until when.
    pub lease_until: Time,
}

impl<S: PartialEq> Heard<S> {
    /// A record that nobody has heard of.
    pub fn new(reference: Option<String>) -> Self {
        Self {
            reference,
            state: None,
            heard: 0,
            heard_at: None,
            due_at: None,
            failures: 0,
            lease: 0,
            lease_until: Time::ZERO,
        }
    }

    /// The id is that of the record with this reference. What a callback has claimed so far is read
    /// now.
    pub fn confirm(&mut self, reference: String, now: Time) {
        if self.reference.is_none() {
            self.reference = Some(reference);
            self.due_at = self.heard_at.map(|_| now);
        }
    }

    /// A callback about the record was received.
    pub fn hear(&mut self, now: Time) {
        self.heard += 1;
        self.heard_at = Some(now);
        self.due_at = Some(now);
    }

    /// What the record waits for, and from when on: `None` if no callback waits for its read. The first
    /// reads come before those that are repeated.
    pub fn waits(&self) -> Option<(Waits, Time)> {
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
    pub fn is_due(&self, now: Time) -> bool {
        let waits = self.waits();
        waits.is_some_and(|(waits, from)| waits != Waits::Person && from <= now)
    }

    /// Leases a record that is due.
    pub fn take<I>(&mut self, id: I, lease: i64, until: Time, now: Time) -> Taken<I> {
        (self.lease, self.lease_until) = (lease, until);
        Taken {
            id,
            reference: self.reference.clone(),
            lease,
            heard: self.heard,
            age: self.age(now),
            failures: self.failures,
        }
    }

    /// What [`record`](Self::record) is going to do.
    pub fn check<I>(&self, taken: &Taken<I>, state: &S, is_expected: bool) -> Recorded {
        if self.lease != taken.lease {
            return Recorded::Superseded;
        }
        if self.reference.is_none() && !is_expected {
            return Recorded::Unproven;
        }
        match self.state.as_ref() == Some(state) {
            true => Recorded::Unchanged,
            false => Recorded::Changed,
        }
    }

    /// Records what a read found, after [`check`](Self::check).
    pub fn record<I>(
        &mut self,
        taken: &Taken<I>,
        reference: Option<String>,
        state: S,
        follow_up: Duration,
        now: Time,
    ) {
        let is_last = self.state.as_ref() == Some(&state) && taken.age >= follow_up;
        self.reference = self.reference.take().or(reference);
        self.state = Some(state);
        self.failures = 0;
        self.lease = 0;
        // A callback during the read may be about a later change.
        if self.heard == taken.heard {
            self.due_at = (!is_last).then_some(now + follow_up);
            self.heard_at = self.heard_at.filter(|_| !is_last);
        }
    }

    /// Counts a failure, unless the record has another lease. `None` gives it up until the next callback.
    pub fn postpone<I>(&mut self, taken: &Taken<I>, retry_at: Option<Time>) -> bool {
        if self.lease != taken.lease {
            return false;
        }
        self.lease = 0;
        self.failures += 1;
        if self.heard == taken.heard {
            self.due_at = retry_at;
        }
        true
    }

    /// The record in the list of those that wait, unless it does not.
    pub fn queued<I>(&self, id: I, now: Time) -> Option<QueuedRecord<I>> {
        let (waits, from) = self.waits()?;
        Some(QueuedRecord {
            id,
            reference: self.reference.clone(),
            age: self.age(now),
            failures: self.failures,
            retry_in: (waits != Waits::Person).then(|| from.saturating_sub(now)),
        })
    }

    fn age(&self, now: Time) -> Duration {
        now.saturating_sub(self.heard_at.unwrap_or(now))
    }
}
