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
    let mut chunks = vec![Chunk::Modules(modules)];
    for (module, names) in own {
        chunks.push(Chunk::Use {
            public: true,
            path: module,
            names,
        });
    }
    for (used, names) in spec.imported_types(index) {
        let path = crate::names::crate_ident(&spec.packages[used].model_package());
        chunks.push(Chunk::Use {
            public: true,
            path,
            names,
        });
    }
    // What fields are made of, so that a service can name it.
    let parts = [
        "CaseInsensitive",
        "Change",
        "Extra",
        "Id",
        "Json",
        "Redacted",
        "Secret",
    ];
    chunks.push(Chunk::Use {
        public: true,
        path: "api_wire".to_owned(),
        names: parts.map(str::to_owned).to_vec(),
    });
    chunks.push(Chunk::Use {
        public: true,
        path: "".to_owned(),
        names: vec!["api_wire".to_owned()],
    });
    tree.add(
        format!("{root}/src/lib.rs"),
        crate_root::root(package, chunks),
    );
    tree.add(format!("{root}/Cargo.toml"), manifest::model(spec, index));
    tree.add(format!("{root}/README.md"), readme::model(spec, index));
}
