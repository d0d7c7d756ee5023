//! Seals of kept requests.

use crate::{EntryId, JournalError};

/// Encrypts the requests that a journal keeps for recovery, such as with a key of the service's key
/// management. Without a seal, no request is kept.
///
/// Use an authenticated cipher with the id of the entry as associated data, so that a sealed request
/// cannot be moved to another entry.
pub trait Seal: Send + Sync {
    /// Encrypts a request.
    ///
    /// # Errors
    ///
    /// Nothing is sent then.
    fn seal(&self, id: &EntryId, request: &[u8]) -> Result<Vec<u8>, JournalError>;

    /// Decrypts a request.
    ///
    /// # Errors
    ///
    /// The entry is recovered as if its request were not kept.
    fn open(&self, id: &EntryId, sealed: &[u8]) -> Result<Vec<u8>, JournalError>;
}
