//! The crate that holds the OpenAPI documents.

use std::cmp::Reverse;

use crate::emit::openapi;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::manifest;
use crate::file_tree::{FileTree, header_of};
use crate::ir::{Package, Spec};

const ROOT: &str = "crates/api-description";

/// The crate that holds the OpenAPI documents of all APIs.
pub(crate) fn description(spec: &Spec, tree: &mut FileTree) {
    let packages = spec.packages.iter().enumerate();
    let mut apis: Vec<(usize, &Package)> = packages.filter(|(_, package)| package.is_api).collect();
    // Of the versions of an API, those that are not deprecated are first, and newer ones before older ones.
    apis.sort_by_key(|(_, package)| {
        let (name, version) = package.version().unwrap_or((&package.name, 0));
        (name, package.deprecated.is_some(), Reverse(version))
    });
    for (index, package) in &apis {
        let document = openapi::document(spec, *index);
        tree.add(format!("{ROOT}/openapi/{}.json", package.name), document);
    }
    tree.add(format!("{ROOT}/src/lib.rs"), library(&apis));
    tree.add(format!("{ROOT}/Cargo.toml"), manifest::description());
    tree.add(
        format!("{ROOT}/README.md"),
        crate::emit::readme::description(&apis),
    );
}

/// The constants.
fn library(apis: &[(usize, &Package)]) -> String {
    let mut constants = String::new();
    let mut rows = String::new();
    for (_, package) in apis {
        let name = &package.name;
        let constant = name.to_uppercase().replace('-', "_");
        let docs = Docs::of(&format!("{}, as an OpenAPI 3.1 document.", package.title));
        let docs = docs.text("///");
        constants.push_str(&format!(
            "\n{docs}pub const {constant}: &str = include_str!(\"../openapi/{name}.json\");\n"
        ));
        rows.push_str(&format!("    (\"{name}\", {constant}),\n"));
    }
    format!(
        "// {}\n\n//! OpenAPI 3.1 documents of the APIs, generated from the same spec as the clients.\n{constants}\n\
         /// All documents, each with the name of its API; of its versions, deprecated ones are last.\n\
         pub const ALL: &[(&str, &str)] = &[\n{rows}];\n",
        header_of("spec")
    )
}
