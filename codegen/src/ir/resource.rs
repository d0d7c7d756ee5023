//! Resources.

use serde::Serialize;

use crate::ir::{
    Body, BrowserSdk, Callback, Declared, Enum, OpenQuestions, Operation, Record, TextId,
};
use crate::source::Span;

/// A resource: a file of the spec and a module of the crates.
#[derive(Debug, Serialize)]
pub(crate) struct Resource {
    pub(crate) name: String,
    /// Its section of the document.
    pub(crate) source: String,
    pub(crate) doc: String,
    /// Open enums.
    #[serde(skip)]
    pub(crate) enums: Vec<Enum>,
    /// Texts that identify something.
    #[serde(skip)]
    pub(crate) ids: Vec<TextId>,
    #[serde(skip)]
    pub(crate) records: Vec<Record>,
    /// A request body.
    #[serde(skip)]
    pub(crate) bodies: Vec<Body>,
    /// The calls.
    #[serde(skip)]
    pub(crate) operations: Vec<Operation>,
    #[serde(skip)]
    pub(crate) callbacks: Vec<Callback>,
    #[serde(skip)]
    pub(crate) browser_sdk: Option<BrowserSdk>,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    /// The file.
    pub(crate) span: Span,
}

impl Resource {
    /// The spec files of its types: its own, then those that fields are inherited from.
    pub(crate) fn type_files(&self) -> Vec<&str> {
        let fields = self.declared().filter_map(Declared::fields).flatten();
        self.files_of(fields.map(|field| &field.span))
    }

    /// The spec files of its operations.
    pub(crate) fn operation_files(&self) -> Vec<&str> {
        self.files_of(self.operations.iter().map(|operation| &operation.span))
    }

    fn files_of<'a>(&'a self, spans: impl Iterator<Item = &'a Span>) -> Vec<&'a str> {
        let mut files: Vec<&str> = vec![&self.span.file];
        for span in spans {
            if !files.contains(&&*span.file) {
                files.push(&span.file);
            }
        }
        files
    }

    pub(crate) fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations
            .iter()
            .find(|operation| operation.name == name)
    }
}
