//! Operations.

use std::num::NonZeroU32;

use crate::language::{Conflict, Entries, FieldOrType, NotationText, Spanned, maps, one_of};

maps! {
    /// An operation.
    pub(crate) struct Operation {
        /// Its documentation, in a sentence or two.
        pub(crate) doc: String,
        /// Its section of the document, if it differs from that of the file.
        pub(crate) source: Option<String>,
        /// Method and path, as in `GET /v2/venue/customers/{id}`. A name in braces is that of a path parameter, of a
        /// credential (`path_parameter` of an auth scheme) or of a client value.
        pub(crate) http: Spanned<String>,
        /// The name of the path in `http`, if there are variants.
        pub(crate) variant: Option<Spanned<String>>,
        /// Other paths of the same operation, by name, as in `{ bearer: "/v2/menu_feeds/{id}" }`.
        pub(crate) variants: Entries<Spanned<String>>,
        /// The auth schemes it accepts, if not the first of the API; `[none]` if it is sent without credentials.
        pub(crate) auth: Vec<Spanned<String>>,
        /// Path parameters, all of them required.
        pub(crate) path: Entries<FieldOrType>,
        /// Query parameters besides pagination and filters.
        pub(crate) query: Entries<FieldOrType>,
        /// Request headers, as in `If-Match: string required`.
        pub(crate) headers: Entries<FieldOrType>,
        /// Filters: by field, then by predicate, the type, as in `updated_at: { gt: date }`.
        pub(crate) filters: Entries<Entries<NotationText>>,
        /// The request body: its name, `{ key: Name }` if it is wrapped, or `unknown` (any JSON).
        pub(crate) request_body: Option<Spanned<NameOrWrapped>>,
        /// The response: a record, `{ key: Record }` if it is wrapped, `unknown` (JSON that is returned unparsed, and may
        /// be empty) or `status_only`.
        pub(crate) response: Option<Spanned<NameOrWrapped>>,
        /// The type of the envelope's payload.
        pub(crate) payload: Option<Spanned<String>>,
        /// The paginated list that it returns.
        pub(crate) pagination: Option<Spanned<Pagination>>,
        /// The documented statuses: codes, at least one of them a success; or a map from code to what differs from `api.yaml`;
        /// or `unknown` if the documents list none.
        pub(crate) statuses: Spanned<StatusList>,
        /// The retry rule: `never`, `harmless`, `idempotent` or `unique_key`. Required unless the method is GET.
        pub(crate) retry: Option<Spanned<Retry>>,
        /// The response fields that repeat a value of the request, by path parameter or body field, as in
        /// `id: customer.id`.
        pub(crate) echoes: Entries<Spanned<Echoed>>,
        /// The response fields with another value than the request, by path parameter or body field: the
        /// response is about a new record.
        pub(crate) distinct: Entries<Spanned<String>>,
        /// The ids of the response without which it is not a success: each is a number or a text, but not zero, blank, `null`,
        /// `N/A` or the nil UUID.
        pub(crate) essential: Vec<Spanned<String>>,
        /// The path parameters and body fields by which people find the record elsewhere, such as an order
        /// number. A journal of writes keeps their values.
        pub(crate) reconcile_by: Vec<Spanned<String>>,
        /// The name of the write in the journals of services. It never changes: under another name, a key that
        /// was sent is sent again. By default that of the operation; a renamed operation keeps the one before.
        pub(crate) journal_id: Option<Spanned<String>>,
        /// The callback that it confirms.
        pub(crate) confirms_callback: Option<ConfirmsCallback>,
        /// Its names in earlier versions of the API, if it had other ones.
        pub(crate) was: Vec<Spanned<String>>,
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

/// The word for an operation that is sent without credentials.
pub(crate) const NO_CREDENTIALS: &str = "none";

impl Operation {
    /// Whether it is sent without credentials.
    pub(crate) fn is_without_credentials(&self) -> bool {
        matches!(self.auth.as_slice(), [only] if **only == NO_CREDENTIALS)
    }
}

one_of! {
    /// A name, or one key that wraps it.
    pub(crate) enum NameOrWrapped {
        /// The name.
        Name(Spanned<String>),
        /// `{ key: Name }`.
        Wrapped(Entries<Spanned<String>>),
    }
}

one_of! {
    /// The response field that repeats a value, or one for each of its types: names, joined by dots.
    pub(crate) enum Echoed {
        /// One, whatever the type.
        Field(Spanned<String>),
        /// One for each type.
        ByType(EchoedByType),
    }
}

maps! {
    /// The response fields that repeat a value of the type `integer|string`.
    pub(crate) struct EchoedByType {
        /// The field that repeats an integer.
        pub(crate) integer: Spanned<String>,
        /// The field that repeats a string.
        pub(crate) string: Spanned<String>,
    }
}

impl Echoed {
    /// The field that repeats integers, and other values if there is no field for strings.
    pub(crate) fn field(&self) -> &Spanned<String> {
        match self {
            Self::Field(field) => field,
            Self::ByType(fields) => &fields.integer,
        }
    }

    /// The field that repeats strings, if it is another one.
    pub(crate) fn string_field(&self) -> Option<&Spanned<String>> {
        match self {
            Self::Field(_) => None,
            Self::ByType(fields) => Some(&fields.string),
        }
    }

    pub(crate) fn fields(&self) -> impl Iterator<Item = &Spanned<String>> {
        std::iter::once(self.field()).chain(self.string_field())
    }
}

one_of! {
    /// Statuses: codes, a map from code to overrides, or `unknown` if the documents list none.
    pub(crate) enum StatusList {
        /// Codes with the meaning in `api.yaml`.
        Codes(Vec<Spanned<u16>>),
        /// Codes, with overrides.
        Map(Entries<Option<OperationStatus>>),
        /// `unknown`.
        Word(Spanned<String>),
    }
}

maps! {
    /// The meaning of a status for one operation: what is absent is that of the API.
    pub(crate) struct OperationStatus {
        /// What it means, `not_found` included.
        pub(crate) meaning: Option<String>,
        /// `response`, `none`, `unknown`, or the name of an error body.
        pub(crate) body: Option<Spanned<String>>,
        /// Whether a 204 means that the record was not found.
        pub(crate) not_found: bool,
    }

    /// A paginated list.
    pub(crate) struct Pagination {
        /// The record.
        pub(crate) item: Spanned<String>,
        /// The key of the collection, or `unknown`.
        pub(crate) items_key: Spanned<String>,
        /// The key that wraps each element.
        pub(crate) item_wrapper: Option<String>,
        /// The default page size.
        pub(crate) per_page: Option<Spanned<NonZeroU32>>,
        /// The maximum page size.
        pub(crate) max_per_page: Option<Spanned<NonZeroU32>>,
        /// The record of the list's other fields.
        pub(crate) metadata: Option<Spanned<String>>,
        /// How incremental sync reads the list.
        pub(crate) sync: Option<Spanned<Sync>>,
    }

    /// How incremental sync reads a list.
    pub(crate) struct Sync {
        /// The field with the time of the last change, a `datetime`; the list has a filter `greater_than` of days on it.
        pub(crate) watermark: Spanned<String>,
        /// The field of the record that identifies it, an integer. Pages are compared by it, too.
        pub(crate) id: Spanned<String>,
        /// Which changes are not reported.
        pub(crate) misses: Option<String>,
    }

    /// A retry rule: one of four.
    pub(crate) struct Retry {
        /// Never retried; why.
        pub(crate) never: Option<String>,
        /// A second request does no harm, as that of a `PUT`; why.
        pub(crate) harmless: Option<String>,
        /// A second request with the same idempotency key returns the first response again; why. The header or body
        /// field of the key has the mark `from_client(idempotency_key)`.
        pub(crate) idempotent: Option<String>,
        /// For how many hours the service keeps the keys, from 1 to 87600, if that is documented. After that, or without
        /// it, a later call under the same key sends nothing, and a person finds an unknown outcome out.
        pub(crate) kept_hours: Option<Spanned<NonZeroU32>>,
        /// The body field by which the service rejects duplicates.
        pub(crate) unique_key: Option<Spanned<String>>,
        /// Why the unique key is one; required with it.
        pub(crate) why: Option<String>,
        /// The statuses with which the service rejects a duplicate, if they are documented.
        pub(crate) duplicate_statuses: Vec<Spanned<u16>>,
        /// The operation that finds the created record.
        pub(crate) find_by: Option<Spanned<FindBy>>,
    }

    /// How the created record is found.
    pub(crate) struct FindBy {
        /// The operation, of this file.
        pub(crate) operation: Spanned<String>,
        /// The field of its response that is the record, if not the response itself.
        pub(crate) response_field: Option<Spanned<String>>,
        /// Its path parameter that takes the unique key. Absent if it takes something else, such as an id that the client
        /// does not know.
        pub(crate) parameter: Option<Spanned<String>>,
        /// Without `parameter`: the body field with the URL of the callback that names the record's id. A request with this
        /// field is looked up by the id, once a callback has named it, and another request is not.
        pub(crate) callback_url: Option<Spanned<String>>,
        /// Body fields whose values are returned under another name: in the record, or next to it.
        pub(crate) renamed: Entries<Spanned<String>>,
        /// Body fields, such as `items/product_id`, that mean something else in the record; why.
        pub(crate) not_compared: Entries<String>,
    }

    /// How an operation confirms a callback.
    pub(crate) struct ConfirmsCallback {
        /// The callback, of this package or its imports.
        pub(crate) callback: Spanned<String>,
        /// What identifies the record: a path parameter, and a field of the callback and the record.
        pub(crate) id: Spanned<String>,
        /// The field of the response that is the record, if not the response itself.
        pub(crate) response_field: Option<Spanned<String>>,
        /// The caller's reference: a field of the callback and the record.
        pub(crate) reference: Spanned<String>,
        /// The field of the record that is its state.
        pub(crate) state: Spanned<String>,
        /// The field of the callback with the status that it claims.
        pub(crate) hint: Spanned<String>,
        /// The field of the record that is the time of its latest change, if it has one.
        pub(crate) updated_at: Option<Spanned<String>>,
    }
}
