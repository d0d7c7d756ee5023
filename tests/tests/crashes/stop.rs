//! Where a process stops, so that it is killed there.

use std::future::pending;

use serde::{Deserialize, Serialize};

/// A point of a write or of its recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Point {
    BeforeInsert,
    AfterInsert,
    /// Connected, and no byte of the request was sent.
    Connected,
    /// All but the last bytes of the request were sent.
    InRequest,
    /// The request was sent, and no byte of the response was received.
    NoHead,
    /// The head of the response was received, and nothing of its body.
    HeadOnly,
    /// The response was received, and its outcome was not recorded.
    BeforeOutcome,
    AfterOutcome,
}

impl Point {
    pub(crate) const ALL: [Self; 8] = [
        Self::BeforeInsert,
        Self::AfterInsert,
        Self::Connected,
        Self::InRequest,
        Self::NoHead,
        Self::HeadOnly,
        Self::BeforeOutcome,
        Self::AfterOutcome,
    ];

    /// Whether a relay between the client and the server stops there.
    pub(crate) fn is_of_network(self) -> bool {
        match self {
            Self::Connected | Self::InRequest | Self::NoHead | Self::HeadOnly => true,
            Self::BeforeInsert | Self::AfterInsert | Self::BeforeOutcome | Self::AfterOutcome => {
                false
            }
        }
    }

    /// Prints a line for the process that kills this one, and waits for that.
    pub(crate) async fn stop(self) {
        println!("\nreached {self:?}");
        pending().await
    }
}
