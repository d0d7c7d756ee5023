//! The names that a client crate re-exports, so that a service depends on no other crate of the runtime.

use crate::ir::{Operation, Package, Response};

/// In the signatures and fields that every client has, and what generic code about them needs.
const ALWAYS: &[&str] = &[
    "Attempt",
    "AttemptResult",
    "AuthorizedBy",
    "BaseUrl",
    "BoxFuture",
    "Bytes",
    "Call",
    "CallSummary",
    "Credentials",
    "Detached",
    "Error",
    "ErrorKind",
    "FieldLocation",
    "Hook",
    "InvalidField",
    "Json",
    "Labels",
    "Method",
    "Mismatch",
    "NextStep",
    "Operation",
    "Outcome",
    "RawRequest",
    "RawResponse",
    "ReadError",
    "ReqwestTransport",
    "Response",
    "Retry",
    "RetryPolicy",
    "Secret",
    "Sending",
    "Stream",
    "Transport",
    "TransportError",
    "Wrapped",
    "api_wire",
    "http",
    "reqwest",
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
    "WriteInfo",
    "total_keys",
];

/// The types of fields, and the crates that have more of them.
pub(super) fn wire_names() -> Vec<String> {
    let names = [
        "Date",
        "Decimal",
        "LocalDateTime",
        "Timestamp",
        "jiff",
        "rust_decimal",
    ];
    names.map(str::to_owned).to_vec()
}

/// The path of a name of the runtime.
pub(super) fn path_of(name: &str) -> &'static str {
    match HIDDEN.contains(&name) {
        true => "api_runtime::__generated",
        false => "api_runtime",
    }
}

/// The names of the runtime at the crate's root.
pub(super) fn runtime_names(package: &Package) -> Vec<String> {
    let mut names = ALWAYS.to_vec();
    if has(package, is_paginated) {
        names.extend(["Items", "Page", "PageResponse", "Pages", "Paginated"]);
    }
    if has(package, Operation::supports_sync) {
        names.extend([
            "Checkpoint",
            "CheckpointFile",
            "CheckpointStore",
            "IncrementalSync",
            "Syncable",
        ]);
    }
    if has(package, |operation| operation.find_by.is_some()) {
        names.extend(["Created", "Difference", "Finder", "Known", "UniqueKey"]);
    }
    if package.has_writes() {
        names.extend(["Known", "Sent", "Write", "journal"]);
    }
    if has(package, |operation| operation.method == "GET") {
        names.extend(["StatusUpdate", "Watch"]);
    }
    sorted(names)
}

fn has(package: &Package, matches: fn(&Operation) -> bool) -> bool {
    let resources = package.resources.iter();
    resources
        .flat_map(|resource| &resource.operations)
        .any(matches)
}

fn is_paginated(operation: &Operation) -> bool {
    matches!(operation.response, Response::Page(_))
}

fn sorted(mut names: Vec<&str>) -> Vec<String> {
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}
