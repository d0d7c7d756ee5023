//! Fields of records and bodies, in short and in long form.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::Conflict;

/// A field: its type in the notation, or the long form.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum FieldOrType {
    /// A type and marks, as in `integer documented_required =0`.
    Type(String),
    /// The long form.
    Long(Field),
}

/// A field of an example: `{}` if it is in `fields`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ExampleField {
    /// A type and marks, as in `integer`.
    Type(String),
    /// The long form, or `{}`.
    Long(ExampleDecl),
}

/// The long form of a field.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Field {
    /// A type and marks, as in `integer documented_required =0`.
    #[serde(rename = "type")]
    pub(crate) notation: String,
    /// Its documentation, in a sentence or two.
    pub(crate) doc: Option<String>,
    /// Documented behavior.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// Contradictions of the documents.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// The long form of a field of an example.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleDecl {
    /// A type and marks; absent if it is in `fields`.
    #[serde(rename = "type")]
    pub(crate) notation: Option<String>,
    /// Its documentation, in a sentence or two.
    pub(crate) doc: Option<String>,
    /// Documented behavior.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// Contradictions of the documents.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}
