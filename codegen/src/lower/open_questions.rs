//! Unknowns and conflicts, with their spans.

use crate::ir::{Conflict, Doubts};
use crate::language;
use crate::load::tree::Node;
use crate::source::Place;

/// The unknowns and conflicts of an item, each with its place.
pub(crate) fn doubts(node: &Node, unknowns: &[String], conflicts: &[language::Conflict]) -> Doubts {
    let place = |key: &str, at: usize| -> Place {
        let list = node.get(key).map_or(&[][..], Node::items);
        list.get(at).map_or(&node.place, |item| &item.place).clone()
    };
    Doubts {
        unknowns: unknowns
            .iter()
            .enumerate()
            .map(|(at, text)| (text.clone(), place("unknowns", at)))
            .collect(),
        conflicts: conflicts
            .iter()
            .enumerate()
            .map(|(at, conflict)| {
                let conflict = Conflict {
                    says: conflict.says.clone(),
                    but: conflict.but.clone(),
                    so: conflict.so.clone(),
                };
                (conflict, place("conflicts", at))
            })
            .collect(),
    }
}
