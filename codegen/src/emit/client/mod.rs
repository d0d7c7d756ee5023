//! Client crates: the API's marker, its credentials and environments, and its operations as values.

mod api;
mod browser_sdk;
mod callback_confirmation;
mod client_values;
mod credentials;
mod exports;
mod module;
mod operation;
mod operation_docs;
mod pagination;
mod proof;
mod readme;
mod response;
mod route;
mod unique_key;

pub(crate) use api::CLIENT_VALUES;
pub(crate) use browser_sdk::event_handler;
pub(crate) use operation::route_type;

use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::decisions::Decisions;
use crate::emit::rust::{crate_root, deprecation, manifest};
use crate::file_tree::FileTree;
use crate::ir::{BrowserSdk, Resource, Spec};
use crate::names;

/// The client crate of an API.
pub(crate) fn emit_crate(spec: &Spec, index: usize, tree: &mut FileTree) {
    let package = &spec.packages[index];
    let root = format!("crates/{}", package.client_package());
    let exports = emit_modules(spec, index, &root, tree);
    let modules = exports.iter().map(|(module, _)| module.clone());
    let mut chunks: Vec<Chunk> = deprecation::allow(spec, index).into_iter().collect();
    let decisions = Decisions::of_operations(package).emit(package, &root, "crate::model", tree);
    chunks.push(Chunk::Modules(modules.collect()));
    chunks.extend(decisions);
    chunks.extend([Chunk::Text(
        "#[cfg(feature = \"testing\")]\npub use api_runtime::testing;\n".to_owned(),
    )]);
    let mut exported = vec![
        ("api_runtime".to_owned(), exports::runtime_names(package)),
        ("api_wire".to_owned(), exports::wire_names()),
        (String::new(), exported_crates(spec, index)),
    ];
    if package.confirms_callbacks() {
        exported.push(("api_callbacks".to_owned(), vec!["Refetch".to_owned()]));
    }
    for names_by_path in [exports, exported] {
        chunks.push(Chunk::Uses {
            public: true,
            names_by_path,
        });
    }
    let readme = readme::readme(spec, index);
    let operations = package
        .operations()
        .map(|operation| operation.rust.as_str());
    let operations: Vec<&str> = operations.collect();
    tree.add(
        format!("{root}/src/lib.rs"),
        crate_root::root(package, &crate_root::notes(package), chunks, &operations),
    );
    tree.add(format!("{root}/Cargo.toml"), manifest::client(spec, index));
    tree.add(format!("{root}/README.md"), readme);
}

/// Emits the modules; returns each with the names that the crate root re-exports of it.
fn emit_modules(
    spec: &Spec,
    index: usize,
    root: &str,
    tree: &mut FileTree,
) -> Vec<(String, Vec<String>)> {
    let package = &spec.packages[index];
    let mut exports = vec![
        ("api".to_owned(), api::names_of(package)),
        (
            "credentials".to_owned(),
            package
                .auth
                .iter()
                .map(|auth| names::type_of(&auth.name))
                .collect(),
        ),
    ];
    tree.add(format!("{root}/src/api.rs"), api::module(package));
    tree.add(
        format!("{root}/src/credentials.rs"),
        credentials::module(package),
    );
    for resource in &package.resources {
        if let Some(names) = emit_resource(spec, index, resource, root, tree) {
            exports.push((resource.name.clone(), names));
        }
    }
    exports
}

/// The crates that the crate root re-exports.
fn exported_crates(spec: &Spec, index: usize) -> Vec<String> {
    let package = &spec.packages[index];
    let mut crates = vec!["api_runtime".to_owned()];
    if spec.has_model(index) {
        let model = names::crate_ident(&package.model_package());
        crates.push(format!("{model} as model"));
    }
    if package.has_browser_sdk() {
        crates.push("api_browser as browser".to_owned());
    }
    if package.confirms_callbacks() {
        crates.push("api_callbacks as callback".to_owned());
    }
    crates
}

/// The module of a resource; returns the names that the crate root re-exports.
fn emit_resource(
    spec: &Spec,
    index: usize,
    resource: &Resource,
    root: &str,
    tree: &mut FileTree,
) -> Option<Vec<String>> {
    let path = format!("{root}/src/{}.rs", resource.name);
    if let Some(sdk) = &resource.browser_sdk {
        tree.add(path, browser_sdk::module(spec, index, resource, sdk));
        let required = sdk
            .constructor_form()
            .required_struct(BrowserSdk::CONFIGURATION);
        let names = std::iter::once(BrowserSdk::CONFIGURATION.to_owned());
        return Some(names.chain(required).collect());
    }
    if resource.operations.is_empty() {
        return None;
    }
    tree.add(path, module::module(spec, index, resource));
    let operations = || resource.operations.iter();
    let with_routes = operations().filter(|operation| operation.routes.len() > 1);
    let routes = with_routes.map(operation::route_type);
    let names = operations().map(|operation| operation.rust.clone());
    let required = operations().filter_map(|operation| operation.required_struct());
    Some(names.chain(routes).chain(required).collect())
}
