//! Open enums and text ids.

use crate::ir::OpenQuestions;
use crate::source::Span;

/// An open enum.
#[derive(Debug)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// The values that the documents show.
    pub values: Vec<Value>,
    /// Whether values compare ignoring ASCII case.
    pub case_insensitive: bool,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// Where it is described.
    pub span: Span,
}

/// A value of an open enum.
#[derive(Debug)]
pub struct Value {
    /// The text on the wire.
    pub text: String,
    /// The variant.
    pub rust: String,
    /// What it means.
    pub doc: Option<String>,
}

/// A text that identifies something.
#[derive(Debug)]
pub struct TextId {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// Where it is described.
    pub span: Span,
}
