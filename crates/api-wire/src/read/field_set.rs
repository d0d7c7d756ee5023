//! Which fields of a record have come.

use std::collections::BTreeMap;

/// A set of small numbers, on the stack as long as they are below 256.
pub(crate) struct Seen {
    near: [u64; 4],
    far: BTreeMap<usize, u64>,
}

impl Seen {
    pub(crate) fn new() -> Self {
        Seen {
            near: [0; 4],
            far: BTreeMap::new(),
        }
    }

    /// Puts a number in, and says whether it was there.
    #[inline]
    pub(crate) fn set(&mut self, index: usize) -> bool {
        let bit = 1 << (index % 64);
        let word = match self.near.get_mut(index / 64) {
            Some(word) => word,
            None => self.far.entry(index / 64).or_default(),
        };
        let had = *word & bit != 0;
        *word |= bit;
        had
    }

    pub(crate) fn has(&self, index: usize) -> bool {
        let word = self
            .near
            .get(index / 64)
            .or_else(|| self.far.get(&(index / 64)));
        word.is_some_and(|word| word & (1 << (index % 64)) != 0)
    }
}
