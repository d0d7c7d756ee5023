//! Fields of records and bodies, in short and in long form.

use crate::language::{Conflict, NotationText, Spanned, maps, one_of};

one_of! {
    /// A field: its type in the notation, or the long form.
    pub(crate) enum FieldOrType<N = NotationText> {
        /// A type and marks, as in `integer documented_required =0`.
        Type(NotationText),
        /// The long form.
        Long(Field<N>),
    }
}

/// A field of an example: `{}`, or a long form without `type`, if it is in `fields`.
pub(crate) type ExampleField = FieldOrType<Option<NotationText>>;

maps! {
    /// The long form of a field.
    pub(crate) struct Field<N> {
        /// A type and marks, as in `integer documented_required =0`.
        pub(crate) r#type: N,
        /// Its documentation, in a sentence or two.
        pub(crate) doc: Option<String>,
        /// A value for examples: a documented one, or one in the documented form.
        pub(crate) example: Option<Spanned<String>>,
        /// Deprecated by the documents: what to use instead.
        pub(crate) deprecated: Option<String>,
        /// Documented behavior.
        pub(crate) notes: Vec<String>,
        /// What the documents leave open.
        pub(crate) unknowns: Vec<Spanned<String>>,
        /// Contradictions of the documents.
        pub(crate) conflicts: Vec<Spanned<Conflict>>,
    }
}

impl<N: AsNotation> FieldOrType<N> {
    /// The type and marks, if the field has its own.
    pub(crate) fn notation(&self) -> Option<&Spanned<String>> {
        match self {
            Self::Type(notation) => Some(notation),
            Self::Long(long) => long.r#type.as_notation(),
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
