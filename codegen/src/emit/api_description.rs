//! The crate that holds the OpenAPI documents.

use crate::emit::openapi;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::{manifest, render};
use crate::file_tree::{FileTree, header_of};
use crate::ir::{Package, Spec};

const ROOT: &str = "crates/api-description";

/// The crate that holds the OpenAPI documents of all APIs, in two editions.
pub(crate) fn description(spec: &Spec, tree: &mut FileTree) {
    let apis: Vec<(usize, &Package)> = spec
        .packages
        .iter()
        .enumerate()
        .filter(|(_, package)| package.is_api)
        .collect();
    for (index, package) in &apis {
        let name = &package.name;
        let exact = openapi::document(spec, *index);
        let strict = openapi::strict_document(spec, *index);
        tree.add(format!("{ROOT}/openapi/{name}.json"), exact);
        tree.add(format!("{ROOT}/openapi/strict/{name}.json"), strict);
    }
    let exact = module(
        "OpenAPI 3.1 documents of the APIs, generated from the same spec as the clients.\n\n\
         The constants here are the exact edition; those in [`strict`] are the edition for client generators.",
        "an OpenAPI 3.1 document",
        "",
        &apis,
    );
    let strict = module(
        "The strict edition of the documents, for client generators: one type for each value, and named schemas.",
        "an OpenAPI 3.1 document for client generators",
        "strict/",
        &apis,
    );
    let exact = exact.replacen("\n\n///", "\n\npub mod strict;\n\n///", 1);
    tree.add(format!("{ROOT}/src/lib.rs"), exact);
    tree.add(format!("{ROOT}/src/strict.rs"), strict);
    tree.add(format!("{ROOT}/Cargo.toml"), manifest::description());
    tree.add(
        format!("{ROOT}/README.md"),
        crate::emit::readme::description(&apis),
    );
}

/// The constants of an edition.
fn module(doc: &str, kind: &str, folder: &str, apis: &[(usize, &Package)]) -> String {
    let doc: String = doc
        .lines()
        .map(|line| format!("//! {line}").trim_end().to_owned() + "\n")
        .collect();
    let mut constants = String::new();
    let mut rows = String::new();
    for (_, package) in apis {
        let name = &package.name;
        let constant = name.to_uppercase().replace('-', "_");
        let docs = Docs::of(&format!("{}, as {kind}.", package.title));
        let docs = render::doc_text("///", &docs.lines());
        constants.push_str(&format!(
            "\n{docs}pub const {constant}: &str = include_str!(\"../openapi/{folder}{name}.json\");\n"
        ));
        rows.push_str(&format!("    (\"{name}\", {constant}),\n"));
    }
    format!(
        "// {}\n\n{doc}{constants}\n\
         /// All documents, by API name.\npub const ALL: &[(&str, &str)] = &[\n{rows}];\n",
        header_of("spec")
    )
}
