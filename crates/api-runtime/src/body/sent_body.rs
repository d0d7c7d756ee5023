//! The body of a create as it was sent: its record, its unique key, and what of it may be shown.

use api_wire::Tree;

use crate::body::json::string;
use crate::body::written_body::{WrittenBody, single_value};

/// A body that was sent.
pub(crate) struct SentBody<'a> {
    body: &'a WrittenBody,
    record: &'a Tree,
    unique_key_field: &'a str,
}

impl<'a> SentBody<'a> {
    /// `None` if the body does not have the unique key exactly once, with this value: the server
    /// might use another one.
    pub(crate) fn new(body: &'a WrittenBody, field: &'a str, unique_key: &str) -> Option<Self> {
        let record = body.record()?;
        match single_value(record, field)? {
            Tree::Scalar(json) if string(json)? == unique_key => Some(Self {
                body,
                record,
                unique_key_field: field,
            }),
            _ => None,
        }
    }

    pub(crate) fn unique_key_field(&self) -> &'a str {
        self.unique_key_field
    }

    /// The key around the record.
    pub(crate) fn wrapper(&self) -> Option<&'a str> {
        self.body.wrapper
    }

    pub(crate) fn record(&self) -> &'a Tree {
        self.record
    }

    /// Whether the values under this key may be shown.
    pub(crate) fn is_shown(&self, key: &str) -> bool {
        self.body.shown.contains(&key)
    }
}
