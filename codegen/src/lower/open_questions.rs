//! Unknowns and conflicts, with their spans.

use crate::ir::{Conflict, OpenQuestions};
use crate::language;
use crate::load::tree::Node;
use crate::source::Span;

/// The unknowns and conflicts of an item, each with its place.
pub(crate) fn open_questions(
    node: &Node,
    unknowns: &[String],
    conflicts: &[language::Conflict],
) -> OpenQuestions {
    let span = |key: &str, index: usize| -> Span {
        let list = node.get(key).map_or(&[][..], Node::items);
        list.get(index)
            .map_or(&node.span, |item| &item.span)
            .clone()
    };
    OpenQuestions {
        unknowns: unknowns
            .iter()
            .enumerate()
            .map(|(index, text)| (text.clone(), span("unknowns", index)))
            .collect(),
        conflicts: conflicts
            .iter()
            .enumerate()
            .map(|(index, conflict)| {
                let conflict = Conflict {
                    says: conflict.says.clone(),
                    but: conflict.but.clone(),
                    so: conflict.so.clone(),
                };
                (conflict, span("conflicts", index))
            })
            .collect(),
    }
}
