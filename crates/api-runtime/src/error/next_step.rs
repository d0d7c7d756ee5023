//! What a caller does after an error.

use std::time::Duration;

/// What a caller does after an error: see [`Error::next_step`](crate::Error::next_step).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NextStep {
    /// Make the same call again, with the same key: nothing was sent, the operation is a read or a
    /// harmless write, there were too many requests, another call with the key is in flight, or the
    /// journal failed.
    Again {
        /// Not before this time has passed.
        after: Duration,
    },
    /// The outcome is unknown, and the same call with the same key can find it out: it looks the record up,
    /// and compares it, or sends again with the same idempotency key. The worker of the journal looks, too, but
    /// cannot compare: an hour after it has seen a record, only a person finds out.
    Wait,
    /// Mend the credentials or their permissions, or the certificate of the server or the trust in it, then make the same
    /// call again.
    Access,
    /// This request is invalid, and had no effect: make the call with corrected content, under the same key.
    Correct,
    /// The outcome is unknown, and no request can find it out: a person looks the write up.
    Person,
    /// Make no call: the request was declined, the record does not exist, the write is done, or the
    /// program or the server must change first. The outcome of a write is known.
    Final,
}
