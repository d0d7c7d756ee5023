//! Accounts: whose credentials a client has.

use crate::error::invalid_field::InvalidField;

/// The maximum length of an account in bytes.
const MAX_LENGTH: usize = 64;

/// The account of a client without outer white space: your own name of whose credentials the client has, such as
/// the id of a shop; see [`ClientBuilder::account`](crate::ClientBuilder::account).
///
/// It has from 1 to 64 bytes, no `/` and no control characters.
pub(crate) fn checked(text: &str) -> Result<&str, InvalidField> {
    let text = text.trim();
    let reason = match text {
        "" => "must not be blank",
        _ if text.len() > MAX_LENGTH => "must not be longer than 64 bytes",
        _ if text.contains('/') => "must not have a `/`",
        _ if text.contains(char::is_control) => "must not have control characters",
        _ => return Ok(text),
    };
    Err(InvalidField::setting("account", reason))
}
