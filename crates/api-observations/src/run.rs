//! One run of a process that observed responses.

use std::collections::{BTreeMap, BTreeSet};

use crate::key::Key;
use crate::shape::Shape;

/// The maximum number of venues that a run distinguishes.
pub const MAX_VENUES: usize = 64;

/// What one run of a process observed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// A random identifier, in hexadecimal digits.
    pub id: String,
    /// The first day: `2026-11-21`.
    pub since: String,
    /// The last day.
    pub until: String,
    /// The fingerprint of the key with which venues were hashed: hashes with different keys cannot
    /// be compared.
    pub venue_key: String,
    /// The keyed hashes of the venues.
    pub venues: BTreeSet<u64>,
    /// The number of responses that were counted.
    pub responses: u64,
    /// The number of responses that were not, because only a sample is.
    pub skipped: u64,
    /// The number of values that were not counted for lack of memory.
    pub dropped: u64,
    /// The shapes, and the hashes of the venues where each was seen.
    pub shapes: BTreeMap<Key, (Shape, BTreeSet<u64>)>,
}

impl Run {
    /// Empty observations of a run with this id.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            ..Self::default()
        }
    }

    /// The line before its shapes.
    pub(crate) fn numbers(&self) -> [(&'static str, u64); 3] {
        [
            ("responses", self.responses),
            ("skipped", self.skipped),
            ("dropped", self.dropped),
        ]
    }
}
