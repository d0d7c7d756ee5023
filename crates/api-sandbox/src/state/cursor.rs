//! What the control handles of a sandbox have returned.

use std::collections::HashMap;

/// The last orders, payment requests, requests and callbacks that were returned.
#[derive(Debug)]
pub(crate) struct Cursor {
    pub(crate) order: i64,
    pub(crate) payment: i64,
    pub(crate) callback: u64,
    /// The last recorded request of each operation.
    pub(crate) requests: HashMap<String, u64>,
    /// The last recorded request when something was returned, whatever it was.
    pub(crate) last_request: u64,
}

impl Cursor {
    /// A cursor after the last record with this id.
    pub(crate) fn new(last_id: i64) -> Self {
        Self {
            order: last_id,
            payment: last_id,
            callback: 0,
            requests: HashMap::new(),
            last_request: 0,
        }
    }
}
