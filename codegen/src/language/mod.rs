//! The spec language: the types of its files, from which its JSON Schema is derived. What the keys
//! mean is the business of `lower`.

mod api;
mod browser_sdk;
mod convention;
mod declare;
mod definitions;
mod entries;
mod field;
mod json_schema;
mod limits;
mod mark;
mod mark_reference;
mod mark_set;
mod members;
mod notation;
mod notation_text;
mod operation;
mod read;
mod resource;
mod scalar;
mod shape;
mod spanned;
mod type_expr;
mod values;
pub(crate) use api::*;
pub(crate) use browser_sdk::*;
pub(crate) use convention::*;
pub(crate) use declare::{maps, one_of};
pub(crate) use entries::{Entries, Entry};
pub(crate) use field::*;
pub use json_schema::{schema_of_api, schema_of_resource};
pub(crate) use limits::{limit, limit_of_map};
pub(crate) use mark::{Condition, Mark, TypeSet};
pub use mark_reference::reference_of_marks;
pub(crate) use mark_set::Marks;
pub(crate) use notation::{MarkArgument, Notation, parse as parse_notation};
pub(crate) use notation_text::NotationText;
pub(crate) use operation::*;
pub(crate) use read::{Place, Read, Wrapper, value};
pub(crate) use resource::*;
pub(crate) use scalar::{Json, Scalar};
pub(crate) use spanned::{Keyed, Spanned};
pub(crate) use type_expr::{TypeExpr, meant_type_word, type_words};

maps! {
    /// A contradiction of the documents.
    #[derive(Clone)]
    pub(crate) struct Conflict {
        /// What they say in one place.
        pub(crate) says: String,
        /// What they say in another.
        pub(crate) but: String,
        /// What the crates do.
        pub(crate) so: String,
    }
}
