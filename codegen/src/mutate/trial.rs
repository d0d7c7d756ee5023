//! What becomes of a mutant.

use super::Mutant;
use crate::fact_list::FactLists;
use crate::source::Sources;

/// What becomes of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The generator rejects it.
    Rejected,
    /// A fact list differs from it.
    Caught,
    /// It means the same as the original.
    WithoutEffect,
    /// It means something else, and no list differs from it.
    Survived,
}

impl Mutant {
    /// Applies the mutant to the spec that it was made from, and compares the result with fact lists
    /// that agree with that spec.
    pub fn fate(&self, sources: &Sources, lists: &FactLists) -> Fate {
        let mutated = self.apply(sources);
        match lists.compare(&mutated) {
            Err(_) => Fate::Rejected,
            Ok(mismatches) if !mismatches.is_empty() => Fate::Caught,
            Ok(_) => match crate::diff(sources, &mutated) {
                Ok(diff) if diff.is_empty() => Fate::WithoutEffect,
                _ => Fate::Survived,
            },
        }
    }
}
