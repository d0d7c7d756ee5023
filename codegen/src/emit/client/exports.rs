//! The names that a client crate re-exports, so that a service depends on no other crate of the runtime.

use crate::ir::{Operation, Package, Response};

/// What users of every client name, and the modules with the rest.
const ALWAYS: &[&str] = &[
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
    "Response",
    "RetryPolicy",
    "Secret",
    "Sending",
    "api_wire",
    "http",
    "observe",
    "operation",
    "transport",
];

/// What only generated code names.
const HIDDEN: &[&str] = &[
    "Authorization",
    "ClientValues",
    "Echo",
    "EnvelopeShape",
    "FoundRecord",
    "NextCursor",
    "OperationInfo",
    "PageShape",
    "Request",
    "ResponseReader",
    "Retry",
    "WriteInfo",
    "total_keys",
];

/// The traits that generated code implements.
const TRAITS: &[&str] = &[
    "Api",
    "AuthorizedBy",
    "Operation",
    "Paginated",
    "UniqueKey",
    "Write",
];

/// The types of fields, and the crates that have more of them.
pub(super) fn wire_names() -> Vec<String> {
    let names = [
        "Date",
        "Decimal",
        "LocalDateTime",
        "Timestamp",
        "rust_decimal",
    ];
    names.map(str::to_owned).to_vec()
}

/// The path of a name of the runtime.
pub(super) fn path_of(name: &str) -> &'static str {
    match name {
        "ReadError" | "Wrapped" => "api_wire",
        _ if HIDDEN.contains(&name) => "api_runtime::__generated",
        _ if TRAITS.contains(&name) => "api_runtime::operation",
        _ => "api_runtime",
    }
}

/// The names of the runtime at the crate's root.
pub(super) fn runtime_names(package: &Package) -> Vec<String> {
    let mut names = ALWAYS.to_vec();
    if has(package, is_paginated) {
        names.extend(["Items", "Page", "Pages"]);
    }
    if has(package, Operation::supports_sync) {
        names.extend([
            "Checkpoint",
            "CheckpointFile",
            "CheckpointStore",
            "IncrementalSync",
        ]);
    }
    if has(package, |operation| operation.find_by.is_some()) {
        names.extend(["Created", "Difference", "Finder", "Known"]);
    }
    if package.has_writes() {
        names.extend(["Difference", "Known", "Sent", "journal"]);
    }
    if has(package, |operation| operation.method == "GET") {
        names.extend(["StatusUpdate", "Watch"]);
    }
    sorted(names)
}

fn has(package: &Package, matches: fn(&Operation) -> bool) -> bool {
    package.operations().any(matches)
}

fn is_paginated(operation: &Operation) -> bool {
    matches!(operation.response, Response::Page(_))
}

fn sorted(mut names: Vec<&str>) -> Vec<String> {
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}
