//! Model crates: records, bodies, enums and ids, a module for each resource.

mod body;
mod callback;
mod defaults;
mod enumeration;
mod module;
mod record;

use crate::emit::model::module::module;
use crate::emit::readme;
use crate::emit::rust::render::Chunk;
use crate::emit::rust::{crate_root, manifest};
use crate::file_tree::FileTree;
use crate::ir::Spec;

/// The model crate of a package.
pub(crate) fn emit_crate(spec: &Spec, index: usize, tree: &mut FileTree) {
    let package = &spec.packages[index];
    let root = format!("crates/{}", package.model_package());
    let mut modules = Vec::new();
    let mut own = Vec::new();
    for resource in &package.resources {
        let names: Vec<String> = resource.type_names().cloned().collect();
        if names.is_empty() {
            continue;
        }
        tree.add(
            format!("{root}/src/{}.rs", resource.name),
            module(spec, index, resource),
        );
        modules.push(resource.name.clone());
        own.push((resource.name.clone(), names));
    }
    // The types of fields, so that a service can name them.
    let types = [
        "CaseInsensitive",
        "Change",
        "Extra",
        "Id",
        "Json",
        "Redacted",
        "Secret",
    ];
    let mut others = vec![
        ("api_wire".to_owned(), types.map(str::to_owned).to_vec()),
        (String::new(), vec!["api_wire".to_owned()]),
    ];
    for (used, names) in spec.imported_types(index) {
        let path = crate::names::crate_ident(&spec.packages[used].model_package());
        others.push((path, names));
    }
    let mut chunks = vec![Chunk::Modules(modules)];
    for names_by_path in [own, others] {
        chunks.push(Chunk::Uses {
            public: true,
            names_by_path,
        });
    }
    tree.add(
        format!("{root}/src/lib.rs"),
        crate_root::root(package, chunks),
    );
    tree.add(format!("{root}/Cargo.toml"), manifest::model(spec, index));
    tree.add(format!("{root}/README.md"), readme::model(spec, index));
}
