//! Where a shape was observed.

/// The place of a shape: an operation, a status, and a JSON pointer in the body.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The name of the API: `pos-v2`.
    pub api: String,
    /// The operation's name in the description: `list_customers`.
    pub operation: String,
    /// The status of the response; 0 for the form of a callback.
    pub status: u16,
    /// The JSON pointer: `/customers/*/points`.
    pub pointer: String,
}

impl Key {
    /// The key of the value around this one. `None` if this is the whole body.
    pub fn parent(&self) -> Option<Self> {
        let (parent, _) = self.pointer.rsplit_once('/')?;
        Some(Self {
            pointer: parent.to_owned(),
            ..self.clone()
        })
    }
}
