//! The spec language: the types of its files, from which its JSON Schema is derived. What the keys
//! mean is the business of `lower`.
//!
//! An enum with variants `string`, `list` and `map` has the one of the value's kind. serde's
//! `untagged` would buffer the value, and lose its spans.

mod api;
mod browser_sdk;
mod convention;
mod entries;
mod field;
mod json_schema;
mod limits;
mod mark;
mod mark_reference;
mod mark_set;
mod notation;
mod notation_text;
mod operation;
mod resource;
mod scalar;
mod spanned;
mod type_expr;
pub(crate) use api::*;
pub(crate) use browser_sdk::*;
pub(crate) use convention::*;
pub(crate) use entries::{Entries, Entry};
pub(crate) use field::*;
pub use json_schema::{schema_of_api, schema_of_resource};
pub(crate) use limits::limit;
pub(crate) use mark::{Condition, Mark, TypeSet};
pub use mark_reference::reference_of_marks;
pub(crate) use mark_set::Marks;
pub(crate) use notation::{MarkArgument, Notation, parse as parse_notation};
pub(crate) use notation_text::NotationText;
pub(crate) use operation::*;
pub(crate) use resource::*;
pub(crate) use scalar::{Json, Scalar};
pub(crate) use spanned::{KEYED, Keyed, Spanned};
pub(crate) use type_expr::{TypeExpr, meant_type_word, type_words};

use schemars::JsonSchema;
use serde::Deserialize;

/// A contradiction of the documents.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conflict {
    /// What they say in one place.
    pub(crate) says: String,
    /// What they say in another.
    pub(crate) but: String,
    /// What the crates do.
    pub(crate) so: String,
}
