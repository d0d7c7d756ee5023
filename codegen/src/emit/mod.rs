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
use crate::ir::Spec;
use crate::join::join;

/// All files of all packages.
pub(crate) fn emit(spec: &Spec) -> FileTree {
    let documents = || {
        let mut tree = FileTree::default();
        api_description::description(spec, &mut tree);
        tree
    };
    // Half of the work each.
    let (documents, mut tree) = join(documents, || crates(spec));
    tree.extend(documents);
    tree
}

/// All files but the OpenAPI documents.
fn crates(spec: &Spec) -> FileTree {
    let mut tree = FileTree::default();
    for package in 0..spec.packages.len() {
        if spec.has_model(package) {
            model::emit_crate(spec, package, &mut tree);
        }
        if spec.packages[package].is_api {
            client::emit_crate(spec, package, &mut tree);
        }
    }
    versions::pages(spec, &mut tree);
    decisions::page(spec, &mut tree);
    json_schema::schemas(&mut tree);
    tree
}
