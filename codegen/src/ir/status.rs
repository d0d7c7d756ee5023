//! HTTP statuses and error bodies.

/// What a status means.
#[derive(Clone, Debug)]
pub struct Status {
    /// The number.
    pub code: u16,
    /// What it means.
    pub meaning: String,
    /// What its body is.
    pub body: StatusBody,
    /// Whether it says that the record was not found.
    pub not_found: bool,
}

/// The body of a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusBody {
    /// The operation's reply.
    Resource,
    /// No body.
    None,
    /// Not shown.
    Unknown,
    /// An error body, by name.
    Error(String),
}

/// A shape of error bodies.
#[derive(Debug)]
pub struct ErrorBody {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// An example, as JSON.
    pub example: serde_json::Value,
}
