//! Results of journaled writes.

use std::fmt;

use crate::{Entry, EntryId, JournalError};

/// The result of a journaled write that was not rejected.
#[must_use]
pub enum Journaled<T> {
    /// This call sent it, or found the record of an earlier one: see the response. After
    /// a [`Created`](api_runtime::Created) that was recovered with differences, the entry is unknown, for
    /// a person.
    Sent(Sent<T>),
    /// It took effect in an earlier call with the same key and the same request, or a person
    /// resolved that it did. This call sent nothing.
    ///
    /// The response is not kept. The ids in it are in the
    /// [outcome](crate::Details::outcome) of the entry.
    AlreadySent(Box<Entry>),
}

/// A write that was sent by this call.
#[non_exhaustive]
pub struct Sent<T> {
    /// The response.
    pub value: T,
    /// The id of the entry.
    pub id: EntryId,
    /// Why the outcome is not in the journal, if it is not. The entry is recovered when its lease
    /// has expired.
    pub unrecorded: Option<JournalError>,
    /// Whether another send of this write took effect, too: a person said that it did not, or this
    /// process was suspended, or its clock was wrong. One of the two must be undone.
    ///
    /// The entry has the [ids](crate::OutcomeRecord::ids) of both, and is unresolved.
    pub is_repeated: bool,
}

impl<T> Journaled<T> {
    /// The response, if this call sent the request.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Sent(sent) => Some(sent.value),
            Self::AlreadySent(_) => None,
        }
    }
}

impl<T> fmt::Debug for Journaled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sent(sent) => sent.fmt(f),
            Self::AlreadySent(entry) => f.debug_tuple("AlreadySent").field(entry).finish(),
        }
    }
}

impl<T> fmt::Debug for Sent<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sent")
            .field("id", &self.id)
            .field("unrecorded", &self.unrecorded)
            .field("is_repeated", &self.is_repeated)
            .finish_non_exhaustive()
    }
}
