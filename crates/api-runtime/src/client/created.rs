//! The result of a create by its unique key.

use std::fmt;

use crate::attempt::known::Known;
use crate::attempt::received::Received;
use crate::operation::erased::output;
use crate::response::compare::Difference;

/// A record that was created by its unique key; see [`Call::unique`](crate::Call::unique).
///
/// `Debug` does not show the record.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Created<R> {
    /// The record, in the form in which it is read: the response of the create has no more of it than
    /// the documents say.
    pub record: R,
    /// How the record is known.
    pub known: Known,
    /// What the record has otherwise than was sent. If there is something, a person should look at
    /// it: an amount may be another one.
    ///
    /// The unique key was used for another record before; or the server changed the values that were
    /// sent, or somebody did since.
    ///
    /// Values that a server normalized are the same: in another case, with other white space, in
    /// another notation of a number or a time, or items in another order. So are values that the
    /// record does not show, and blank texts that it shows as missing.
    pub differences: Vec<Difference>,
}

impl<R: 'static> Created<R> {
    pub(crate) fn new(received: Received) -> Self {
        Self {
            record: output(received.value),
            known: received.known,
            differences: received.differences,
        }
    }
}

impl<R> fmt::Debug for Created<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Created")
            .field("known", &self.known)
            .field("differences", &self.differences)
            .finish_non_exhaustive()
    }
}
