//! Accounts: whose credentials a client has.

use std::fmt;
use std::sync::Arc;

use crate::error::invalid_field::{FieldLocation, InvalidField};

/// The maximum length of an account in bytes.
const MAX_LENGTH: usize = 64;

/// The account of a client: your own name of whose credentials the client has, such as the id of a shop; see
/// [`ClientBuilder::account`](crate::ClientBuilder::account).
///
/// The text has from 1 to 64 bytes, no outer white space, no `/` and no control characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Account(Arc<str>);

impl Account {
    /// The account with this text, without outer white space.
    pub(crate) fn new(text: &str) -> Result<Self, InvalidField> {
        let text = text.trim();
        let reason = match text {
            "" => "must not be blank",
            _ if text.len() > MAX_LENGTH => "must not be longer than 64 bytes",
            _ if text.contains('/') => "must not have a `/`",
            _ if text.contains(char::is_control) => "must not have control characters",
            _ => return Ok(Self(text.into())),
        };
        Err(InvalidField::new(
            FieldLocation::Settings,
            "account",
            reason,
        ))
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
