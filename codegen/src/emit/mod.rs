//! The IR to files. All emitters read the same IR.

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
use crate::ir::Spec;

/// All files of all packages.
pub(crate) fn emit(spec: &Spec) -> FileTree {
    let mut tree = FileTree::default();
    for package in 0..spec.packages.len() {
        if spec.has_model(package) {
            model::emit_crate(spec, package, &mut tree);
        }
        if spec.packages[package].is_api {
            client::emit_crate(spec, package, &mut tree);
        }
    }
    api_description::description(spec, &mut tree);
    json_schema::schemas(&mut tree);
    tree
}
