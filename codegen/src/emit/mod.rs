//! The IR to files. All emitters read the same IR.

mod api_description;
mod client;
mod decisions;
mod facts;
mod json_schema;
mod model;
mod openapi;
mod prose;
mod readme;
pub(crate) mod rust;
mod versions;

use std::panic::resume_unwind;
use std::thread;

use crate::file_tree::FileTree;
use crate::ir::{self, Spec};

/// All files of all packages. Crates and documents take about the same time, so each has a thread.
pub(crate) fn emit(spec: &Spec) -> FileTree {
    let (mut tree, documents) = thread::scope(|scope| {
        let documents = scope.spawn(|| documents(spec));
        (crates(spec), documents.join())
    });
    let documents = documents.unwrap_or_else(|panic| resume_unwind(panic));
    for (path, text) in documents.0 {
        tree.add(path, text);
    }
    tree
}

/// The crates of models and clients.
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
    tree
}

/// The OpenAPI documents, the pages of the guide, the JSON Schemas, and the list of all types for tests.
fn documents(spec: &Spec) -> FileTree {
    let mut tree = FileTree::default();
    api_description::description(spec, &mut tree);
    let trees = ir::package_trees(spec);
    versions::pages(spec, &trees, &mut tree);
    decisions::page(spec, &trees, &mut tree);
    json_schema::schemas(&mut tree);
    facts::list(spec, &mut tree);
    tree
}
