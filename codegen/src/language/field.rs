//! Fields of records and bodies, in short and in long form.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::{Conflict, NotationSchema, Spanned};

/// A field: its type in the notation, or the long form.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum FieldOrType {
    /// A type and marks, as in `integer documented_required =0`.
    #[serde(rename = "string")]
    Type(#[schemars(with = "NotationSchema")] Spanned<String>),
    /// The long form.
    #[serde(rename = "map")]
    Long(Field),
}

/// A field of an example: `{}` if it is in `fields`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum ExampleField {
    /// A type and marks, as in `integer`.
    #[serde(rename = "string")]
    Type(#[schemars(with = "NotationSchema")] Spanned<String>),
    /// The long form, or `{}`.
    #[serde(rename = "map")]
    Long(ExampleDecl),
}

/// The long form of a field.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Field {
    /// A type and marks, as in `integer documented_required =0`.
    #[serde(rename = "type")]
    #[schemars(with = "NotationSchema")]
    pub(crate) notation: Spanned<String>,
    /// Its documentation, in a sentence or two.
    pub(crate) doc: Option<String>,
    /// Deprecated by the documents: what to use instead.
    pub(crate) deprecated: Option<String>,
    /// Documented behavior.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(default)]
    pub(crate) unknowns: Vec<Spanned<String>>,
    /// Contradictions of the documents.
    #[serde(default)]
    pub(crate) conflicts: Vec<Spanned<Conflict>>,
}

/// The long form of a field of an example.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleDecl {
    /// A type and marks; absent if it is in `fields`.
    #[serde(rename = "type")]
    #[schemars(with = "Option<NotationSchema>")]
    pub(crate) notation: Option<Spanned<String>>,
    /// Its documentation, in a sentence or two.
    pub(crate) doc: Option<String>,
    /// Deprecated by the documents: what to use instead.
    pub(crate) deprecated: Option<String>,
    /// Documented behavior.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(default)]
    pub(crate) unknowns: Vec<Spanned<String>>,
    /// Contradictions of the documents.
    #[serde(default)]
    pub(crate) conflicts: Vec<Spanned<Conflict>>,
}
