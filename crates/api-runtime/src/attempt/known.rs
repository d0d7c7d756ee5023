//! How it is known that a write took effect.

/// How it is known that a write took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// The server confirmed it in its response. An earlier request under the key has no other effect, even if it
    /// reaches the server later: it had been rejected or was not sent, its unique key is in use, or it has the
    /// same idempotency key.
    Confirmed,
    /// The record was looked up by its unique key: an earlier request took effect, although its response was
    /// lost. That is one of this call, or of an earlier one, whose process may have ended before the response.
    Recovered,
    /// An earlier call with the same key was a success: this one sent nothing.
    Earlier,
}
