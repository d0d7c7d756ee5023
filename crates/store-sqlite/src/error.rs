//! Errors of stores.

use std::error::Error as StdError;
use std::fmt;
use std::path::{Path, PathBuf};

use api_journal::JournalError;

/// The error of a store, with the path of its file.
#[derive(Debug)]
pub struct StoreError {
    path: PathBuf,
    source: Box<dyn StdError + Send + Sync>,
}

impl StoreError {
    /// An error of a file: that of SQLite, or a text.
    pub(crate) fn new(path: &Path, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self {
            path: path.to_owned(),
            source: source.into(),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.source)
    }
}

impl StdError for StoreError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.source)
    }
}

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        Self::new(error)
    }
}
