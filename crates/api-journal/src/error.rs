//! Errors of journals.

use std::error::Error as StdError;
use std::fmt;

/// The error of a journal: its database failed, or did not answer in time.
#[derive(Debug)]
pub struct JournalError(Box<dyn StdError + Send + Sync>);

impl JournalError {
    /// The error of a database driver, or a text.
    pub fn new(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self(source.into())
    }

    /// The error of a store, which rules may return as it is or in an error of this type.
    ///
    /// # Errors
    ///
    /// If it is another error.
    pub fn of_store<E: StdError + 'static>(
        error: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Result<E, Box<dyn StdError + Send + Sync>> {
        let error = match error.into().downcast::<Self>() {
            Ok(error) => error.0,
            Err(error) => error,
        };
        error.downcast().map(|error| *error)
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
