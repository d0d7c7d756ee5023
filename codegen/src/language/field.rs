//! Fields of records and bodies, in short and in long form.

use crate::language::{Conflict, NotationText, Spanned, maps, one_of};

one_of! {
    /// A field: its type in the notation, or the long form.
    pub(crate) enum FieldOrType {
        /// A type and marks, as in `integer documented_required =0`.
        Type(NotationText),
        /// The long form.
        Long(Field),
    }
}

maps! {
    /// The long form of a field.
    pub(crate) struct Field {
        /// A type and marks, as in `integer documented_required =0`.
        pub(crate) r#type: NotationText,
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

impl FieldOrType {
    /// The type and marks.
    pub(crate) fn notation(&self) -> &Spanned<String> {
        match self {
            Self::Type(notation) => notation,
            Self::Long(long) => &long.r#type,
        }
    }
}
