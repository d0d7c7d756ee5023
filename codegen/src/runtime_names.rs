//! The names of the runtime that generated code has in scope. No type of a description has one of them.

/// What users of every client name, and the modules with the rest.
pub(crate) const ALWAYS: &[&str] = &[
    "BaseUrl",
    "BoxFuture",
    "Call",
    "Credentials",
    "CredentialsError",
    "CredentialsProvider",
    "Detached",
    "Error",
    "ErrorKind",
    "FieldLocation",
    "InvalidField",
    "Json",
    "Method",
    "NextStep",
    "Outcome",
    "RawRequest",
    "RawResponse",
    "Reply",
    "Response",
    "RetryPolicy",
    "Secret",
    "Sending",
    "Wait",
    "api_wire",
    "http",
    "observe",
    "operation",
    "transport",
];

/// What only generated code names.
pub(crate) const HIDDEN: &[&str] = &[
    "Authorization",
    "ClientValue",
    "ClientValues",
    "Echo",
    "EnvelopeShape",
    "FoundRecord",
    "NoMetadata",
    "OperationInfo",
    "ResponseReader",
    "Retry",
    "WriteInfo",
];

/// The traits that generated code implements.
pub(crate) const TRAITS: &[&str] = &[
    "Api",
    "AuthorizedBy",
    "Operation",
    "Paginated",
    "UniqueKey",
    "Write",
];

/// Of clients with paginated lists.
pub(crate) const PAGES: &[&str] = &["Items", "Page", "Pages"];

/// Of clients with lists that are synchronized.
pub(crate) const SYNC: &[&str] = &["Batch", "Checkpoint", "CheckpointFile", "IncrementalSync"];

/// Of clients with writes.
pub(crate) const WRITES: &[&str] = &["Difference", "Known", "Sent", "journal"];

/// Of clients with reads.
pub(crate) const READS: &[&str] = &["StatusUpdate", "Watch"];

/// The types of fields, and the crate that has more of them.
pub(crate) const OF_WIRE: &[&str] = &[
    "Date",
    "Decimal",
    "LocalDateTime",
    "Timestamp",
    "rust_decimal",
];

/// What functions of operations name.
pub(crate) const OF_RESPONSES: &[&str] = &["ReadError", "Wrapped"];

/// Whether it is one of all these names.
pub(crate) fn contain(name: &str) -> bool {
    let all = [
        ALWAYS,
        HIDDEN,
        TRAITS,
        PAGES,
        SYNC,
        WRITES,
        READS,
        OF_WIRE,
        OF_RESPONSES,
    ];
    all.iter().any(|names| names.contains(&name))
}
