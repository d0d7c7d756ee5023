//! Digests of requests.

use std::fmt;

use hmac_sha256::Hash;

use crate::JournalError;

/// The SHA-256 digest of what an operation sends: method, path, query and body, without credentials
/// and without what the client adds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestDigest([u8; 32]);

impl RequestDigest {
    /// The 32 bytes, which stores keep.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The digest from a store.
    ///
    /// # Errors
    ///
    /// If these are not 32 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, JournalError> {
        let digest = bytes.try_into().map(Self);
        digest.map_err(|_| JournalError::new(format!("expected 32 bytes, found {}", bytes.len())))
    }

    /// The digest of a sequence of parts.
    #[doc(hidden)]
    pub fn from_parts<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> Self {
        Self(digest_parts(parts))
    }
}

impl fmt::Debug for RequestDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Hashes each part with its length, so that no two sequences of parts have the same digest.
pub(crate) fn digest_parts<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> [u8; 32] {
    let mut hash = Hash::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize()
}
