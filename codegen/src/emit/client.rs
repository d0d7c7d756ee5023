//! Client crates: the API's marker, its credentials and environments, and its operations as values.

mod api;
mod browser_sdk;
mod callback_confirmation;
mod constructors;
mod credentials;
mod module;
mod operation;
mod operation_docs;
mod pagination;
mod request;
mod response;
mod route;
mod unique_key;

use crate::emit::readme;
use crate::emit::rust::render::Chunk;
use crate::emit::rust::{crate_root, manifest};
use crate::file_tree::FileTree;
use crate::ir::{Operation, Spec};
use crate::names;

/// The client crate of an API.
pub(crate) fn emit_crate(spec: &Spec, index: usize, tree: &mut FileTree) {
    let package = &spec.packages[index];
    let root = format!("crates/{}", package.client_package());
    let mut modules = vec!["api".to_owned(), "credentials".to_owned()];
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
    tree.add(format!("{root}/src/blocking.rs"), api::blocking(package));
    tree.add(
        format!("{root}/src/credentials.rs"),
        credentials::module(package),
    );
    for resource in &package.resources {
        if let Some(sdk) = &resource.browser_sdk {
            modules.push(resource.name.clone());
            exports.push((
                resource.name.clone(),
                vec![browser_sdk::CONFIGURATION.to_owned()],
            ));
            tree.add(
                format!("{root}/src/{}.rs", resource.name),
                browser_sdk::module(spec, index, resource, sdk),
            );
            tree.add(
                format!("{root}/typescript/index.d.ts"),
                crate::emit::typescript::typings(spec, index, sdk),
            );
        }
        if resource.operations.is_empty() {
            continue;
        }
        tree.add(
            format!("{root}/src/{}.rs", resource.name),
            module::module(spec, index, resource),
        );
        modules.push(resource.name.clone());
        let mut own: Vec<String> = resource
            .operations
            .iter()
            .map(|operation| operation.rust.clone())
            .collect();
        own.extend(
            resource
                .operations
                .iter()
                .filter(|operation| operation.routes.len() > 1)
                .map(operation::route_type),
        );
        exports.push((resource.name.clone(), own));
    }
    let mut chunks = vec![
        Chunk::Modules(modules),
        Chunk::Text("#[cfg(feature = \"blocking\")]\npub mod blocking;\n".to_owned()),
    ];
    for (path, names) in exports {
        chunks.push(Chunk::Use {
            public: true,
            path,
            names,
        });
    }
    let mut runtime = vec![
        "Attempt",
        "AttemptResult",
        "BoxFuture",
        "Bytes",
        "Error",
        "ErrorKind",
        "Hook",
        "Method",
        "Outcome",
        "Page",
        "RawRequest",
        "RawResponse",
        "RequestOptions",
        "Response",
        "Secret",
        "Transport",
        "TransportError",
        "Wrapped",
        "api_wire",
        "http",
    ];
    if package.confirms_callbacks() {
        runtime.push("Watch");
    }
    let has = |is: fn(&Operation) -> bool| {
        let mut operations = package.resources.iter().flat_map(|one| &one.operations);
        operations.any(is)
    };
    if has(|operation| operation.find_by.is_some()) {
        runtime.push("Created");
    }
    if has(Operation::supports_sync) {
        runtime.extend(["IncrementalSync", "WatermarkFile", "WatermarkStore"]);
    }
    chunks.push(Chunk::Use {
        public: true,
        path: "api_runtime".to_owned(),
        names: runtime.into_iter().map(str::to_owned).collect(),
    });
    chunks.push(Chunk::Use {
        public: true,
        path: "api_wire".to_owned(),
        names: vec!["jiff".to_owned(), "rust_decimal".to_owned()],
    });
    let mut crates = vec![
        "api_runtime".to_owned(),
        format!("{} as model", names::crate_ident(&package.model_package())),
    ];
    if package.has_browser_sdk() {
        crates.push("api_browser as browser".to_owned());
    }
    if package.confirms_callbacks() {
        chunks.push(Chunk::Use {
            public: true,
            path: "api_callbacks".to_owned(),
            names: vec!["Refetch".to_owned()],
        });
        crates.push("api_callbacks as callback".to_owned());
    }
    chunks.push(Chunk::Use {
        public: true,
        path: "".to_owned(),
        names: crates,
    });
    tree.add(
        format!("{root}/src/lib.rs"),
        crate_root::root(package, chunks),
    );
    tree.add(format!("{root}/Cargo.toml"), manifest::client(spec, index));
    tree.add(format!("{root}/README.md"), readme::client(spec, index));
}
