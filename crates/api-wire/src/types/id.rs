//! Ids that are integers or strings.

use std::fmt;

/// An id that is an integer in some responses and a string in others.
///
/// It keeps its type when it is written. An integer never equals a string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Id {
    /// A 64-bit integer.
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
