//! Responses of operations.

use crate::ir::{Named, PageOf, Type};

/// The reply of an operation.
#[derive(Debug)]
pub enum ReplyOf {
    /// A record.
    Record(Named),
    /// A record under a key.
    Wrapped(String, Named),
    /// Not shown: returned as it came.
    Unknown,
    /// Not shown: only the status is known.
    Accepted,
    /// The payload of the envelope.
    Payload(Type),
    /// A list that comes in pages.
    Page(PageOf),
}
