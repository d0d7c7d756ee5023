//! How it is known that a write took effect, and what the journal has of it.

use api_journal::{EntryId, JournalError};

/// How a record is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// The server confirmed it in its response. An earlier attempt had no effect, and will have none
    /// even if it reaches the server later, because its unique key is in use.
    Confirmed,
    /// It was looked up by its unique key: an earlier request took effect, although its response was
    /// lost. That is an earlier attempt, or one of an earlier call, which may be that of a process
    /// that ended before the response.
    Recovered,
    /// An earlier call with the same key was a success: this one sent nothing.
    Earlier,
}

/// What the journal has of a write that took effect.
pub(crate) struct SentEntry {
    pub(crate) entry: EntryId,
    pub(crate) record_id: Option<String>,
    pub(crate) needs_person: bool,
    pub(crate) unrecorded: Option<JournalError>,
}
