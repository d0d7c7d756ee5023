//! Operations.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::language::{Conflict, Entries, FieldOrType};

/// An operation.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Operation {
    /// Its documentation, in a sentence or two.
    pub(crate) doc: String,
    /// Its section of the document, if it differs from that of the file.
    pub(crate) source: Option<String>,
    /// Method and path, as in `GET /v2/venue/customers/{id}`.
    pub(crate) http: String,
    /// The name of the path in `http`, if there are variants.
    pub(crate) variant: Option<String>,
    /// Other paths of the same operation, by name.
    #[serde(default)]
    pub(crate) variants: Entries<String>,
    /// The auth schemes it accepts, if not the first of the API.
    #[serde(default)]
    pub(crate) auth: Vec<String>,
    /// Path parameters.
    #[serde(default)]
    pub(crate) path: Entries<FieldOrType>,
    /// Path parameters that the client sets, by client value.
    #[serde(default)]
    pub(crate) from_client: Entries<String>,
    /// Query parameters besides pagination and filters.
    #[serde(default)]
    pub(crate) query: Entries<FieldOrType>,
    /// Filters: by field, then by predicate, the type.
    #[serde(default)]
    pub(crate) filters: Entries<Entries<String>>,
    /// Named constructors that replace `new`, if the caller must choose where the list starts.
    #[serde(default)]
    pub(crate) constructors: Entries<Constructor>,
    /// The request body: its name, wrapped in a key or not, or `unknown`.
    pub(crate) request_body: Option<NameOrWrapped>,
    /// The response: a record, wrapped in a key or not, `unknown` or `status_only`.
    pub(crate) response: Option<NameOrWrapped>,
    /// The type of the envelope's payload.
    pub(crate) payload: Option<String>,
    /// The paginated list that it returns.
    pub(crate) pagination: Option<Pagination>,
    /// The documented statuses.
    #[serde(default)]
    pub(crate) statuses: StatusList,
    /// The retry rule and its reason. Required unless the method is GET.
    pub(crate) retry: Option<Retry>,
    /// The response fields that repeat a value of the request, by path parameter or body field.
    #[serde(default)]
    pub(crate) echoes: Entries<OneOrMore>,
    /// The response fields with another value than the request, by path parameter or body field: the
    /// response is about a new record.
    #[serde(default)]
    pub(crate) distinct: Entries<OneOrMore>,
    /// The response fields without which the response is not a success.
    #[serde(default)]
    pub(crate) essential: Vec<String>,
    /// The callback that it confirms.
    pub(crate) confirms_callback: Option<ConfirmsCallback>,
    /// Documented behavior.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// What the documents leave open.
    #[serde(default)]
    pub(crate) unknowns: Vec<String>,
    /// Contradictions of the documents.
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

/// One response field, or several of which one has the value: names, joined by dots.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    More(Vec<String>),
}

impl OneOrMore {
    pub(crate) fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::More(names) => names,
        }
    }
}

/// Statuses: codes, or a map from code to overrides.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum StatusList {
    /// Codes with the meaning in `api.yaml`.
    Codes(Vec<u16>),
    /// Codes, with overrides.
    Map(Entries<Option<OperationStatus>>),
}

impl Default for StatusList {
    fn default() -> Self {
        Self::Codes(Vec::new())
    }
}

/// The meaning of a status for one operation.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OperationStatus {
    /// What it means.
    pub(crate) meaning: Option<String>,
    /// `response`, `none`, `unknown`, or the name of an error body.
    pub(crate) body: Option<String>,
}

/// A named constructor.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Constructor {
    /// The filter that it sets, as in `ordered_at_gt`; absent if it sets none.
    pub(crate) filter: Option<String>,
    /// Which records the list then has.
    pub(crate) doc: String,
}

/// A paginated list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pagination {
    /// The record.
    pub(crate) item: String,
    /// The key of the collection, or `unknown`.
    pub(crate) items_key: String,
    /// The key that wraps each element.
    pub(crate) item_wrapper: Option<String>,
    /// The default page size.
    pub(crate) per_page: Option<u32>,
    /// The maximum page size.
    pub(crate) max_per_page: Option<u32>,
    /// The record of the list's other fields.
    pub(crate) metadata: Option<String>,
    /// How incremental sync reads the list.
    pub(crate) sync: Option<Sync>,
}

/// How incremental sync reads a list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sync {
    /// The field with the time of the last change; the list has a filter `gt` of days on it.
    pub(crate) watermark: String,
    /// The field of the record that identifies it.
    pub(crate) id: String,
    /// Which changes are not reported.
    pub(crate) misses: Option<String>,
}

/// A retry rule: one of three.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Retry {
    /// Never retried; why.
    pub(crate) never: Option<String>,
    /// Idempotent; why.
    pub(crate) idempotent: Option<String>,
    /// The body field by which the service rejects duplicates.
    pub(crate) unique_key: Option<String>,
    /// Why the key is unique.
    pub(crate) why: Option<String>,
    /// The operation that finds the created record.
    pub(crate) find_by: Option<FindBy>,
}

/// How the created record is found.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindBy {
    /// The operation, of this file.
    pub(crate) operation: String,
    /// The field of its response that is the record, if not the response itself.
    pub(crate) response_field: Option<String>,
    /// Its parameter that is the unique key, if there is one.
    pub(crate) parameter: Option<String>,
    /// Body fields whose values are returned under another name: in the record, or next to it.
    #[serde(default)]
    pub(crate) renamed: Entries<String>,
    /// Body fields, such as `items/product_id`, that mean something else in the record; why.
    #[serde(default)]
    pub(crate) not_compared: Entries<String>,
}

/// How an operation confirms a callback.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmsCallback {
    /// The callback, of this package or its imports.
    pub(crate) callback: String,
    /// What identifies the record: a path parameter, and a field of the callback and the record.
    pub(crate) id: String,
    /// The field of the response that is the record, if not the response itself.
    pub(crate) response_field: Option<String>,
    /// The caller's reference: a field of the callback and the record.
    pub(crate) reference: String,
    /// The field of the record that is its state.
    pub(crate) state: String,
}
