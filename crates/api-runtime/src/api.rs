//! The marker of an API: what all its operations share.

use std::fmt::Debug;

/// An API, as a type without values of its own.
pub trait Api: 'static {
    /// The API's name in errors and in the user agent: `pos-v2`.
    const NAME: &'static str;

    /// The envelope that every response of the API has, if there is one. A response that says in it that the
    /// request failed is an error, whatever its status and whether the response is documented or not.
    const ENVELOPE: Option<EnvelopeShape> = None;

    /// The environments of the API: staging, production.
    type Environment: Copy + Debug + Send + Sync + 'static;

    /// What the client fills into requests besides credentials. `()` where there is nothing.
    type ClientValues: ClientValues;
}

/// Values that the client fills into requests: an API version, a public key.
pub trait ClientValues: Send + Sync + 'static {
    /// The value of this name, or `None` where there is none.
    fn get(&self, name: &str) -> Option<&str>;
}

impl ClientValues for () {
    fn get(&self, _name: &str) -> Option<&str> {
        None
    }
}

/// The keys of an envelope: `{"Success": true, "Payload": "…", "Message": ""}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnvelopeShape {
    /// The key of the flag that says whether the request succeeded.
    pub success: &'static str,
    /// The key of what was asked for.
    pub payload: &'static str,
    /// The key of the text that says what failed.
    pub message: &'static str,
}
