//! The IR to files. All emitters read the same IR.

mod api_description;
mod client;
mod decisions;
mod json_schema;
mod model;
mod openapi;
mod prose;
mod readme;
pub(crate) mod rust;
mod typescript;
mod versions;

use crate::file_tree::FileTree;
use crate::ir::{self, Spec};

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
    let trees = ir::package_trees(spec);
    versions::pages(spec, &trees, &mut tree);
    decisions::page(spec, &trees, &mut tree);
    json_schema::schemas(&mut tree);
    tree
}
