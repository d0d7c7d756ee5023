//! Converted records.

use api_wire::Json;

/// A record of another version.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Converted<T> {
    /// The record of the other version. It has the unknown fields and the mismatches of the original.
    pub value: T,
    /// The values that it cannot keep.
    pub lost: Vec<Lost>,
}

impl<T> Converted<T> {
    pub(crate) fn new(value: T, lost: Vec<Lost>) -> Self {
        Self { value, lost }
    }

    /// The value, if nothing was lost.
    ///
    /// # Errors
    ///
    /// What was lost.
    pub fn into_lossless(self) -> Result<T, Vec<Lost>> {
        match self.lost.is_empty() {
            true => Ok(self.value),
            false => Err(self.lost),
        }
    }
}

/// A value that the record of the other version cannot keep.
///
/// `Debug` prints kind and size of the value, never the value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lost {
    /// Where the original has it: a JSON pointer of wire names, such as `/items/0/ticketId`.
    pub pointer: String,
    /// The value.
    pub value: Json,
    /// The reason.
    pub reason: &'static str,
}
