//! Names of lists of declarations.

use std::collections::HashSet;

use crate::load::tree::Node;
use crate::lower::context::Context;
use crate::names;

/// Notes names that are no words in snake case, or that make one Rust name twice.
pub(crate) fn check_words(context: &mut Context<'_>, node: &Node, key: &str) {
    let mut seen = HashSet::new();
    for entry in node.entries_of(key) {
        if let Err(wrong) = names::check_word(&entry.key) {
            context.diagnostics.error(
                &entry.span,
                wrong,
                "invalid name",
                "write it like `list_customers`".to_owned(),
            );
        } else if !seen.insert(names::type_of(&entry.key)) {
            context.diagnostics.error(
                &entry.span,
                format!("the Rust name of `{}` is defined multiple times", entry.key),
                "redefined here",
                None,
            );
        }
    }
}
