//! Sets of fields.

use crate::record::schema::MAX_FIELDS;

const WORDS: usize = MAX_FIELDS / 64;

/// Indices of fields, as a bit set on the stack.
pub(crate) struct FieldSet([u64; WORDS]);

impl FieldSet {
    pub(crate) fn new() -> Self {
        FieldSet([0; WORDS])
    }

    /// Inserts an index, and returns whether it was in the set already.
    #[inline]
    pub(crate) fn insert(&mut self, index: usize) -> bool {
        let bit = 1 << (index % 64);
        // A schema has no index past the last word.
        let Some(word) = self.0.get_mut(index / 64) else {
            return false;
        };
        let was_set = *word & bit != 0;
        *word |= bit;
        was_set
    }

    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0
            .get(index / 64)
            .is_some_and(|word| word & (1 << (index % 64)) != 0)
    }
}
