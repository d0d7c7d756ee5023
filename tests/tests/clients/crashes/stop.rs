//! Where a process stops, so that it is killed there.

use std::io;

use serde::{Deserialize, Serialize};

/// A point of a write or of its recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Point {
    BeforeInsert,
    AfterInsert,
    /// A worker keeps other workers from the entry, and has not looked its record up.
    AfterPostponement,
    /// The look-up of the record was sent, and no byte of its response was received.
    LookUp,
    /// Before a prepared write, or one that is sent again, is in flight.
    BeforeInFlight,
    /// In flight, and not connected.
    AfterInFlight,
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
    /// Whether a relay between the client and the server stops there.
    pub(crate) fn is_of_network(self) -> bool {
        matches!(
            self,
            Self::LookUp | Self::Connected | Self::InRequest | Self::NoHead | Self::HeadOnly
        )
    }

    /// Prints a line for the process that kills this one, and suspends this one until there is a
    /// line in its input.
    pub(crate) fn stop(self) {
        println!("\nreached {self:?}");
        io::stdin().read_line(&mut String::new()).unwrap();
    }
}
