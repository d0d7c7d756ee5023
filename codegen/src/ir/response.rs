//! Responses of operations.

use serde::{Serialize, Serializer};

use crate::ir::{Named, Pagination, Type};

/// The response of an operation.
#[derive(Debug, Serialize)]
pub(crate) enum Response {
    Record(Named),
    /// A record under a key.
    #[serde(serialize_with = "wrapped")]
    Wrapped(String, Named),
    /// Undocumented: returned unparsed.
    #[serde(rename = "unknown")]
    Unknown,
    /// Undocumented: the status only.
    #[serde(rename = "status_only")]
    StatusOnly,
    /// The payload of the envelope.
    Payload(Type),
    /// A paginated list.
    Page(Box<Pagination>),
}

impl Response {
    pub(crate) fn named_types(&self) -> Vec<&Named> {
        match self {
            Self::Record(named) | Self::Wrapped(_, named) => vec![named],
            Self::Payload(ty) => ty.named().into_iter().collect(),
            Self::Page(page) => std::iter::once(&page.item).chain(&page.metadata).collect(),
            Self::Unknown | Self::StatusOnly => Vec::new(),
        }
    }
}

fn wrapped<S: Serializer>(key: &str, record: &Named, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("key", key), ("record", &record.name)])
}
