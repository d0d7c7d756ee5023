//! The pages of the guide that compare an API with its later versions.

use crate::compare;
use crate::file_tree::FileTree;
use crate::ir::Spec;

/// A page for each pair of versions.
pub(crate) fn pages(spec: &Spec, tree: &mut FileTree) {
    let apis = || {
        spec.packages
            .iter()
            .enumerate()
            .filter(|(_, package)| package.is_api)
    };
    for (old, before) in apis() {
        for (new, after) in apis() {
            let is_later = match (before.version(), after.version()) {
                (Some((family, old)), Some((of, new))) => family == of && old < new,
                _ => false,
            };
            if is_later {
                let name = format!("crates/guide/book/{}-to-{}.md", before.name, after.name);
                tree.add(name, compare::page(spec, old, new));
            }
        }
    }
}
