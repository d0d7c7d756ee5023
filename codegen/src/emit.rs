//! The intermediate form into files. Every emitter reads the same form, and only `layout` decides about white space.

mod api_description;
mod client;
mod example;
mod json_schema;
mod model;
mod openapi;
mod readme;
mod rust;
mod typescript;

use crate::file_tree::FileTree;
use crate::ir::House;

/// All files of all sets.
pub(crate) fn emit(house: &House) -> FileTree {
    let mut tree = FileTree::default();
    for set in 0..house.sets.len() {
        model::crate_of(house, set, &mut tree);
        if house.sets[set].is_api {
            client::crate_of(house, set, &mut tree);
        }
    }
    api_description::description(house, &mut tree);
    json_schema::schemas(&mut tree);
    tree
}
