//! Records and request bodies.

use crate::ir::{Field, OpenQuestions};
use crate::source::Span;

/// What is read.
#[derive(Debug)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// Its fields, record list first.
    pub fields: Vec<Field>,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// Where it is described.
    pub span: Span,
}

impl Record {
    /// The field that has this name on the wire.
    pub(crate) fn field(&self, wire: &str) -> Option<&Field> {
        let is_it =
            |field: &&Field| field.wire == wire || field.aliases.iter().any(|also| also == wire);
        self.fields.iter().find(is_it)
    }
}

/// What is sent.
#[derive(Debug)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Whether it is an update, whose fields can be left, set or cleared.
    pub update: bool,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// Where it is described.
    pub span: Span,
}
