//! Values that a client adds to requests.

/// Values that a client adds to requests, such as an API version or a public key.
pub trait ClientValues: Send + Sync + 'static {
    /// The value with this name, if there is one.
    fn get(&self, name: &str) -> Option<&str>;
}

impl ClientValues for () {
    fn get(&self, _name: &str) -> Option<&str> {
        None
    }
}
