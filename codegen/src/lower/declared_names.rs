//! Names of lists of declarations.

use std::collections::HashSet;

use crate::language::Entries;
use crate::lower::context::Context;
use crate::names;

/// Notes names that are no words in snake case, or that make one Rust name twice.
pub(crate) fn check_words<T>(context: &mut Context<'_>, entries: &Entries<T>) {
    let mut seen = HashSet::new();
    for entry in entries {
        let name = entry.name();
        if let Err(wrong) = names::check_word(name) {
            context.diagnostics.error(
                entry.span(),
                wrong,
                "invalid name",
                "write it like `list_customers`".to_owned(),
            );
        } else if !seen.insert(names::type_of(name)) {
            context.diagnostics.error(
                entry.span(),
                format!("the Rust name of `{name}` is defined multiple times"),
                "redefined here",
                None,
            );
        }
    }
}
