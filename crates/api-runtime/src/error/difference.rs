//! Differences between a record and the request that created it.

use std::fmt;

/// A value of a record that differs from the request; see
/// [`Error::differences`](crate::Error::differences).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The location in the request body, as a JSON pointer.
    pub pointer: String,
    /// The value that was sent: a scalar as JSON, escaped and truncated to 200 characters, or the
    /// kind of value. `[hidden]` if it is a secret or personal data, or its field is undocumented.
    pub sent: String,
    /// The value of the record, in the same form.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            pointer,
            sent,
            found,
        } = self;
        write!(f, "{pointer}: sent {sent}, found {found}")
    }
}
