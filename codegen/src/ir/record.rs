//! Records and request bodies.

use crate::ir::{Field, LaterField, OpenQuestions};
use crate::source::Span;

/// A record.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Its section of the document.
    pub(crate) source: String,
    /// Its fields, record list first.
    pub(crate) fields: Vec<Field>,
    /// What its fields are in later versions, as far as it is stated.
    pub(crate) in_later_versions: Vec<LaterField>,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}

impl Record {
    /// The field that has this name on the wire.
    pub(crate) fn field(&self, wire: &str) -> Option<&Field> {
        let is_it =
            |field: &&Field| field.wire == wire || field.aliases.iter().any(|also| also == wire);
        self.fields.iter().find(is_it)
    }
}

/// A request body.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Its section of the document.
    pub(crate) source: String,
    pub(crate) fields: Vec<Field>,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}
