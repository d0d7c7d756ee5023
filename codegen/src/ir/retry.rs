//! Retry rules.

/// Whether an operation may arrive twice.
#[derive(Clone, Debug)]
pub(crate) enum Retry {
    /// It only reads.
    Safe,
    /// It may not; why.
    Never(String),
    /// It may; why.
    Idempotent(String),
    /// The service recognises a second arrival by this field; why.
    UniqueKey(String, String),
}

/// How what a guarded operation makes is read. Fields are by their names on the wire.
#[derive(Clone, Debug)]
pub(crate) struct FindBy {
    /// The operation, of the same resource.
    pub(crate) operation: String,
    /// The field of its reply that is the record; `None` when the reply itself is it.
    pub(crate) record: Option<String>,
    /// Its parameter that takes the value of the guard; `None` when it takes something else, such as an id.
    pub(crate) parameter: Option<String>,
}
