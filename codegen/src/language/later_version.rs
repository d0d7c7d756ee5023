//! What operations and fields are in the later versions of an API.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::{Entries, Spanned};

/// The successor of an operation in a later version: its name, or the long form.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Successor {
    /// The name of the operation.
    #[serde(rename = "string")]
    Name(Spanned<String>),
    /// The long form.
    #[serde(rename = "map")]
    Long(LongSuccessor),
}

/// The long form of a successor: `to`, or else `none`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LongSuccessor {
    /// The name of the operation.
    pub(crate) to: Option<Spanned<String>>,
    /// What can no longer be done with it.
    pub(crate) but: Option<String>,
    /// Why there is no successor.
    pub(crate) none: Option<String>,
}

/// What the fields of a record are in a later version, by their names on the wire.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaterRecord {
    /// Fields with another name in the later version.
    #[serde(default)]
    pub(crate) renamed: Entries<Spanned<String>>,
    /// Fields that the later version does not have.
    #[serde(default)]
    pub(crate) absent: Vec<AbsentFields>,
}

/// Fields that a later version does not have.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AbsentFields {
    pub(crate) fields: Vec<Spanned<String>>,
    /// Why a converter cannot keep them.
    pub(crate) why: String,
}
