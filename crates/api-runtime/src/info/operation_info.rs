//! Static facts of an operation: its name, its route and its retry semantics.

use crate::info::client_values::ClientValue;
use crate::info::method::Method;
use api_wire::PageShape;

/// The static facts of an operation, from the description of its API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperationInfo {
    /// The operation's name in the description, such as `list_customers`.
    pub name: &'static str,
    /// The method of its requests. Whether they can be retried does not follow from it, but is in `retry`.
    pub method: Method,
    /// The path with its variables in braces, such as `/v2/customers/{id}`. Errors and traces
    /// show it instead of the URL.
    pub path_template: &'static str,
    /// Whether the request can be retried.
    pub retry: Retry,
    /// The operation that looks up the record by the unique key of this one, if there is one.
    pub lookup: Option<&'static str>,
    /// The statuses that the documents list for the operation; empty if they list none. Any call may have
    /// others.
    pub statuses: &'static [u16],
    /// The documented statuses of a rejected duplicate of the unique key. If there are none, any rejection
    /// may be about a duplicate.
    pub duplicate_statuses: &'static [u16],
    /// The parts of the request that have client values.
    pub client_values: &'static [ClientValue],
    /// Whether the request is sent without credentials.
    pub without_credentials: bool,
    /// Whether status 204 means that the record was not found.
    pub no_content_is_not_found: bool,
    /// The values of the request that the response repeats.
    pub echoes: &'static [Echo],
    /// The values of the request that the response must not repeat.
    pub distinct: &'static [Echo],
    /// The response fields without which the response is not a success, as JSON pointers.
    pub essential: &'static [&'static str],
    /// The path variables and body fields by which people reconcile the record.
    pub reconcile_by: &'static [&'static str],
    /// The name of a write in journals, which never changes. Empty: a read.
    pub journal_id: &'static str,
    /// The key of the record or list in the response. Empty: the response is the record, or the documents
    /// do not show the key of the list.
    pub response_key: &'static str,
    /// The key in which each item of a list is wrapped. Empty: in none.
    pub item_key: &'static str,
}

impl OperationInfo {
    /// An operation that is never retried, and whose status 204 is a success.
    pub const fn new(name: &'static str, method: Method, path_template: &'static str) -> Self {
        Self {
            name,
            method,
            path_template,
            retry: Retry::Never,
            lookup: None,
            statuses: &[],
            duplicate_statuses: &[],
            client_values: &[],
            without_credentials: false,
            no_content_is_not_found: false,
            echoes: &[],
            distinct: &[],
            essential: &[],
            reconcile_by: &[],
            journal_id: "",
            response_key: "",
            item_key: "",
        }
    }

    /// Sets whether the operation can be retried.
    pub const fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Sets the operation that looks up the record by the unique key of this one. Errors name it.
    pub const fn lookup(mut self, operation: &'static str) -> Self {
        self.lookup = Some(operation);
        self
    }

    /// Sets the statuses that the documents list for the operation.
    pub const fn statuses(mut self, statuses: &'static [u16]) -> Self {
        self.statuses = statuses;
        self
    }

    /// Declares the documented statuses of a rejected duplicate of the unique key.
    pub const fn duplicate_statuses(mut self, statuses: &'static [u16]) -> Self {
        self.duplicate_statuses = statuses;
        self
    }

    /// Declares the parts of the request that have client values.
    pub const fn client_values(mut self, parts: &'static [ClientValue]) -> Self {
        self.client_values = parts;
        self
    }

    /// Declares that the operation is documented without credentials: none are sent.
    pub const fn without_credentials(mut self) -> Self {
        self.without_credentials = true;
        self
    }

    /// Declares that status 204 means that the record was not found.
    pub const fn no_content_is_not_found(mut self) -> Self {
        self.no_content_is_not_found = true;
        self
    }

    /// Declares the values of the request that the response repeats.
    ///
    /// A response with another value is about another record: it is an error of kind
    /// [`WrongRecord`](crate::ErrorKind::WrongRecord). A response without the value is not.
    pub const fn echoes(mut self, echoes: &'static [Echo]) -> Self {
        self.echoes = echoes;
        self
    }

    /// Declares the values of the request that the response must not repeat, since it is about a new
    /// record.
    ///
    /// A response with the same value is an error of kind
    /// [`WrongRecord`](crate::ErrorKind::WrongRecord), too.
    pub const fn distinct(mut self, distinct: &'static [Echo]) -> Self {
        self.distinct = distinct;
        self
    }

    /// Declares the response fields without which the response is not a success, as JSON pointers
    /// such as `/incoming_order/id`. What is no id counts as missing: `null`, `N/A`, zero, the nil UUID, a
    /// blank text, and what is neither text nor number.
    pub const fn essential(mut self, pointers: &'static [&'static str]) -> Self {
        self.essential = pointers;
        self
    }

    /// Sets the name of a write in journals, which never changes: under another name, a key that was sent
    /// is sent again.
    pub const fn journal_id(mut self, journal_id: &'static str) -> Self {
        self.journal_id = journal_id;
        self
    }

    /// Sets the key of the record or list in the response.
    pub const fn response_key(mut self, key: &'static str) -> Self {
        self.response_key = key;
        self
    }

    /// Sets the key in which each item of a list is wrapped.
    pub const fn item_key(mut self, key: &'static str) -> Self {
        self.item_key = key;
        self
    }

    /// Where the items of a list are.
    pub fn page_shape(&self) -> PageShape {
        let known = |key: &'static str| Some(key).filter(|key| !key.is_empty());
        PageShape {
            key: known(self.response_key),
            wrapped_in: known(self.item_key),
        }
    }

    /// The field of the body that the server requires to be unique.
    pub(crate) fn unique_key_field(&self) -> Option<&'static str> {
        match self.retry {
            Retry::UniqueKey(field) => Some(field),
            _ => None,
        }
    }

    /// The values of the request with which the response is compared.
    pub(crate) fn repeated(&self) -> impl Iterator<Item = &'static Echo> + use<> {
        self.echoes.iter().chain(self.distinct)
    }

    /// Declares the path variables and body fields by which people find the record elsewhere, such as
    /// an order number. A journal of writes keeps their values: they are neither secret nor personal
    /// data.
    pub const fn reconcile_by(mut self, names: &'static [&'static str]) -> Self {
        self.reconcile_by = names;
        self
    }
}

/// A value of the request that the response repeats, such as an id in the path, or must not repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Echo {
    /// The path variable, or the field of the body, that has the value.
    pub request_field: &'static str,
    /// The response field that has the same value, as a JSON pointer.
    pub response_field: &'static str,
    /// The response field that has it instead if it was sent as a string, as a JSON pointer: an
    /// integer is an id, for example, and a string a reference.
    pub string_field: Option<&'static str>,
}

impl Echo {
    /// The value of this path variable or body field is repeated in this response field.
    pub const fn new(request_field: &'static str, response_field: &'static str) -> Self {
        Self {
            request_field,
            response_field,
            string_field: None,
        }
    }

    /// Sets the response field that repeats a string. The other one repeats integers.
    ///
    /// A response with the value in the field of the other type alone is about another record, too.
    pub const fn string(mut self, response_field: &'static str) -> Self {
        self.string_field = Some(response_field);
        self
    }

    /// The response fields that may repeat the value.
    pub(crate) fn response_fields(&self) -> impl Iterator<Item = &'static str> + use<> {
        [Some(self.response_field), self.string_field]
            .into_iter()
            .flatten()
    }

    /// The field that repeats a string or another value, and the field of the other type.
    pub(crate) fn field_of(&self, is_string: bool) -> (&'static str, Option<&'static str>) {
        match (is_string, self.string_field) {
            (true, Some(field)) => (field, Some(self.response_field)),
            (_, other) => (self.response_field, other),
        }
    }
}

/// Whether a request can be retried after it may have been processed.
#[doc(alias = "idempotent")]
#[doc(alias = "retry policy")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Retry {
    /// No: the server may process it twice.
    Never,
    /// Yes: it has no side effects.
    Safe,
    /// Yes, but not under a key: a second request has no further effect, such as that of a `PUT`, or does
    /// no harm.
    Harmless,
    /// By [`Client::once`](crate::Client::once) only, after a look-up: the server rejects a second request
    /// with the same value in this field of the body.
    UniqueKey(&'static str),
    /// Yes, with the same idempotency key, which the client makes: the server returns its first response again.
    IdempotencyKey {
        /// For how long the server keeps the keys, if that is documented: so long, a later call of
        /// [`Client::once`](crate::Client::once) with its own key sends again with the idempotency key of the
        /// first one.
        kept_hours: Option<u32>,
    },
}

impl Retry {
    /// Whether a request may be sent again after an unknown outcome.
    pub(crate) fn may_be_repeated(self) -> bool {
        matches!(
            self,
            Self::Safe | Self::Harmless | Self::IdempotencyKey { .. }
        )
    }
}
