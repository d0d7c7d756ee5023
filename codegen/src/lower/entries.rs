//! Declarations together with their nodes.

use crate::language::Entries;
use crate::load::tree::{Entry, Node};

/// The entries of a section beside their nodes.
pub(crate) fn each<'a, T>(
    read: &'a Entries<T>,
    node: &'a Node,
    section: &str,
) -> impl Iterator<Item = (&'a str, &'a T, &'a Entry)> {
    read.iter()
        .zip(node.entries_of(section))
        .map(|((name, decl), entry)| (name, decl, entry))
}
