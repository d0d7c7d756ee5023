//! Unknowns and conflicts, with their spans.

use crate::ir::{Conflict, OpenQuestions};
use crate::language::{self, Spanned};

/// The unknowns and conflicts of an item, each with its place.
pub(crate) fn open_questions(
    unknowns: &[Spanned<String>],
    conflicts: &[Spanned<language::Conflict>],
) -> OpenQuestions {
    OpenQuestions {
        unknowns: unknowns
            .iter()
            .map(|unknown| (unknown.value.clone(), unknown.span.clone()))
            .collect(),
        conflicts: conflicts
            .iter()
            .map(|conflict| {
                let span = conflict.span.clone();
                let conflict = Conflict {
                    says: conflict.says.clone(),
                    but: conflict.but.clone(),
                    so: conflict.so.clone(),
                };
                (conflict, span)
            })
            .collect(),
    }
}
