//! The error of a commit.

use std::fmt;

/// The data file cannot be written.
#[derive(Debug)]
pub(crate) struct CommitError(String);

impl CommitError {
    pub(super) fn new(message: String) -> Self {
        Self(message)
    }
}

impl From<serde_json::Error> for CommitError {
    fn from(error: serde_json::Error) -> Self {
        Self(format!("cannot serialize a record: {error}"))
    }
}

impl fmt::Display for CommitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
