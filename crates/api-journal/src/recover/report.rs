//! Reports of recovery.

use crate::{Entry, EntryId, JournalError};

/// What [`recover`](crate::JournalClient::recover) found out.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct RecoveryReport {
    /// The requests that were sent again, and are done now.
    pub resent: Vec<Entry>,
    /// The records that were found by their unique key: the writes took effect.
    pub found: Vec<Entry>,
    /// The writes that had no effect, which is proven: nothing was sent, or the server rejected
    /// them.
    #[doc(alias = "failed")]
    #[doc(alias = "not_sent")]
    #[doc(alias = "rejected")]
    pub without_effect: Vec<Entry>,
    /// The writes that may have taken effect, or whose record differs from the request. Those with a
    /// lease are recovered again when it has expired; the others are for people: see [`Journal::unresolved`](crate::Journal::unresolved).
    pub unknown: Vec<Entry>,
    /// The entries that could not be changed. They are claimed again when their lease has expired.
    pub unrecorded: Vec<(EntryId, JournalError)>,
}

impl RecoveryReport {
    /// Whether there was nothing to recover.
    pub fn is_empty(&self) -> bool {
        let Self {
            resent,
            found,
            without_effect,
            unknown,
            unrecorded,
        } = self;
        [resent, found, without_effect, unknown]
            .iter()
            .all(|entries| entries.is_empty())
            && unrecorded.is_empty()
    }
}
