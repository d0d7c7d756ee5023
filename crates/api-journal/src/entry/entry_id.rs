//! Ids of entries.

use std::fmt;
use std::str::FromStr;

use crate::entry::digest::digest_parts;
use crate::{JournalError, Scope};

/// The id of an entry: 32 hexadecimal digits, derived from its scope, operation and key. So one key
/// has one entry, and the id is the only unique column that a store needs.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryId(String);

impl EntryId {
    /// The id of the entry with this key.
    pub fn new(scope: &Scope, operation: &str, key: &str) -> Self {
        let parts = [&scope.api, &scope.environment, &scope.venue, operation, key];
        let digest = digest_parts(parts.into_iter().map(str::as_bytes));
        Self(
            digest
                .iter()
                .take(16)
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        )
    }

    /// The digits, which stores keep.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for EntryId {
    type Err = JournalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        match text.len() == 32 && text.bytes().all(is_digit) {
            true => Ok(Self(text.to_owned())),
            false => Err(JournalError::invalid("entry id", text)),
        }
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
