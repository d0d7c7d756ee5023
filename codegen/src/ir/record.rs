//! Records and request bodies.

use serde::Serialize;

use crate::ir::set;
use crate::ir::{Field, OpenQuestions};
use crate::source::Span;

#[derive(Debug, Serialize)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Its section of the document.
    pub(crate) source: String,
    /// Its fields, record list first.
    #[serde(serialize_with = "set")]
    pub(crate) fields: Vec<Field>,
    /// Its names in earlier versions.
    #[serde(serialize_with = "set")]
    pub(crate) was: Vec<String>,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(flatten)]
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
#[derive(Debug, Serialize)]
pub(crate) struct Body {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Its section of the document.
    pub(crate) source: String,
    #[serde(serialize_with = "set")]
    pub(crate) fields: Vec<Field>,
    /// Its names in earlier versions.
    #[serde(serialize_with = "set")]
    pub(crate) was: Vec<String>,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}
