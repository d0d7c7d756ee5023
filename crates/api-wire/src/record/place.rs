//! Where a parameter of an operation goes.

/// Where the value of a field goes in a request: a field with a place is a parameter of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The variable of the path with the field's wire name.
    Path,
    /// The query. An absent value adds nothing.
    Query,
    /// A header. An absent value adds nothing.
    Header,
    /// The body.
    Body,
    /// The body, as the only member of an object: the wire name is its key.
    WrappedBody,
    /// The path template, in place of that of the operation, if there is a value.
    Route,
}
