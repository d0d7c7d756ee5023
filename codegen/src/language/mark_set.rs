//! Sets of marks.

use crate::language::mark::Mark;

/// A set of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(u32);

const _: () = assert!(Mark::ALL.len() <= u32::BITS as usize);

impl Marks {
    pub(crate) fn has(self, mark: Mark) -> bool {
        self.0 & Self::bit(mark) != 0
    }

    pub(crate) fn set(&mut self, mark: Mark, is_set: bool) {
        match is_set {
            true => self.0 |= Self::bit(mark),
            false => self.0 &= !Self::bit(mark),
        }
    }

    fn bit(mark: Mark) -> u32 {
        1 << mark as u32
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Self {
        let bits = marks.into_iter().map(Self::bit);
        Self(bits.fold(0, |all, bit| all | bit))
    }
}
