//! The language of the description: the types that read it, and from which its JSON Schema is made. Nothing here knows
//! what the words mean; that is the business of the next stage.

mod entries;
mod notation;
mod schema;
mod shape;

pub(crate) use entries::Entries;
pub(crate) use notation::{Base, Notation, parse as parse_notation, place_of_mark, type_words};
pub use schema::{schema_of_api, schema_of_resource};
pub(crate) use shape::Shapes;

use schemars::JsonSchema;
use serde::Deserialize;

/// `api.yaml`: what holds for a whole set.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApiFile {
    /// Names the crates of an API: `pos-v2` makes `pos-v2-model` and `pos-v2-client`.
    pub(crate) api: Option<String>,
    /// Names the crate of a set of shared shapes: `pos` makes `pos-model`.
    pub(crate) shapes: Option<String>,
    /// What the API is called, in a few words.
    pub(crate) title: String,
    /// The document that every `source` of this set speaks of.
    pub(crate) source: String,
    /// What the API is for.
    pub(crate) doc: String,
    /// Sets whose records can be named here as if they were our own.
    #[serde(default)]
    pub(crate) uses: Vec<String>,
    /// Values that every client fills in by itself.
    #[serde(default)]
    pub(crate) client_values: Entries<ClientValue>,
    /// The environments, by name.
    #[serde(default)]
    pub(crate) environments: Entries<Environment>,
    /// The ways to authenticate; an operation that names none takes the first.
    #[serde(default)]
    pub(crate) auth: Entries<Auth>,
    /// The keys of the envelope that any reply may be.
    pub(crate) envelope: Option<Envelope>,
    /// The shapes of error bodies, by name.
    #[serde(default)]
    pub(crate) error_bodies: Entries<ErrorBody>,
    /// What a status means wherever an operation names it.
    #[serde(default)]
    pub(crate) statuses: Entries<Status>,
    /// Rules, limits, versioning and the like, by heading.
    #[serde(default)]
    pub(crate) facts: Entries<Vec<String>>,
    /// What the documents do not show.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// What the documents say in two ways.
    #[serde(default)]
    pub(crate) conflicts: Vec<Conflict>,
}

/// Two statements of the documents that do not agree.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conflict {
    /// What they say in one place.
    pub(crate) says: String,
    /// What they say in another.
    pub(crate) but: String,
    /// What the crates do about it.
    pub(crate) so: String,
}

/// A value that every client fills in by itself.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClientValue {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// The value when the caller sets none.
    pub(crate) default: Option<String>,
}

/// One environment of the service.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Environment {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// Its base address, as the documents write it.
    pub(crate) base_url: String,
    /// What the browser SDK calls it.
    pub(crate) word: Option<String>,
}

/// A way to authenticate.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Auth {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// HTTP Basic authentication.
    pub(crate) basic: Option<Basic>,
    /// Bearer authentication: the name of the credential.
    pub(crate) bearer: Option<String>,
    /// The path parameter that carries the same credential.
    pub(crate) path: Option<String>,
}

/// The two parts of HTTP Basic authentication.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Basic {
    /// The credential that is the user name.
    pub(crate) user: String,
    /// The credential that is the password; absent when the part is empty.
    pub(crate) password: Option<String>,
}

/// The keys of an envelope.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Envelope {
    /// The key of the flag that tells success.
    pub(crate) success: String,
    /// The key of what was asked for.
    pub(crate) payload: String,
    /// The key of the text that tells a failure.
    pub(crate) message: String,
}

/// A shape of error bodies.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ErrorBody {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// An example, as JSON.
    pub(crate) example: String,
}

/// What a status means.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Status {
    /// What it means.
    pub(crate) meaning: String,
    /// `resource`, `none`, `unknown`, or the name of an error body.
    pub(crate) body: String,
    /// Whether it says that the record was not found, though it is no error by its number.
    #[serde(default)]
    pub(crate) not_found: bool,
}

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
    pub(crate) any_case: bool,
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
    #[serde(rename = "as")]
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
    pub(crate) like: Option<String>,
    /// Fields of `like` that this record does not have.
    #[serde(default)]
    pub(crate) without: Vec<String>,
    /// The record list of the documents.
    #[serde(default)]
    pub(crate) fields: Entries<FieldOrType>,
    /// The keys of the list example.
    #[serde(default)]
    pub(crate) example: Entries<ExampleField>,
    /// Fields that only an example of a request or response shows.
    #[serde(default)]
    pub(crate) seen: Entries<ExampleField>,
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
    pub(crate) like: Option<String>,
    /// Fields of `like` that this body does not have.
    #[serde(default)]
    pub(crate) without: Vec<String>,
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

/// A field: its type in the notation, or the long form.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum FieldOrType {
    /// A type and marks, as in `integer req =0`.
    Type(String),
    /// The long form.
    Long(Field),
}

/// A field of an example: `{}` when the record list types it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ExampleField {
    /// A type and marks, as in `integer`.
    Type(String),
    /// The long form, or nothing.
    Long(SeenField),
}

/// The long form of a field.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Field {
    /// A type and marks, as in `integer req =0`.
    #[serde(rename = "type")]
    pub(crate) notation: String,
    /// What it is, in a sentence or two.
    pub(crate) doc: Option<String>,
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

/// The long form of a field of an example.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeenField {
    /// A type and marks; absent when the record list types it.
    #[serde(rename = "type")]
    pub(crate) notation: Option<String>,
    /// What it is, in a sentence or two.
    pub(crate) doc: Option<String>,
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

/// A call.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Operation {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// Where it stands in the document, when that is not the place of the file.
    pub(crate) source: Option<String>,
    /// Method and path, as in `GET /v2/venue/customers/{id}`.
    pub(crate) http: String,
    /// The name of the path in `http`, when there are variants.
    pub(crate) variant: Option<String>,
    /// Other paths of the same operation, by name.
    #[serde(default)]
    pub(crate) variants: Entries<String>,
    /// The ways to authenticate that it takes, when that is not the first of the API.
    #[serde(default)]
    pub(crate) auth: Vec<String>,
    /// Path parameters.
    #[serde(default)]
    pub(crate) path: Entries<FieldOrType>,
    /// Path parameters that the client fills in, and from which of its values.
    #[serde(default)]
    pub(crate) fills: Entries<String>,
    /// Query parameters besides paging and filters.
    #[serde(default)]
    pub(crate) query: Entries<FieldOrType>,
    /// Filters: by field, then by predicate, the type.
    #[serde(default)]
    pub(crate) filters: Entries<Entries<String>>,
    /// The body: its name, wrapped in a key or not, or `unknown`.
    pub(crate) body: Option<NameOrWrapped>,
    /// The reply: a record, wrapped in a key or not, `unknown` or `accepted`.
    pub(crate) reply: Option<NameOrWrapped>,
    /// The type of the payload, when the reply is the envelope.
    pub(crate) payload: Option<String>,
    /// The list that it reads.
    pub(crate) pages: Option<Pages>,
    /// The statuses that the documents show for it.
    #[serde(default)]
    pub(crate) statuses: StatusList,
    /// Whether it may arrive twice, and why. Required unless the method is GET.
    pub(crate) repeat: Option<Repeat>,
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

/// A name, or one key that wraps it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum NameOrWrapped {
    /// The name.
    Name(String),
    /// `{ key: Name }`.
    Wrapped(Entries<String>),
}

/// Statuses: codes, or a map from code to what differs from the API's meaning.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum StatusList {
    /// Codes that mean what the API says.
    Codes(Vec<u16>),
    /// Codes, with what differs.
    Map(Entries<Option<OperationStatus>>),
}

impl Default for StatusList {
    fn default() -> Self {
        Self::Codes(Vec::new())
    }
}

/// What a status means for one operation, where that differs from the API's meaning.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OperationStatus {
    /// What it means.
    pub(crate) meaning: Option<String>,
    /// `resource`, `none`, `unknown`, or the name of an error body.
    pub(crate) body: Option<String>,
}

/// A list that comes in pages.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pages {
    /// The record.
    pub(crate) of: String,
    /// The key of the collection, or `unknown`.
    pub(crate) key: String,
    /// The key that wraps each element.
    pub(crate) wrapped_in: Option<String>,
    /// The default size of a page.
    pub(crate) per_page: Option<u32>,
    /// The largest size of a page.
    pub(crate) max: Option<u32>,
    /// A record of what the envelope tells beside the items.
    pub(crate) facts: Option<String>,
}

/// Whether an operation may arrive twice: one of three words.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Repeat {
    /// It may not; why.
    pub(crate) never: Option<String>,
    /// It may; why.
    pub(crate) allowed: Option<String>,
    /// The field of the body by which the service recognises a second arrival.
    pub(crate) guarded_by: Option<String>,
    /// Why the guard holds.
    pub(crate) why: Option<String>,
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

/// The script that a page loads, with what it offers.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BrowserSdk {
    /// Where it stands in the document, when that is not the place of the file.
    pub(crate) source: Option<String>,
    /// The global object that the script makes, or `unknown`.
    pub(crate) namespace: String,
    /// The address of the script, by environment.
    #[serde(default)]
    pub(crate) scripts: Entries<String>,
    /// The address of the tester page, by environment.
    #[serde(default)]
    pub(crate) pages: Entries<String>,
    /// The functions of the global object.
    #[serde(default)]
    pub(crate) entry_points: Entries<EntryPoint>,
    /// The fields of the configuration.
    #[serde(default)]
    pub(crate) configuration: Entries<FieldOrType>,
    /// The functions of the configuration, and when each is called.
    #[serde(default)]
    pub(crate) callbacks: Entries<String>,
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

/// A function of the script.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryPoint {
    /// What it is, in a sentence or two.
    pub(crate) doc: String,
    /// `configuration`, or the name of an id.
    pub(crate) takes: String,
}
