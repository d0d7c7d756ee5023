//! Retry rules.

use serde::Serialize;

use crate::ir::set;

/// The retry rule of an operation.
#[derive(Clone, Debug, Serialize)]
pub(crate) enum Retry {
    /// Safe: a GET.
    #[serde(rename = "safe")]
    Safe,
    /// Retried only if it was not sent.
    Never { why: String },
    /// A second request does no harm.
    Harmless { why: String },
    /// A second request with the same idempotency key has no further effect, for as long as the service keeps it.
    Idempotent {
        why: String,
        kept_hours: Option<u32>,
    },
    /// The service rejects duplicates by this field.
    UniqueKey { field: String, why: String },
}

impl Retry {
    /// Whether the client, or its caller, may send it again after an unknown outcome.
    pub(crate) fn may_be_repeated(&self) -> bool {
        matches!(self, Self::Safe | Self::Harmless { .. })
    }
}

/// How the created record is found. Fields are wire names.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FindBy {
    /// The operation, of the same resource.
    pub(crate) operation: String,
    /// The field of its response that is the record; `None` if the response itself is.
    pub(crate) record: Option<String>,
    /// Its parameter that is the unique key; `None` if it is something else, such as an id.
    pub(crate) parameter: Option<String>,
    /// The body field with the URL of the callback that names the record's id.
    pub(crate) callback_url: Option<String>,
    /// Pairs of a body field and the field that has its value in the record, or next to it.
    #[serde(serialize_with = "set")]
    pub(crate) renamed: Vec<(String, String)>,
    /// The statuses with which the service is documented to reject a duplicate.
    #[serde(serialize_with = "set")]
    pub(crate) duplicate_statuses: Vec<u16>,
    /// Paths of body fields that are not compared with the record; why.
    #[serde(serialize_with = "set")]
    pub(crate) not_compared: Vec<(String, String)>,
}
