//! The names that a client crate re-exports, so that a service depends on no other crate of the runtime.

use crate::ir::{Operation, Package, Response};
use crate::runtime_names::*;

/// The path of a name of the runtime.
pub(super) fn path_of(name: &str) -> &'static str {
    match name {
        _ if OF_RESPONSES.contains(&name) => "api_wire",
        _ if HIDDEN.contains(&name) => "api_runtime::__generated",
        _ if TRAITS.contains(&name) => "api_runtime::operation",
        _ => "api_runtime",
    }
}

/// The names of the runtime at the crate's root.
pub(super) fn runtime_names(package: &Package) -> Vec<String> {
    let has = |matches: fn(&Operation) -> bool| package.operations().any(matches);
    let groups = [
        (true, ALWAYS),
        (
            has(|operation| matches!(operation.response, Response::Page(_))),
            PAGES,
        ),
        (has(Operation::supports_sync), SYNC),
        (package.has_writes(), WRITES),
        (has(|operation| operation.method == "GET"), READS),
    ];
    let groups = groups.into_iter().filter(|(is_there, _)| *is_there);
    let mut names: Vec<&str> = groups.flat_map(|(_, names)| names).copied().collect();
    names.sort_unstable();
    names.dedup();
    owned(&names)
}

/// The names of fields' types at the crate's root.
pub(super) fn wire_names() -> Vec<String> {
    owned(OF_WIRE)
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
