//! What the documents leave open.

use crate::source::Place;

/// What the documents do not show, and what they say in two ways.
#[derive(Clone, Debug, Default)]
pub struct Doubts {
    /// What the documents do not show, each with its place.
    pub unknowns: Vec<(String, Place)>,
    /// What the documents say in two ways, each with its place.
    pub conflicts: Vec<(Conflict, Place)>,
}

/// Two statements that do not agree.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The one.
    pub says: String,
    /// The other.
    pub but: String,
    /// What the crates do.
    pub so: String,
}
