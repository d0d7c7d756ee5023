//! The crate that holds the OpenAPI documents.

use crate::emit::openapi;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::{manifest, render};
use crate::file_tree::{FileTree, header_of};
use crate::ir::{Package, Spec};

/// The crate that holds the OpenAPI documents of all APIs.
pub(crate) fn description(spec: &Spec, tree: &mut FileTree) {
    let root = "crates/api-description";
    let apis: Vec<(usize, &Package)> = spec
        .packages
        .iter()
        .enumerate()
        .filter(|(_, package)| package.is_api)
        .collect();
    let mut constants = String::new();
    let mut rows = String::new();
    for (index, package) in &apis {
        tree.add(
            format!("{root}/openapi/{}.json", package.name),
            openapi::document(spec, *index),
        );
        let constant = package.name.to_uppercase().replace('-', "_");
        let doc = render::doc_text(
            "///",
            &Docs::of(&format!("{}, as an OpenAPI 3.1 document.", package.title)).lines(),
        );
        constants.push_str(&format!(
            "\n{doc}pub const {constant}: &str = include_str!(\"../openapi/{}.json\");\n",
            package.name
        ));
        rows.push_str(&format!("    (\"{}\", {constant}),\n", package.name));
    }
    let text = format!(
        "// {}\n\n//! OpenAPI 3.1 documents of the APIs, generated from the same spec as the clients.\n{constants}\n\
         /// All documents, by API name.\npub const ALL: &[(&str, &str)] = &[\n{rows}];\n",
        header_of("spec")
    );
    tree.add(format!("{root}/src/lib.rs"), text);
    tree.add(format!("{root}/Cargo.toml"), manifest::description());
    tree.add(
        format!("{root}/README.md"),
        crate::emit::readme::description(&apis),
    );
}
