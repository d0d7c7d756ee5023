//! Checks that need the whole spec. Simpler checks are part of lowering.

mod base_api;
mod browser_sdk;
mod callback_confirmation;
mod declaration;
mod echo;
mod filters;
mod names;
mod operations;
mod paths;
mod sync;
mod unique_key;

use std::collections::HashMap;

use crate::ir::{Operation, Spec};
use crate::lower::Context;

/// Checks all packages.
pub(crate) fn check(context: &mut Context<'_>, spec: &Spec) {
    base_api::base_apis(context);
    operations::check_operations(context, spec);
    for (index, package) in spec.packages.iter().enumerate() {
        names::types(context, spec, index, package);
        paths::paths(context, package);
        browser_sdk::scripts(context, package);
        for (resource, file) in package
            .resources
            .iter()
            .zip(&context.files[index].resources)
        {
            // Invalid operations are missing in the IR, so the two lists are joined by name.
            let by_name: HashMap<&str, &Operation> = resource
                .operations
                .iter()
                .map(|operation| (operation.name.as_str(), operation))
                .collect();
            for entry in file.node.entries_of("operations") {
                if let Some(operation) = by_name.get(entry.key.as_str()) {
                    filters::filters(context, spec, operation, entry);
                    sync::check(context, spec, operation, entry);
                    callback_confirmation::check(context, spec, operation, entry);
                    echo::check(context, spec, package, operation, entry);
                }
            }
        }
    }
}
