//! Retry rules.

/// Whether an operation may arrive twice.
#[derive(Clone, Debug)]
pub enum Repeat {
    /// It only reads.
    Safe,
    /// It may not; why.
    Never(String),
    /// It may; why.
    Allowed(String),
    /// The service recognises a second arrival by this field; why.
    Guarded(String, String),
}

/// How what a guarded operation makes is read. Fields are by their names on the wire.
#[derive(Clone, Debug)]
pub struct ReadBy {
    /// The operation, of the same resource.
    pub operation: String,
    /// The field of its reply that is the record; `None` when the reply itself is it.
    pub record: Option<String>,
    /// Its parameter that takes the value of the guard; `None` when it takes something else, such as an id.
    pub parameter: Option<String>,
}
