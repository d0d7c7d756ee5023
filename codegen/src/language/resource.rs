//! A resource file: what is read and what is sent, and what belongs to it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::{BrowserSdk, Conflict, Entries, ExampleField, FieldOrType, Operation};

/// A resource file: one resource with all that belongs to it.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResourceFile {
    /// The name of the resource; the file is called after it.
    pub(crate) resource: String,
    /// Where it stands in the document: a heading or a place.
    pub(crate) source: String,
    /// What the resource is.
    pub(crate) doc: String,
    /// Open enums: the values that the documents show.
    #[serde(default)]
    pub(crate) enums: Entries<Enum>,
    /// Texts that identify something, each a type of its own.
    #[serde(default)]
    pub(crate) ids: Entries<TextId>,
    /// What is read.
    #[serde(default)]
    pub(crate) records: Entries<Record>,
    /// What is sent.
    #[serde(default)]
    pub(crate) bodies: Entries<Body>,
    /// The calls.
    #[serde(default)]
    pub(crate) operations: Entries<Operation>,
    /// What the service sends to us.
    #[serde(default)]
    pub(crate) callbacks: Entries<Callback>,
    /// The script that a page loads.
    pub(crate) browser_sdk: Option<BrowserSdk>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// An open enum.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Enum {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// Where it stands in the document, when that is not the place of the file.
    pub(crate) source: Option<String>,
    /// The values that the documents show, with their meaning.
    #[serde(default)]
    pub(crate) values: Entries<Option<ValueOrDoc>>,
    /// Whether values compare ignoring ASCII case.
    #[serde(default)]
    pub(crate) case_insensitive: bool,
    /// For states: how one follows another.
    pub(crate) transitions: Option<Unknown>,
    /// Behaviour that the documents tell beside the shape.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// A word for what the documents do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unknown {
    /// The documents do not show it.
    Unknown,
}

/// The meaning of an enum's value, or its long form.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ValueOrDoc {
    /// The meaning.
    Doc(String),
    /// The long form.
    Long(EnumValue),
}

/// The long form of an enum's value.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnumValue {
    /// What it is, in a sentence or two.
    pub(crate) doc: Option<String>,
    /// The Rust name, where the text makes none.
    #[serde(rename = "rename")]
    pub(crate) rust_name: Option<String>,
}

/// A text that identifies something.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextId {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// Where it stands in the document, when that is not the place of the file.
    pub(crate) source: Option<String>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// What is read.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// Where it stands in the document, when that is not the place of the file.
    pub(crate) source: Option<String>,
    /// Another record or body whose `fields` are taken over: `Name` or `set.Name`.
    pub(crate) extends: Option<String>,
    /// Fields of `extends` that this record does not have.
    #[serde(default)]
    pub(crate) omit: Vec<String>,
    /// The record list of the documents.
    #[serde(default)]
    pub(crate) fields: Entries<FieldOrType>,
    /// The keys of the list example.
    #[serde(default)]
    pub(crate) in_list_example: Entries<ExampleField>,
    /// Fields that only an example of a request or response shows.
    #[serde(default)]
    pub(crate) in_message_example: Entries<ExampleField>,
    /// Behaviour that the documents tell beside the shape.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// What is sent.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Body {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// Where it stands in the document, when that is not the place of the file.
    pub(crate) source: Option<String>,
    /// A record or body whose `fields` are taken over, without those marked `readonly`.
    pub(crate) extends: Option<String>,
    /// Fields of `extends` that this body does not have.
    #[serde(default)]
    pub(crate) omit: Vec<String>,
    /// Whether every field can be left, set or cleared.
    #[serde(default)]
    pub(crate) update: bool,
    /// The fields.
    #[serde(default)]
    pub(crate) fields: Entries<FieldOrType>,
    /// Behaviour that the documents tell beside the shape.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// What the service sends to us.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Callback {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// Where it stands in the document, when that is not the place of the file.
    pub(crate) source: Option<String>,
    /// Its form-encoded body.
    pub(crate) form: Form,
    /// Behaviour that the documents tell beside the shape.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// A form-encoded body.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Form {
    /// The object that the keys name, as in `root[id]`.
    pub(crate) root: String,
    /// The record that it holds.
    pub(crate) record: String,
}
