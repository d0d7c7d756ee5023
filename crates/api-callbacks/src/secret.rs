//! The secret path of a handler.

use std::error::Error as StdError;
use std::fmt;

/// The secret path of a handler is too short, or has other characters than letters, digits, `-` and
/// `_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidSecret;

impl fmt::Display for InvalidSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid secret path: expected at least 16 letters, digits, `-` or `_`")
    }
}

impl StdError for InvalidSecret {}
