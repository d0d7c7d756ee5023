//! Typed files into the intermediate form: names are resolved, differences applied, and everything is checked that the
//! shape of the files cannot tell.

mod api;
mod fields;
mod guarded;
mod listings;
mod operations;
mod read_back;
mod records;
mod symbols;
mod together;

use std::collections::HashSet;

use crate::diagnostics::{Mistakes, Place};
use crate::ir::{Conflict, Doubts, House};
use crate::language;
use crate::load::{Loaded, SetFiles};
use crate::node::Node;

use symbols::Symbols;

/// What every part of this stage needs.
pub(crate) struct Context<'a> {
    pub(crate) files: &'a [SetFiles],
    pub(crate) symbols: Symbols,
    /// Records and bodies that miss fields because of a mistake that is noted already.
    pub(crate) incomplete: HashSet<(usize, String)>,
    /// Whether fields are being taken over: their marks are checked where they stand, not where they are taken to.
    pub(crate) taking_over: bool,
    pub(crate) mistakes: &'a mut Mistakes,
}

/// Lowers all sets.
pub(crate) fn lower(loaded: &Loaded, mistakes: &mut Mistakes) -> House {
    let files = loaded.sets.as_slice();
    let symbols = Symbols::collect(loaded, mistakes);
    let mut context = Context {
        files,
        symbols,
        incomplete: HashSet::new(),
        taking_over: false,
        mistakes,
    };
    let mut sets: Vec<_> = (0..files.len())
        .map(|set| api::set(&mut context, set))
        .collect();
    for (at, set) in sets.iter_mut().enumerate() {
        set.resources = (0..files[at].resources.len())
            .map(|resource| records::resource(&mut context, set, at, resource))
            .collect();
    }
    let house = House::of(sets);
    operations::check_together(&mut context, &house);
    together::check(&mut context, &house);
    house
}

/// The unknowns and conflicts of an item, each with its place.
fn doubts(node: &Node, unknowns: &[String], conflicts: &[language::Conflict]) -> Doubts {
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
