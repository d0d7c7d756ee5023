//! The body of a create as it was sent: its record, its unique key, and what of it may be shown.

use api_wire::Tree;

use crate::body::json::string;
use crate::body::written_body::{WrittenBody, single_value};

/// A body that was sent.
pub(crate) struct SentBody<'a> {
    pub(crate) body: &'a WrittenBody,
    pub(crate) record: &'a Tree,
    pub(crate) unique_key_field: &'a str,
    pub(crate) unique_key: &'a str,
}

impl<'a> SentBody<'a> {
    /// `None` if the body does not have the unique key exactly once, with this value: the server
    /// might use another one.
    pub(crate) fn new(body: &'a WrittenBody, field: &'a str, unique_key: &'a str) -> Option<Self> {
        let record = body.record()?;
        match single_value(record, field)? {
            Tree::Scalar(json) if string(json)? == unique_key => Some(Self {
                body,
                record,
                unique_key_field: field,
                unique_key,
            }),
            _ => None,
        }
    }
}
