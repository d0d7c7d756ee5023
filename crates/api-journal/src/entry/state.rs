//! States of entries.

use std::fmt;

/// The state of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum State {
    /// Nothing was sent, which is proven, or said by a person. With generation 0 the entry is
    /// prepared only.
    NotSent,
    /// The request may be on its way. After the lease has expired, its outcome is unknown.
    InFlight,
    /// The request may have taken effect.
    Unknown,
    /// The server rejected the request: it had no effect.
    Rejected,
    /// The request took effect.
    Done,
    /// A state of a later version: the outcome is unknown here, and nothing is sent.
    Other(String),
}

impl State {
    /// Whether the outcome is known. Only settled entries are pruned.
    pub const fn is_settled(&self) -> bool {
        matches!(self, Self::NotSent | Self::Rejected | Self::Done)
    }

    /// The state as stores keep it, such as `in_flight`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::NotSent => "not_sent",
            Self::InFlight => "in_flight",
            Self::Unknown => "unknown",
            Self::Rejected => "rejected",
            Self::Done => "done",
            Self::Other(word) => word,
        }
    }

    pub(crate) fn from_word(word: &str) -> Self {
        match word {
            "not_sent" => Self::NotSent,
            "in_flight" => Self::InFlight,
            "unknown" => Self::Unknown,
            "rejected" => Self::Rejected,
            "done" => Self::Done,
            _ => Self::Other(word.to_owned()),
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
