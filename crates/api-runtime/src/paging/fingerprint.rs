//! A hash by which pages and cursors are compared.

use std::hash::{DefaultHasher, Hasher};

/// A hash of the records of a page, of its bytes, or of a cursor. It is not cryptographic.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// Of records.
    pub(crate) fn from_hash(hash: u64) -> Self {
        Self(hash)
    }

    /// Of a whole response body, or of a cursor.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self(hasher.finish())
    }
}
