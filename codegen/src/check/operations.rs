//! Operations of one package.

use std::collections::HashMap;

use crate::ir;
use crate::ir::Spec;
use crate::lower::Context;

/// What only several operations together can get wrong.
pub(crate) fn check_operations(context: &mut Context<'_>, spec: &Spec) {
    for package in &spec.packages {
        let mut rust: HashMap<&str, &ir::Operation> = HashMap::new();
        for operation in package
            .resources
            .iter()
            .flat_map(|resource| &resource.operations)
        {
            // Those of one file are noted where their names are checked.
            let earlier = rust
                .insert(&operation.rust, operation)
                .filter(|earlier| earlier.span.file != operation.span.file);
            if let Some(earlier) = earlier {
                let earlier = &earlier.name;
                context.diagnostics.error(
                    &operation.span,
                    format!(
                        "operations `{earlier}` and `{}` have the same Rust type `{}`",
                        operation.name, operation.rust
                    ),
                    "redefined here",
                    "rename one of them".to_owned(),
                );
            }
        }
        if !package.is_api
            && package
                .resources
                .iter()
                .any(|resource| !resource.operations.is_empty())
        {
            context.diagnostics.error(
                &package.span,
                "operations in a shared package",
                "not allowed in a shared package",
                "move them to an API".to_owned(),
            );
        }
    }
}
