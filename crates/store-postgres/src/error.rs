//! Errors of stores.

use std::error::Error as StdError;
use std::fmt;

use api_journal::JournalError;
use tokio_postgres::error::SqlState;

/// The error of a store: the database failed, or a row cannot be read.
#[derive(Debug)]
pub struct StoreError(Box<dyn StdError + Send + Sync>);

impl StoreError {
    /// The error of a driver or a pool, or a text.
    pub fn new(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self(source.into())
    }

    /// The error of the store in that of rules.
    pub(crate) fn of(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        JournalError::of_store(error).unwrap_or_else(Self)
    }

    /// Whether another transaction has overtaken this one, which changed nothing.
    pub(crate) fn is_overtaken(&self) -> bool {
        let overtaken = [
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
        ];
        let code = self.as_postgres().and_then(tokio_postgres::Error::code);
        code.is_some_and(|code| overtaken.contains(code))
    }

    /// The error of PostgreSQL, if it is one.
    fn as_postgres(&self) -> Option<&tokio_postgres::Error> {
        self.0.downcast_ref()
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres: ")?;
        // The driver's text of an error of the server is "db error".
        match self
            .as_postgres()
            .and_then(tokio_postgres::Error::as_db_error)
        {
            Some(error) => {
                let code = error.code().code();
                write!(f, "{}: {} ({code})", error.severity(), error.message())?;
                match is_missing_table(error.code()) {
                    true => f.write_str(": `migrate` creates the tables"),
                    false => Ok(()),
                }
            }
            None => self.0.fmt(f),
        }
    }
}

fn is_missing_table(code: &SqlState) -> bool {
    [SqlState::UNDEFINED_TABLE, SqlState::INVALID_SCHEMA_NAME].contains(code)
}

impl StdError for StoreError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.0)
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::new(error)
    }
}

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        Self::new(error)
    }
}
