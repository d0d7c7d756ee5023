//! Values that a client adds to requests.

use api_wire::Place;

/// Values that a client adds to requests, such as an API version or a public key.
pub trait ClientValues: Send + Sync + 'static {
    /// The value with this name, if there is one.
    fn get(&self, name: &str) -> Option<&str>;
}

/// A part of the request that has a client value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientValue {
    /// Where it goes: the path, a header, or the fields of the body.
    pub place: Place,
    /// The name of the variable, of the header, or of the member.
    pub name: &'static str,
    /// The name of the client value.
    pub value: &'static str,
}

impl ClientValue {
    /// A variable of the path.
    pub const fn path(name: &'static str, value: &'static str) -> Self {
        let place = Place::Path;
        Self { place, name, value }
    }

    /// A header, which is not sent if the client has no such value.
    pub const fn header(name: &'static str, value: &'static str) -> Self {
        let place = Place::Header;
        Self { place, name, value }
    }

    /// A field of the body, under the key around its fields if there is one.
    pub const fn body(name: &'static str, value: &'static str) -> Self {
        let place = Place::Body;
        Self { place, name, value }
    }
}

/// The client value that the client makes for each write, so that the server knows a repetition by it.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency_key";

/// The values of one call: those of the client, and its idempotency key.
pub(crate) struct CallValues<'v> {
    pub(crate) of_client: &'v dyn ClientValues,
    pub(crate) idempotency_key: Option<&'v str>,
}

impl<'v> CallValues<'v> {
    pub(crate) fn get(&self, name: &str) -> Option<&'v str> {
        match name {
            IDEMPOTENCY_KEY => self.idempotency_key,
            name => self.of_client.get(name),
        }
    }
}

impl ClientValues for () {
    fn get(&self, _name: &str) -> Option<&str> {
        None
    }
}
