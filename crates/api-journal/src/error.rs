//! Errors of journals.

use std::error::Error as StdError;
use std::fmt;

use crate::State;

/// The error of a journal: its database failed, or an entry cannot be read.
#[derive(Debug)]
pub struct JournalError(Box<dyn StdError + Send + Sync>);

impl JournalError {
    /// The error of a database driver, or a text.
    pub fn new(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self(source.into())
    }

    /// A value of an entry that cannot be read.
    pub(crate) fn invalid(name: &str, text: &str) -> Self {
        Self::new(format!("invalid {name}: {}", text.escape_debug()))
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "journal: {}", self.0)
    }
}

impl StdError for JournalError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.0)
    }
}

/// Why an entry was not resolved.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResolveError {
    /// The journal has no entry with this id.
    NotFound,
    /// The outcome is known already, or the process that sends the request holds its lease.
    NotUnresolved(State),
    /// The journal failed.
    Journal(JournalError),
}

impl From<JournalError> for ResolveError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("no entry with this id"),
            Self::NotUnresolved(state) => {
                write!(f, "expected an unresolved entry, found one that is {state}")
            }
            Self::Journal(error) => error.fmt(f),
        }
    }
}

impl StdError for ResolveError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Journal(error) => Some(error),
            Self::NotFound | Self::NotUnresolved(_) => None,
        }
    }
}
