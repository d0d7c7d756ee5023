//! Operations.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::{Conflict, Entries, FieldOrType};

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
    pub(crate) from_client: Entries<String>,
    /// Query parameters besides paging and filters.
    #[serde(default)]
    pub(crate) query: Entries<FieldOrType>,
    /// Filters: by field, then by predicate, the type.
    #[serde(default)]
    pub(crate) filters: Entries<Entries<String>>,
    /// The ways to make a list in place of `new`, by name, where the caller is to say where it begins.
    #[serde(default)]
    pub(crate) constructors: Entries<Constructor>,
    /// The body: its name, wrapped in a key or not, or `unknown`.
    pub(crate) request_body: Option<NameOrWrapped>,
    /// The reply: a record, wrapped in a key or not, `unknown` or `accepted`.
    pub(crate) response: Option<NameOrWrapped>,
    /// The type of the payload, when the reply is the envelope.
    pub(crate) payload: Option<String>,
    /// The list that it reads.
    pub(crate) pagination: Option<Pagination>,
    /// The statuses that the documents show for it.
    #[serde(default)]
    pub(crate) statuses: StatusList,
    /// Whether it may arrive twice, and why. Required unless the method is GET.
    pub(crate) retry: Option<Retry>,
    /// The callback whose truth it reads: what a callback tells is a hint.
    pub(crate) confirms_callback: Option<ConfirmsCallback>,
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
    /// `response`, `none`, `unknown`, or the name of an error body.
    pub(crate) body: Option<String>,
}

/// A way to make a list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Constructor {
    /// The filter that it sets, as in `ordered_at_gt`; none, when it leaves all of them out.
    pub(crate) filter: Option<String>,
    /// Which records the list has then.
    pub(crate) doc: String,
}

/// A list that comes in pages.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pagination {
    /// The record.
    pub(crate) item: String,
    /// The key of the collection, or `unknown`.
    pub(crate) items_key: String,
    /// The key that wraps each element.
    pub(crate) item_wrapper: Option<String>,
    /// The default size of a page.
    pub(crate) per_page: Option<u32>,
    /// The largest size of a page.
    pub(crate) max_per_page: Option<u32>,
    /// A record of what the envelope tells beside the items.
    pub(crate) metadata: Option<String>,
    /// By what the list tells what has changed.
    pub(crate) sync: Option<Sync>,
}

/// By what a list tells what has changed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sync {
    /// The field of the record that tells when it changed; the list has a filter `gt` of days on it.
    pub(crate) watermark: String,
    /// The field of the record that identifies it.
    pub(crate) id: String,
    /// Which changes are not told so.
    pub(crate) misses: Option<String>,
}

/// Whether an operation may arrive twice: one of three words.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Retry {
    /// It may not; why.
    pub(crate) never: Option<String>,
    /// It may; why.
    pub(crate) idempotent: Option<String>,
    /// The field of the body by which the service recognises a second arrival.
    pub(crate) unique_key: Option<String>,
    /// Why the guard holds.
    pub(crate) why: Option<String>,
    /// The operation that reads what a guarded one makes.
    pub(crate) find_by: Option<FindBy>,
}

/// How what a guarded operation makes is read.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindBy {
    /// The operation, of this file.
    pub(crate) operation: String,
    /// The field of its reply that is the record, when it is not the reply itself.
    pub(crate) response_field: Option<String>,
    /// Its parameter that takes the value of the guard, when one does.
    pub(crate) parameter: Option<String>,
}

/// How an operation reads back what a callback tells of.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmsCallback {
    /// The callback, of this set or of one that it uses.
    pub(crate) callback: String,
    /// What identifies the record: a path parameter, and a field of the callback and of the record.
    pub(crate) id: String,
    /// The field of the reply that is the record, when it is not the reply itself.
    pub(crate) response_field: Option<String>,
    /// The caller's own reference: a field of the callback and of the record.
    pub(crate) reference: String,
    /// The field of the record that tells its state.
    pub(crate) state: String,
}
