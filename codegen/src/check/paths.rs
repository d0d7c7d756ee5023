//! Paths that two operations have.

use std::collections::HashMap;

use crate::check::names::operations;
use crate::ir::{Operation, Package};
use crate::lower::Context;

/// Two operations on one path would be one operation for the service, and for every reader of the OpenAPI document.
pub(crate) fn paths(context: &mut Context<'_>, package: &Package) {
    let mut known: HashMap<(&str, String), &Operation> = HashMap::new();
    for operation in operations(package) {
        for route in &operation.routes {
            let key = (operation.method.as_str(), route.template.shape());
            match known.get(&key) {
                Some(earlier) => context.diagnostics.error(
                    &operation.span,
                    format!(
                        "operations `{}` and `{}` have the same path `{} {}`",
                        earlier.name, operation.name, operation.method, route.template
                    ),
                    "duplicate path",
                    "merge the operations, or correct a path".to_owned(),
                ),
                None => {
                    known.insert(key, operation);
                }
            }
        }
    }
}
