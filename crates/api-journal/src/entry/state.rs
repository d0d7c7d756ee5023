//! States of entries.

use std::fmt;
use std::str::FromStr;

use crate::JournalError;

/// The state of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum State {
    /// The intent is durable, and nothing was sent: its process has to move the entry to
    /// [`InFlight`](Self::InFlight) before it sends.
    Prepared,
    /// The request may be on its way. After the lease has expired, its outcome is unknown.
    InFlight,
    /// The request may have taken effect. The entry is recovered, if the API allows it, or resolved
    /// by people.
    Unknown,
    /// Nothing was sent, which is proven.
    NotSent,
    /// The server rejected the request: it had no effect.
    Rejected,
    /// The request took effect.
    Done,
    /// A person resolved an unknown outcome.
    Resolved,
}

impl State {
    /// All states.
    pub const ALL: [Self; 7] = [
        Self::Prepared,
        Self::InFlight,
        Self::Unknown,
        Self::NotSent,
        Self::Rejected,
        Self::Done,
        Self::Resolved,
    ];

    /// Whether the outcome is known. Only settled entries are pruned.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Prepared | Self::InFlight | Self::Unknown => false,
            Self::NotSent | Self::Rejected | Self::Done | Self::Resolved => true,
        }
    }

    /// The state as stores keep it, such as `in_flight`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prepared => "prepared",
            Self::InFlight => "in_flight",
            Self::Unknown => "unknown",
            Self::NotSent => "not_sent",
            Self::Rejected => "rejected",
            Self::Done => "done",
            Self::Resolved => "resolved",
        }
    }
}

impl FromStr for State {
    type Err = JournalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == text);
        state.ok_or_else(|| JournalError::invalid("state", text))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
