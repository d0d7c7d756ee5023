//! Errors of resolving an entry.

use std::error::Error as StdError;
use std::fmt;

use crate::{JournalError, State};

/// Why an entry was not resolved.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResolveError {
    /// The journal has no entry with this id.
    NotFound,
    /// `by` or `why` is blank: later, they are the only evidence.
    Blank(&'static str),
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
            Self::Blank(name) => write!(f, "`{name}` is blank"),
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
            Self::NotFound | Self::Blank(_) | Self::NotUnresolved(_) => None,
        }
    }
}
