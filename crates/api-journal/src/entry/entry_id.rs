//! Ids of entries.

use std::fmt;
use std::str::FromStr;

use crate::entry::digest::hash;
use crate::entry::json::{from_hex, hex};
use crate::entry::scope::Scope;
use crate::error::JournalError;

/// The id of an entry: 32 hexadecimal digits, derived from its scope, the `journal_id` of its
/// operation, and its key. So one key has one entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryId([u8; 16]);

impl EntryId {
    /// The id of the entry with this key.
    pub fn new(scope: &Scope, journal_id: &str, key: &str) -> Self {
        let parts = [
            &scope.api,
            &scope.environment,
            &scope.account,
            journal_id,
            key,
        ];
        let digest = hash(parts.into_iter().map(str::as_bytes));
        Self(std::array::from_fn(|index| digest[index]))
    }

    pub(crate) fn bits(self) -> u128 {
        u128::from_be_bytes(self.0)
    }
}

impl FromStr for EntryId {
    type Err = JournalError;

    fn from_str(text: &str) -> Result<Self, JournalError> {
        let bytes = from_hex(text).and_then(|bytes| bytes.try_into().ok());
        let bytes = bytes.ok_or_else(|| JournalError::invalid("entry id", text));
        bytes.map(Self)
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
