//! What operations and fields are in the later versions of an API, as it is written.

use crate::source::Span;

/// A later version of an API.
#[derive(Debug)]
pub(crate) struct LaterVersion {
    pub(crate) api: String,
    pub(crate) span: Span,
}

/// The successor of an operation in a later version.
#[derive(Debug)]
pub(crate) struct Successor {
    pub(crate) api: String,
    /// The operation; `None` if there is none.
    pub(crate) to: Option<String>,
    /// Why there is none, or what can no longer be done.
    pub(crate) reason: Option<String>,
    pub(crate) span: Span,
}

/// What a field of a record is in a later version.
#[derive(Debug)]
pub(crate) struct LaterField {
    pub(crate) api: String,
    /// Its name on the wire.
    pub(crate) wire: String,
    pub(crate) change: FieldChange,
    pub(crate) span: Span,
}

/// How a field differs in a later version.
#[derive(Debug)]
pub(crate) enum FieldChange {
    /// It has this name on the wire.
    Renamed(String),
    /// There is none; why.
    Absent(String),
}
