//! What identifies a record that is to be read.

/// The id of a record, and the reference that it must have.
///
/// While a record is being created, a callback alone claims that an id and a reference belong
/// together. Keys with the same id and different references are different keys, so that a false
/// claim cannot replace a true one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RecordKey<I> {
    /// The id.
    pub id: I,
    /// The reference of the [`KnownRecord`](crate::KnownRecord) that the store found.
    pub reference: Option<String>,
}

impl<I> RecordKey<I> {
    /// The key of a record with this id and reference.
    pub fn new(id: I, reference: Option<String>) -> Self {
        Self { id, reference }
    }
}
