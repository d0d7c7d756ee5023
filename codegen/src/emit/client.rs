//! Client crates: the API's marker, its credentials and environments, and its operations as values.

mod api;
mod browser_sdk;
mod credentials;
mod guarded;
mod operations;
mod read_back;

use super::layout::Piece;
use super::{manifest, package, readme};
use crate::files::FileTree;
use crate::ir::{House, Named, NamedKind, Operation, ReplyOf, Type};
use crate::names;

/// The client crate of an API.
pub(crate) fn crate_of(house: &House, at: usize, tree: &mut FileTree) {
    let set = &house.sets[at];
    let package = set.client_package();
    let root = format!("crates/{package}");
    let mut modules = vec!["api".to_owned(), "credentials".to_owned()];
    let mut exports = vec![
        ("api".to_owned(), api::names_of(set)),
        (
            "credentials".to_owned(),
            set.auth
                .iter()
                .map(|auth| names::type_of(&auth.name))
                .collect(),
        ),
    ];
    tree.add(format!("{root}/src/api.rs"), api::module(set));
    tree.add(format!("{root}/src/blocking.rs"), api::blocking(set));
    tree.add(
        format!("{root}/src/credentials.rs"),
        credentials::module(set),
    );
    for resource in &set.resources {
        if let Some(sdk) = &resource.browser_sdk {
            modules.push(resource.name.clone());
            exports.push((
                resource.name.clone(),
                vec![browser_sdk::CONFIGURATION.to_owned()],
            ));
            tree.add(
                format!("{root}/src/{}.rs", resource.name),
                browser_sdk::module(house, at, resource, sdk),
            );
            tree.add(
                format!("{root}/typescript/index.d.ts"),
                super::typescript::typings(house, at, sdk),
            );
        }
        if resource.operations.is_empty() {
            continue;
        }
        tree.add(
            format!("{root}/src/{}.rs", resource.name),
            operations::module(house, at, resource),
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
                .map(operations::route_type),
        );
        exports.push((resource.name.clone(), own));
    }
    let mut pieces = vec![
        Piece::Modules(modules),
        Piece::Text("#[cfg(feature = \"blocking\")]\npub mod blocking;\n".to_owned()),
    ];
    for (path, names) in exports {
        pieces.push(Piece::Use {
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
    if set.reads_back() {
        runtime.push("Watch");
    }
    let has = |is: fn(&Operation) -> bool| {
        let mut operations = set.resources.iter().flat_map(|one| &one.operations);
        operations.any(is)
    };
    if has(|operation| operation.read_by.is_some()) {
        runtime.push("Created");
    }
    if has(Operation::tells_changes) {
        runtime.extend(["IncrementalSync", "WatermarkFile", "WatermarkStore"]);
    }
    pieces.push(Piece::Use {
        public: true,
        path: "api_runtime".to_owned(),
        names: runtime.into_iter().map(str::to_owned).collect(),
    });
    pieces.push(Piece::Use {
        public: true,
        path: "api_wire".to_owned(),
        names: vec!["jiff".to_owned(), "rust_decimal".to_owned()],
    });
    let mut whole = vec![
        "api_runtime".to_owned(),
        format!("{} as model", names::crate_ident(&set.model_package())),
    ];
    if set.has_browser_sdk() {
        whole.push("api_browser as browser".to_owned());
    }
    if set.reads_back() {
        pieces.push(Piece::Use {
            public: true,
            path: "api_callbacks".to_owned(),
            names: vec!["Refetch".to_owned()],
        });
        whole.push("api_callbacks as callback".to_owned());
    }
    pieces.push(Piece::Use {
        public: true,
        path: "".to_owned(),
        names: whole,
    });
    tree.add(format!("{root}/src/lib.rs"), package::root(set, pieces));
    tree.add(format!("{root}/Cargo.toml"), manifest::client(house, at));
    tree.add(format!("{root}/README.md"), readme::client(house, at));
}

/// The named types of a reply.
pub(crate) fn reply_types(reply: &ReplyOf) -> Vec<Named> {
    match reply {
        ReplyOf::Record(named) | ReplyOf::Wrapped(_, named) => vec![named.clone()],
        ReplyOf::Payload(ty) => ty.named().cloned().into_iter().collect(),
        ReplyOf::Page(page) => std::iter::once(page.of.clone())
            .chain(page.facts.clone())
            .collect(),
        ReplyOf::Unknown | ReplyOf::Accepted => Vec::new(),
    }
}

/// Whether a named type is text on the wire, so that an example can show one.
pub(crate) fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Text { .. } | Type::Time | Type::IntegerOrText)
        || matches!(
            ty,
            Type::Named(Named {
                kind: NamedKind::Id | NamedKind::Enum { .. },
                ..
            })
        )
}
