//! Callbacks, and the operations that confirm them.

use serde::Serialize;

use crate::ir::{Named, OpenQuestions};
use crate::source::Span;

#[derive(Debug, Serialize)]
pub(crate) struct Callback {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// Its section of the document.
    pub(crate) source: String,
    /// The object that the keys of the form name.
    pub(crate) root: String,
    pub(crate) record: Named,
    /// Documented behavior.
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(flatten)]
    pub(crate) open_questions: OpenQuestions,
    pub(crate) span: Span,
}

/// How an operation confirms a callback. Fields are wire names.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CallbackConfirmation {
    pub(crate) callback: String,
    /// The record of the callback's form.
    pub(crate) callback_record: Named,
    /// The object that the keys of its form name.
    #[serde(skip)]
    pub(crate) root: String,
    /// The path parameter, and the field of the callback and of the record, that identifies the record.
    pub(crate) by: String,
    /// The field of the response that is the record; `None` if the response itself is.
    pub(crate) record: Option<String>,
    /// The field of the callback and of the record that is the caller's own reference.
    pub(crate) reference: String,
    /// The field of the record that is its state.
    pub(crate) state: String,
    /// The field of the callback that is the status that it claims.
    pub(crate) hint: String,
    /// The field of the record that is the time of its latest change.
    pub(crate) updated_at: Option<String>,
}
