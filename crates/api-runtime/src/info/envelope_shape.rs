//! The keys of an envelope.

/// The keys of an envelope: `{"Success": true, "Payload": "…", "Message": ""}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnvelopeShape {
    /// The key of the flag: whether the request succeeded.
    pub success: &'static str,
    /// The key of the payload.
    pub payload: &'static str,
    /// The key of the error message.
    pub message: &'static str,
}
