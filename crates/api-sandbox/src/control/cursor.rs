//! What each cursor of a sandbox has returned.

use std::collections::HashMap;

/// The most cursors of a sandbox.
const MAX_CURSORS: usize = 1_000;

/// The last orders, payment requests, requests and callbacks that were returned.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    pub(crate) order: i64,
    pub(crate) payment: i64,
    pub(crate) callback: u64,
    /// The last recorded request of each operation.
    pub(crate) requests: HashMap<String, u64>,
    /// The last recorded request when something was returned, whatever it was.
    pub(crate) last_request: u64,
}

/// The cursors by name.
#[derive(Debug)]
pub(crate) struct Cursors {
    first: Cursor,
    by_name: HashMap<String, Cursor>,
}

impl Cursors {
    /// Cursors after the last record with this id.
    pub(crate) fn new(last_id: i64) -> Self {
        Self {
            first: Cursor {
                order: last_id,
                payment: last_id,
                callback: 0,
                requests: HashMap::new(),
                last_request: 0,
            },
            by_name: HashMap::new(),
        }
    }

    /// The cursor with this name, which is created at first.
    pub(crate) fn get_mut(&mut self, name: &str) -> Result<&mut Cursor, String> {
        if !self.by_name.contains_key(name) && self.by_name.len() >= MAX_CURSORS {
            return Err(format!("too many cursors, at most {MAX_CURSORS}"));
        }
        let cursor = self.by_name.entry(name.to_owned());
        Ok(cursor.or_insert_with(|| self.first.clone()))
    }
}
