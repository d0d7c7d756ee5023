//! What the documents leave open.

use crate::source::Span;

/// What the documents do not show, and what they say in two ways.
#[derive(Clone, Debug, Default)]
pub struct OpenQuestions {
    /// What the documents do not show, each with its place.
    pub unknowns: Vec<(String, Span)>,
    /// What the documents say in two ways, each with its place.
    pub conflicts: Vec<(Conflict, Span)>,
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
