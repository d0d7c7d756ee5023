//! Names that clash.

use std::collections::{HashMap, HashSet};

use crate::language::Entries;
use crate::lower::context::Context;
use crate::{ir, names};

/// Notes names that are no words in snake case, or that make one Rust name twice.
pub(crate) fn check_words<T>(context: &mut Context<'_>, entries: &Entries<T>) {
    check_all(context, entries, names::check_word);
}

/// The same for names of variants, which may be words that Rust keeps for itself.
pub(crate) fn check_variants<T>(context: &mut Context<'_>, entries: &Entries<T>) {
    check_all(context, entries, names::check_variant);
}

fn check_all<T>(
    context: &mut Context<'_>,
    entries: &Entries<T>,
    check: fn(&str) -> Result<(), String>,
) {
    let mut seen = HashSet::new();
    for entry in entries {
        let name = entry.name();
        if let Err(wrong) = check(name) {
            context.error(
                entry.span(),
                wrong,
                "invalid name",
                "write it like `list_customers`",
            );
        } else if !seen.insert(names::type_of(name)) {
            context.error(
                entry.span(),
                format!("the Rust name of `{name}` is defined multiple times"),
                "redefined here",
                None,
            );
        }
    }
}

/// Notes fields of one record that make one Rust name, or share a wire name.
pub(crate) fn check_names(context: &mut Context<'_>, fields: &[ir::Field]) {
    let mut rust: HashMap<&str, &ir::Field> = HashMap::new();
    let mut wire: HashMap<&str, &ir::Field> = HashMap::new();
    for field in fields {
        let earlier = rust.insert(&field.rust, field);
        if let Some(earlier) = earlier.filter(|earlier| earlier.wire == field.wire) {
            context.error(
                &field.span,
                format!("the field `{}` is defined multiple times", earlier.wire),
                "redefined here",
                "remove one of them",
            );
            continue;
        }
        if let Some(earlier) = earlier {
            context.error(
                &field.span,
                format!(
                    "`{}` and `{}` have the same Rust name `{}`",
                    earlier.wire, field.wire, field.rust
                ),
                "redefined here",
                "add the mark `rename(name)` to one of them, or merge them with `alias(…)`",
            );
        }
        for name in std::iter::once(&field.wire).chain(&field.aliases) {
            if let Some(earlier) = wire.insert(name, field) {
                let message = match earlier.wire == *name {
                    true => format!("the wire name `{name}` is defined multiple times"),
                    false => format!("the wire name `{name}` is an alias of `{}`", earlier.wire),
                };
                context.error(&field.span, message, "redefined here", "remove one of them");
            }
        }
    }
    let mut successors: HashMap<&str, &ir::Field> = HashMap::new();
    for field in fields {
        // One of its own is reported where it is read.
        for was in field.was.iter().filter(|was| **was != field.wire) {
            let other = wire.get(was.as_str()).copied();
            if let Some(other) = successors.insert(was, field).or(other) {
                context.error(
                    &field.span,
                    format!("`was` of `{}`: `{was}` is `{}`", field.wire, other.wire),
                    "one field follows another",
                    "remove the name from one of them",
                );
            }
        }
    }
}
