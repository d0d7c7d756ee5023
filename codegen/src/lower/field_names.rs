//! Names of fields that clash.

use std::collections::HashMap;

use crate::ir;
use crate::lower::context::Context;

/// Notes fields of one record that make one Rust name, or share a wire name.
pub(crate) fn check_names(context: &mut Context<'_>, fields: &[ir::Field]) {
    let mut rust: HashMap<&str, &ir::Field> = HashMap::new();
    let mut wire: HashMap<&str, &ir::Field> = HashMap::new();
    for field in fields {
        let earlier = rust.insert(&field.rust, field);
        if let Some(earlier) = earlier.filter(|earlier| earlier.wire == field.wire) {
            context.diagnostics.error(
                &field.span,
                format!("the field `{}` is defined multiple times", earlier.wire),
                "redefined here",
                "remove one of them".to_owned(),
            );
            continue;
        }
        if let Some(earlier) = earlier {
            context.diagnostics.error(
                &field.span,
                format!(
                    "`{}` and `{}` have the same Rust name `{}`",
                    earlier.wire, field.wire, field.rust
                ),
                "redefined here",
                "add the mark `rename(name)` to one of them, or merge them with `alias(…)`"
                    .to_owned(),
            );
        }
        for name in std::iter::once(&field.wire).chain(&field.aliases) {
            if let Some(earlier) = wire.insert(name, field) {
                let message = match earlier.wire == *name {
                    true => format!("the wire name `{name}` is defined multiple times"),
                    false => format!("the wire name `{name}` is an alias of `{}`", earlier.wire),
                };
                context
                    .diagnostics
                    .error(&field.span, message, "redefined here", None);
            }
        }
    }
}
