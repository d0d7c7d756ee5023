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
    /// The record, in the type that a read returns. The response of the create may have fewer fields.
    pub record: R,
    /// How the record is known.
    pub known: Known,
    /// The values of the record that differ from the request. If there are any, a person should compare
    /// them: an amount may differ.
    ///
    /// Either the unique key was used for another record before, or the server or somebody has changed the
    /// values.
    ///
    /// Normalized values are no difference: another case, other white space, another notation of a number
    /// or a time, another order of items. Values that the record does not show, and blank texts that are
    /// missing in it, are no difference either.
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
