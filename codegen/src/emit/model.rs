//! Model crates: records, bodies, enums and ids, a module for each resource.

mod body;
mod callback;
mod defaults;
mod enumeration;
mod module;
mod record;

use crate::emit::model::module::{declared, module};
use crate::emit::readme;
use crate::emit::rust::render::Piece;
use crate::emit::rust::{crate_root, manifest};
use crate::file_tree::FileTree;
use crate::ir::House;

/// The model crate of a set; a set that declares no types has none.
pub(crate) fn crate_of(house: &House, at: usize, tree: &mut FileTree) {
    let set = &house.sets[at];
    let package = set.model_package();
    let root = format!("crates/{package}");
    let mut modules = Vec::new();
    let mut own = Vec::new();
    for resource in &set.resources {
        let names = declared(resource);
        if names.is_empty() {
            continue;
        }
        tree.add(
            format!("{root}/src/{}.rs", resource.name),
            module(house, at, resource),
        );
        modules.push(resource.name.clone());
        own.push((resource.name.clone(), names));
    }
    let mut pieces = vec![Piece::Modules(modules)];
    for (module, names) in own {
        pieces.push(Piece::Use {
            public: true,
            path: module,
            names,
        });
    }
    for (used, names) in house.imported_types(at) {
        let path = crate::names::crate_ident(&house.sets[used].model_package());
        pieces.push(Piece::Use {
            public: true,
            path,
            names,
        });
    }
    // What fields are made of, so that a service can name it.
    let parts = ["CaseInsensitive", "Change", "Extra", "Id", "Json", "Secret"];
    pieces.push(Piece::Use {
        public: true,
        path: "api_wire".to_owned(),
        names: parts.map(str::to_owned).to_vec(),
    });
    pieces.push(Piece::Use {
        public: true,
        path: "".to_owned(),
        names: vec!["api_wire".to_owned()],
    });
    tree.add(format!("{root}/src/lib.rs"), crate_root::root(set, pieces));
    tree.add(format!("{root}/Cargo.toml"), manifest::model(house, at));
    tree.add(format!("{root}/README.md"), readme::model(house, at));
}
