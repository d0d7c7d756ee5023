//! Open enums and text ids.

use serde::Serialize;

use crate::ir::set;
use crate::ir::{Deprecation, OpenQuestions};
use crate::source::Span;

/// An open enum.
#[derive(Debug, Serialize)]
pub(crate) struct Enum {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Its section of the document.
    pub(crate) source: String,
    /// The values that the documents show.
    #[serde(serialize_with = "set")]
    pub(crate) values: Vec<Value>,
    /// Whether values compare ignoring ASCII case.
    pub(crate) case_insensitive: bool,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}

/// A value of an open enum.
#[derive(Debug, Serialize)]
pub(crate) struct Value {
    /// The text on the wire.
    pub(crate) text: String,
    /// The variant.
    pub(crate) rust: String,
    /// What it means.
    pub(crate) doc: Option<String>,
    pub(crate) deprecated: Option<Deprecation>,
    pub(crate) span: Span,
}

/// A text that identifies something.
#[derive(Debug, Serialize)]
pub(crate) struct TextId {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Its section of the document.
    pub(crate) source: String,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}
