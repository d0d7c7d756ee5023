//! The crate that holds the OpenAPI documents.

use crate::emit::openapi;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::{manifest, render};
use crate::file_tree::{FileTree, MARK};
use crate::ir::{House, Set};

/// The crate that holds the OpenAPI documents of all APIs.
pub(crate) fn description(house: &House, tree: &mut FileTree) {
    let root = "crates/api-description";
    let apis: Vec<(usize, &Set)> = house
        .sets
        .iter()
        .enumerate()
        .filter(|(_, set)| set.is_api)
        .collect();
    let mut constants = String::new();
    let mut rows = String::new();
    for (at, set) in &apis {
        tree.add(
            format!("{root}/openapi/{}.json", set.name),
            openapi::document(house, *at),
        );
        let constant = set.name.to_uppercase().replace('-', "_");
        let doc = render::doc_text(
            "///",
            &Docs::of(&format!("{}, as an OpenAPI 3.1 document.", set.title)).lines(),
        );
        constants.push_str(&format!(
            "\n{doc}pub const {constant}: &str = include_str!(\"../openapi/{}.json\");\n",
            set.name
        ));
        rows.push_str(&format!("    (\"{}\", {constant}),\n", set.name));
    }
    let text = format!(
        "// {MARK}\n\n//! The APIs as OpenAPI 3.1 documents, made from the same description as the clients.\n{constants}\n\
         /// All documents, by the name of the API.\npub const ALL: &[(&str, &str)] = &[\n{rows}];\n"
    );
    tree.add(format!("{root}/src/lib.rs"), text);
    tree.add(format!("{root}/Cargo.toml"), manifest::description());
    tree.add(
        format!("{root}/README.md"),
        crate::emit::readme::description(&apis),
    );
}
