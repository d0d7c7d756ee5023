//! Changes of entries.

use std::time::Duration;

use api_wire::Timestamp;

use crate::entry::Entry;
use crate::entry::history::Note;

/// What a change does to a time of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// Nothing.
    Keep,
    /// Sets it to the time of the store plus this duration.
    In(Duration),
    /// Sets it to null.
    Never,
}

impl Timer {
    /// The time after the change, at this time of the store.
    fn applied(self, before: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Keep => before,
            Self::In(delay) => Some(now + delay),
            Self::Never => None,
        }
    }
}

/// A change of an entry: the new entry, and a line of its history.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The new entry. Its revision is the old revision, which is compared. Its times are set when it is made.
    pub entry: Entry,
    /// The change of `lease_until`.
    pub lease: Timer,
    /// The change of `due_at`.
    pub due: Timer,
    /// The line of the history. `None`: only a lease is renewed, or a look-up postponed.
    pub note: Option<Note>,
    /// Whether the earlier lines of the history are deleted, because a person's data is erased.
    pub forget: bool,
}

impl Change {
    /// A change that keeps both times.
    pub fn new(entry: Entry, note: Note) -> Self {
        Self {
            entry,
            lease: Timer::Keep,
            due: Timer::Keep,
            note: Some(note),
            forget: false,
        }
    }

    /// Renews the lease of an entry.
    pub fn renewal(entry: Entry, lease: Duration) -> Self {
        Self::unnoted(entry, Timer::In(lease), Timer::Keep)
    }

    /// Sets when the record of an entry is looked up next.
    pub fn postponement(entry: Entry, due: Timer) -> Self {
        Self::unnoted(entry, Timer::Keep, due)
    }

    /// The entry after the change, at this time of the store.
    pub fn applied(&self, now: Timestamp) -> Entry {
        let entry = &self.entry;
        Entry {
            revision: entry.revision + 1,
            lease_until: self.lease.applied(entry.lease_until, now),
            due_at: self.due.applied(entry.due_at, now),
            updated_at: now,
            ..entry.clone()
        }
    }

    fn unnoted(entry: Entry, lease: Timer, due: Timer) -> Self {
        Self {
            entry,
            lease,
            due,
            note: None,
            forget: false,
        }
    }
}
