//! HTTP statuses and error bodies.

use serde::{Serialize, Serializer};

use crate::source::Span;

/// What a status means.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Status {
    pub(crate) code: u16,
    pub(crate) meaning: String,
    pub(crate) body: StatusBody,
    /// Whether it says that the record was not found.
    pub(crate) not_found: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum StatusBody {
    /// The operation's response.
    #[serde(rename = "response")]
    Response,
    /// No body.
    #[serde(rename = "none")]
    None,
    /// Not shown.
    #[serde(rename = "unknown")]
    Unknown,
    /// An error body, by name.
    Error(String),
}

/// A shape of error bodies.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorBody {
    pub(crate) name: String,
    pub(crate) doc: String,
    #[serde(rename = "body", serialize_with = "text")]
    pub(crate) example: serde_json::Value,
    pub(crate) span: Span,
}

fn text<S: Serializer>(json: &serde_json::Value, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(json)
}
