//! The body of a create as it was sent: its record, its unique key, and what of it may be shown.

use api_wire::Tree;

use crate::body::written_body::WrittenBody;

/// A body that was sent.
pub(crate) struct SentBody<'a> {
    pub(crate) body: &'a WrittenBody,
    pub(crate) record: &'a Tree,
    pub(crate) unique_key_field: &'static str,
    pub(crate) unique_key: String,
}
