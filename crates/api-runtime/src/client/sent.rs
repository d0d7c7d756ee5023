//! The result of a write that is sent once.

use std::fmt;

use api_journal::{EntryId, JournalError};

use crate::attempt::known::Known;
use crate::attempt::received::Received;
use crate::error::difference::Difference;
use crate::operation::erased::output;

/// A write that took effect; see [`Client::once`](crate::Client::once).
///
/// A record that was looked up and has other values than were sent is an error of kind
/// [`Duplicate`](crate::ErrorKind::Duplicate).
///
/// `Debug` does not show the record.
#[non_exhaustive]
pub struct Sent<R> {
    /// The record. `None` if the write was sent [earlier](Known::Earlier): a journal keeps ids, no
    /// bodies.
    pub record: Option<R>,
    /// How it is known that the write took effect.
    pub known: Known,
    /// The values in the response that differ from the request. If there are any, a person should compare
    /// them: an amount may differ.
    pub differences: Vec<Difference>,
    /// The id of the entry in the journal, which the operator's commands take: its text is 32 hexadecimal digits.
    pub entry: EntryId,
    /// The failure of the journal, if the entry does not have the outcome yet. A task goes on to commit the
    /// outcome; [`Client::drain`](crate::Client::drain) waits for it.
    pub unrecorded: Option<JournalError>,
    pub(crate) record_id: Option<String>,
    pub(crate) needs_person: bool,
}

impl<R> Sent<R> {
    /// The id of the record, as the response, a look-up or a person has shown it.
    pub fn record_id(&self) -> Option<&str> {
        self.record_id.as_deref()
    }

    /// Whether a person should look at the write: the response differs from the request, or another send of
    /// the same write took effect, too.
    pub fn needs_person(&self) -> bool {
        self.needs_person
    }
}

impl<R: 'static> Sent<R> {
    /// With the type of the record.
    pub(crate) fn typed(sent: Sent<Received>) -> Self {
        Self {
            record: sent.record.map(|received| output(received.value)),
            known: sent.known,
            differences: sent.differences,
            entry: sent.entry,
            unrecorded: sent.unrecorded,
            record_id: sent.record_id,
            needs_person: sent.needs_person,
        }
    }
}

impl<R> fmt::Debug for Sent<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sent")
            .field("known", &self.known)
            .field("entry", &self.entry)
            .field("differences", &self.differences)
            .field("unrecorded", &self.unrecorded)
            .finish_non_exhaustive()
    }
}
