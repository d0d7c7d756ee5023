//! A confirmed change of a record.

use std::fmt;

use api_wire::Timestamp;

use crate::refetch::Refetch;
use crate::sanitize::sanitize;

/// A record that has changed, as it was read after a callback.
#[non_exhaustive]
pub struct RecordChanged<R: Refetch> {
    /// The id by which the record was read.
    pub id: R::Id,
    /// The caller's own reference: from the record, or by its id.
    pub reference: Option<String>,
    /// The state, or its documented default if the record has none. It is that of an earlier change if
    /// something else has changed.
    pub state: R::State,
    /// The status that the latest callback before the read claims: unverified, since anyone who knows the
    /// path can send it. `None` if no callback had one.
    pub hint: Option<R::Hint>,
    /// When the record was changed last, according to the record. `None` if it does not show that.
    pub updated_at: Option<Timestamp>,
    /// The whole response.
    pub output: R::Output,
}

impl<R: Refetch> RecordChanged<R> {
    /// A change, as a read of the record shows it.
    pub fn new(
        id: R::Id,
        reference: Option<String>,
        state: R::State,
        hint: Option<R::Hint>,
        output: R::Output,
    ) -> Self {
        Self {
            id,
            reference,
            state,
            hint,
            updated_at: R::updated_at(&output),
            output,
        }
    }
}

impl<R: Refetch<Output: Clone>> Clone for RecordChanged<R> {
    fn clone(&self) -> Self {
        Self {
            id: self.id.clone(),
            reference: self.reference.clone(),
            state: self.state.clone(),
            hint: self.hint.clone(),
            updated_at: self.updated_at,
            output: self.output.clone(),
        }
    }
}

impl<R: Refetch> fmt::Debug for RecordChanged<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The output is omitted because it has personal data.
        let reference = self.reference.as_deref().map(sanitize);
        let hint = self.hint.as_ref().map(|hint| sanitize(&hint.to_string()));
        f.debug_struct("RecordChanged")
            .field("id", &sanitize(&self.id.to_string()))
            .field("reference", &reference)
            .field("state", &sanitize(&self.state.to_string()))
            .field("hint", &hint)
            .field("updated_at", &self.updated_at)
            .finish_non_exhaustive()
    }
}
