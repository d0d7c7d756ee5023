//! What the documents leave open.

use serde::Serialize;

use crate::ir::set;
use crate::source::Span;

/// Unknowns and conflicts.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct OpenQuestions {
    /// What the documents do not show, each with its place.
    #[serde(serialize_with = "set")]
    pub(crate) unknowns: Vec<(String, Span)>,
    /// What the documents say in two ways, each with its place.
    #[serde(serialize_with = "set")]
    pub(crate) conflicts: Vec<(Conflict, Span)>,
}

/// Two statements that do not agree.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Conflict {
    pub(crate) says: String,
    pub(crate) but: String,
    /// What the crates do.
    pub(crate) so: String,
}
