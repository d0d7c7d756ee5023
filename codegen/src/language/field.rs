//! Fields of records and bodies, in short and in long form.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::{Conflict, NotationText, Spanned};

/// A field: its type in the notation, or the long form.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum FieldOrType<N = NotationText> {
    /// A type and marks, as in `integer documented_required =0`.
    #[serde(rename = "string")]
    Type(NotationText),
    /// The long form.
    #[serde(rename = "map")]
    Long(Field<N>),
}

/// A field of an example: `{}`, or a long form without `type`, if it is in `fields`.
pub(crate) type ExampleField = FieldOrType<Option<NotationText>>;

/// The long form of a field.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Field<N> {
    /// A type and marks, as in `integer documented_required =0`.
    #[serde(rename = "type")]
    pub(crate) notation: N,
    /// Its documentation, in a sentence or two.
    pub(crate) doc: Option<String>,
    /// A value for examples: a documented one, or one in the documented form.
    pub(crate) example: Option<Spanned<String>>,
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

impl<N: AsNotation> FieldOrType<N> {
    /// The type and marks, if the field has its own.
    pub(crate) fn notation(&self) -> Option<&Spanned<String>> {
        match self {
            Self::Type(notation) => Some(notation),
            Self::Long(long) => long.notation.as_notation(),
        }
    }
}

/// A notation that may be absent.
pub(crate) trait AsNotation {
    fn as_notation(&self) -> Option<&Spanned<String>>;
}

impl AsNotation for NotationText {
    fn as_notation(&self) -> Option<&Spanned<String>> {
        Some(self)
    }
}

impl AsNotation for Option<NotationText> {
    fn as_notation(&self) -> Option<&Spanned<String>> {
        self.as_deref()
    }
}
