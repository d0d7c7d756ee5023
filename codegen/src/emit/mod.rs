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
mod versions;

use crate::emit::rust::types::{Types, holds_itself};
use crate::file_tree::FileTree;
use crate::ir::{Field, Spec};
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
    versions::emit_pages(spec, &mut tree);
    versions::emit_crates(spec, &mut tree);
    json_schema::schemas(&mut tree);
    tree
}

/// The Rust type of a field of a record, or else of a request.
pub(crate) fn field_type(
    spec: &Spec,
    package: usize,
    owner: &str,
    field: &Field,
    is_record: bool,
) -> String {
    let mut types = Types::in_model(spec);
    let tokens = match is_record {
        true => {
            let boxed = holds_itself(spec, package, owner, field);
            types.record_field_type(field, boxed)
        }
        false => types.body_field_type(field),
    };
    tokens.to_string().replace(' ', "")
}
