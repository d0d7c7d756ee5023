//! One OpenAPI document, parsed when it is first needed.

use std::sync::OnceLock;

use http::Method;
use serde_json::Value;

use super::Operation;
use super::path::{Parameters, segments};

/// The documents, the smallest first: a request that a small one routes does not pay for the big ones.
pub(crate) fn documents() -> &'static [Document] {
    static DOCUMENTS: OnceLock<Vec<Document>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| {
        let mut documents: Vec<Document> = api_description::ALL
            .iter()
            .map(|&(name, text)| Document {
                name,
                text,
                parsed: OnceLock::new(),
            })
            .collect();
        documents.sort_by_key(|document| document.text.len());
        documents
    })
}

/// All operations of all documents.
pub(crate) fn operations() -> impl Iterator<Item = &'static Operation> {
    documents()
        .iter()
        .flat_map(|document| &document.parsed().operations)
}

/// What a method and a path lead to.
pub(crate) enum Route {
    /// An operation, and the values of its path's parameters.
    To(&'static Operation, Parameters),
    /// The path is described, with these other methods.
    OtherMethods(Vec<String>),
    /// Nothing is described there.
    Nowhere,
}

/// Looks a method and a path up in the documents whose name passes.
pub(crate) fn route(among: impl Fn(&str) -> bool, method: &Method, path: &str) -> Route {
    let path = segments(path);
    let mut methods = Vec::new();
    for document in documents().iter().filter(|document| among(document.name)) {
        let mut best: Option<(&'static Operation, Parameters)> = None;
        for operation in &document.parsed().operations {
            let Some(parameters) = operation.template.matches(&path) else {
                continue;
            };
            if operation.method != *method {
                methods.push(operation.method.to_string());
                continue;
            }
            // A path that says more in words wins against one with more parameters.
            if best
                .as_ref()
                .is_none_or(|(other, _)| operation.template.words() > other.template.words())
            {
                best = Some((operation, parameters));
            }
        }
        if let Some((operation, parameters)) = best {
            return Route::To(operation, parameters);
        }
    }
    if methods.is_empty() {
        return Route::Nowhere;
    }
    methods.sort();
    methods.dedup();
    Route::OtherMethods(methods)
}

/// One OpenAPI document.
pub(crate) struct Document {
    /// The name of the API, as in `pos-v3`.
    pub(crate) name: &'static str,
    text: &'static str,
    parsed: OnceLock<Parsed>,
}

struct Parsed {
    root: Value,
    operations: Vec<Operation>,
}

impl Document {
    /// The document as it stands.
    pub(crate) fn root(&'static self) -> &'static Value {
        &self.parsed().root
    }

    fn parsed(&'static self) -> &'static Parsed {
        self.parsed.get_or_init(|| {
            // The text is compiled in and generated; the tests read all of it.
            let root: Value = serde_json::from_str(self.text).unwrap_or_default();
            let operations = Operation::all_of(self, &root);
            Parsed { root, operations }
        })
    }
}
