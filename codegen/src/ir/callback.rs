//! Callbacks, and the operations that confirm them.

use crate::ir::{Named, OpenQuestions};
use crate::source::Span;

/// What the service sends to us.
#[derive(Debug)]
pub struct Callback {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Where it stands in the document.
    pub source: String,
    /// The object that the keys of the form name.
    pub root: String,
    /// The record.
    pub record: Named,
    /// Behaviour beside the shape.
    pub notes: Vec<String>,
    /// What the documents leave open.
    pub open_questions: OpenQuestions,
    /// Where it is described.
    pub span: Span,
}

/// How an operation reads back what a callback tells of. Fields are by their names on the wire.
#[derive(Clone, Debug)]
pub struct CallbackConfirmation {
    /// The callback.
    pub callback: String,
    /// The record of the callback's form.
    pub callback_record: Named,
    /// The path parameter, and the field of the callback and of the record, that identifies the record.
    pub by: String,
    /// The field of the reply that is the record; `None` when the reply itself is it.
    pub record: Option<String>,
    /// The field of the callback and of the record that is the caller's own reference.
    pub reference: String,
    /// The field of the record that tells its state.
    pub state: String,
}
