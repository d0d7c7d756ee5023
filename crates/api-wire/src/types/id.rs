//! Ids that the API shows now as integers, now as texts.

use std::fmt;

/// An id that is an integer in one place and a text in another.
///
/// It is written as it is: an integer as a JSON number, a text as a JSON string. The two never
/// compare equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Id {
    /// A JSON number without fraction, of 64 bits.
    Integer(i64),
    /// A JSON string.
    Text(String),
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Integer(integer) => integer.fmt(f),
            Id::Text(text) => text.fmt(f),
        }
    }
}

impl From<i64> for Id {
    fn from(integer: i64) -> Self {
        Id::Integer(integer)
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Id::Text(text.to_owned())
    }
}

impl From<String> for Id {
    fn from(text: String) -> Self {
        Id::Text(text)
    }
}
