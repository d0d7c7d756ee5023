//! Finds the operation of a request.

use std::sync::OnceLock;

use http::Method;

use super::document::{Document, documents};
use super::operation::Operation;
use super::path::{PathParameters, split_path};
use crate::suggest::suggest;

/// The operations of one document, read on first use.
struct Routes {
    document: &'static Document,
    operations: OnceLock<Vec<Operation>>,
}

impl Routes {
    fn operations(&'static self) -> &'static [Operation] {
        self.operations
            .get_or_init(|| Operation::all_of(self.document))
    }
}

/// The routes of all documents, in the order of [`documents`].
fn routes() -> &'static [Routes] {
    static ROUTES: OnceLock<Vec<Routes>> = OnceLock::new();
    ROUTES.get_or_init(|| {
        let routes = |document| Routes {
            document,
            operations: OnceLock::new(),
        };
        documents().iter().map(routes).collect()
    })
}

/// All operations of all documents.
pub(crate) fn operations() -> impl Iterator<Item = &'static Operation> {
    routes().iter().flat_map(Routes::operations)
}

/// The operations of a name, in one API or in all. The error is a sentence.
pub(crate) fn operations_named(
    api: Option<&str>,
    name: &str,
) -> Result<Vec<&'static Operation>, String> {
    let candidates =
        || operations().filter(|operation| api.is_none_or(|api| operation.api() == api));
    let named: Vec<_> = candidates()
        .filter(|operation| operation.name == name)
        .collect();
    if named.is_empty() {
        let scope = api.map(|api| format!(" of API `{api}`"));
        let scope = scope.unwrap_or_default();
        let suggestion = suggest(name, candidates().map(|other| other.name.as_str()));
        return Err(format!("unknown operation `{name}`{scope}{suggestion}"));
    }
    Ok(named)
}

/// The result of routing.
pub(crate) enum RouteMatch {
    /// An operation, and the values of its path parameters.
    Operation(&'static Operation, PathParameters),
    /// The path is described for these other methods only.
    OtherMethods(Vec<String>),
    /// No operation has the path.
    NotFound,
}

/// Looks up a method and a path in the documents whose name passes the filter.
pub(crate) fn route(filter: impl Fn(&str) -> bool, method: &Method, path: &str) -> RouteMatch {
    let path = split_path(path);
    let mut methods = Vec::new();
    for routes in routes()
        .iter()
        .filter(|routes| filter(routes.document.name))
    {
        let mut best: Option<(&'static Operation, PathParameters)> = None;
        for operation in routes.operations() {
            let Some(parameters) = operation.template.matches(&path) else {
                continue;
            };
            if operation.method != *method {
                methods.push(operation.method.to_string());
                continue;
            }
            // The more literal segments, the more specific the path.
            let literals = operation.template.literals();
            if best
                .as_ref()
                .is_none_or(|(other, _)| literals > other.template.literals())
            {
                best = Some((operation, parameters));
            }
        }
        if let Some((operation, parameters)) = best {
            return RouteMatch::Operation(operation, parameters);
        }
    }
    if methods.is_empty() {
        return RouteMatch::NotFound;
    }
    methods.sort();
    methods.dedup();
    RouteMatch::OtherMethods(methods)
}
