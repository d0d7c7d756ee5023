//! Checks that need the whole spec. Simpler checks are part of lowering.

mod browser_sdk;
mod callback_confirmation;
mod declaration;
mod filters;
mod names;
mod operations;
mod paths;
mod sync;
mod unique_key;

use std::collections::HashMap;

use crate::ir::{House, Operation};
use crate::lower::Context;

/// Checks all packages.
pub(crate) fn check(context: &mut Context<'_>, house: &House) {
    operations::check_together(context, house);
    for (at, set) in house.sets.iter().enumerate() {
        names::types(context, house, at, set);
        paths::paths(context, set);
        browser_sdk::scripts(context, set);
        for (resource, file) in set.resources.iter().zip(&context.files[at].resources) {
            // An operation with mistakes is left out, so the two lists are joined by name.
            let by_name: HashMap<&str, &Operation> = resource
                .operations
                .iter()
                .map(|operation| (operation.name.as_str(), operation))
                .collect();
            for entry in file.node.entries_of("operations") {
                if let Some(operation) = by_name.get(entry.key.as_str()) {
                    filters::filters(context, house, operation, entry);
                    sync::check_changes(context, house, operation, entry);
                    callback_confirmation::check(context, house, operation, entry);
                }
            }
        }
    }
}
