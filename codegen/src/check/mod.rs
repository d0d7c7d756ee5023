//! Checks that need the whole spec. Simpler checks are part of lowering.

mod base_api;
mod browser_sdk;
mod callback_confirmation;
mod echo;
mod mentions;
mod names;
mod operation_check;
mod pagination;
mod reconciliation;
mod repeat;
mod size;
mod success;
mod unique_key;
mod unused;
mod versions;

use crate::check::operation_check::OperationCheck;
use crate::ir::{Package, Spec};
use crate::lower::Context;

/// Checks all packages.
pub(crate) fn check(context: &mut Context<'_>, spec: &Spec) {
    base_api::base_apis(context);
    for (index, package) in spec.packages.iter().enumerate() {
        names::operations(context, package);
        names::types(context, spec, index, package);
        names::paths(context, package);
        mentions::fields(context, spec, index);
        size::sizes(context, spec, index);
        browser_sdk::scripts(context, package);
        check_operations(context, spec, index, package);
    }
    versions::earlier_names(context, spec);
    unused::unused(context, spec);
}

fn check_operations(context: &mut Context<'_>, spec: &Spec, index: usize, package: &Package) {
    let files = &context.files[index].resources;
    for (resource, file) in package.resources.iter().zip(files) {
        for entry in &file.operations {
            // Invalid operations are missing in the IR.
            let Some(operation) = resource.operation(entry.name()) else {
                continue;
            };
            let mut check = OperationCheck {
                context,
                spec,
                package,
                resource,
                operation,
                file,
                decl: &entry.value,
            };
            check.check_list();
            check.check_confirmation();
            check.check_proof();
            check.check_reconciliation();
            check.check_journal_id();
            check.check_unique_key();
            check.check_repeat();
            check.check_success();
        }
    }
}
