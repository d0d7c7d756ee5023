//! The errors of the control handle.

use std::fmt;

use crate::state::CommitError;

/// A failed call of the control handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlError {
    kind: ErrorKind,
    message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorKind {
    Invalid,
    NotFound,
    Timeout,
    DataFile,
}

impl ControlError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::with_kind(ErrorKind::Invalid, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::with_kind(ErrorKind::NotFound, message)
    }

    pub(super) fn timeout(message: String) -> Self {
        Self::with_kind(ErrorKind::Timeout, message)
    }

    fn with_kind(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }

    /// Whether nothing happened within the time limit.
    pub fn is_timeout(&self) -> bool {
        self.kind == ErrorKind::Timeout
    }

    /// The status of a response with this error.
    pub(crate) fn status(&self) -> u16 {
        match self.kind {
            ErrorKind::Invalid => 400,
            ErrorKind::NotFound => 404,
            ErrorKind::Timeout => 408,
            ErrorKind::DataFile => 500,
        }
    }
}

impl From<CommitError> for ControlError {
    fn from(error: CommitError) -> Self {
        Self::with_kind(ErrorKind::DataFile, error.to_string())
    }
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ControlError {}
