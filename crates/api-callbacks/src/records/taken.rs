//! Records that wait to be read.

use std::time::Duration;

/// A record that was handed out for one read.
///
/// While its lease lasts, no other process gets the record. A read that outlives its lease records
/// nothing once another one has started.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Taken<I, H> {
    /// The id that a callback, or the response to a write, has named.
    pub id: I,
    /// Whether only a callback claims that the id is ours: the record or a write must then show it.
    pub is_claimed: bool,
    /// The reference of the record, if it is known.
    pub reference: Option<String>,
    /// The lease: a number that no other read of the record has.
    pub lease: i64,
    /// How many callbacks were heard before the read.
    pub heard: i64,
    /// The status that the latest of them claims.
    pub hint: Option<H>,
    /// The time since the latest of them, by the clock of the database.
    pub age: Duration,
    /// The time since another read was recorded.
    pub since_recorded: Duration,
    /// How often the record was postponed since it was read and recorded last.
    pub failures: u32,
}

/// A record that waits to be read, or was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueuedRecord<I> {
    /// The id that a callback, or the response to a write, has named.
    pub id: I,
    /// The reference, if it is known.
    pub reference: Option<String>,
    /// The time since the latest callback.
    pub age: Duration,
    /// How often it was postponed.
    pub failures: u32,
    /// The time until it is read, or until the lease of its read ends. Zero if it can be read now,
    /// `None` if it was given up: it is read again after the next callback.
    pub retry_in: Option<Duration>,
}
