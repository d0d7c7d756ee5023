//! What the documents leave open.

use serde::Serialize;

use crate::ir::set;
pub(crate) use crate::language::Conflict;
use crate::language::Spanned;

/// Unknowns and conflicts.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct OpenQuestions {
    /// What the documents do not show.
    #[serde(serialize_with = "set")]
    pub(crate) unknowns: Vec<Spanned<String>>,
    /// What the documents say in two ways.
    #[serde(serialize_with = "set")]
    pub(crate) conflicts: Vec<Spanned<Conflict>>,
}

impl OpenQuestions {
    pub(crate) fn new(unknowns: &[Spanned<String>], conflicts: &[Spanned<Conflict>]) -> Self {
        Self {
            unknowns: unknowns.to_vec(),
            conflicts: conflicts.to_vec(),
        }
    }
}
