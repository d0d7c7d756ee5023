//! The pages of the guide that compare an API with its later versions.

use serde_json::{Map, Value};

use crate::compare;
use crate::file_tree::FileTree;
use crate::ir::{Package, Spec, api_tree};

/// A page for each pair of versions. `trees` are those of all packages.
pub(crate) fn pages(spec: &Spec, trees: &[Map<String, Value>], tree: &mut FileTree) {
    let packages = spec.packages.iter().enumerate();
    let versions: Vec<(&str, u32, &Package, Value)> = packages
        .filter(|(_, package)| package.is_api)
        .filter_map(|(index, package)| {
            let (family, version) = package.version()?;
            Some((family, version, package, api_tree(spec, trees, index)))
        })
        .collect();
    for (family, old, before, old_tree) in &versions {
        let later = versions.iter();
        for (_, _, after, new_tree) in later.filter(|(of, new, ..)| of == family && old < new) {
            let name = format!("crates/guide/book/{}-to-{}.md", before.name, after.name);
            let page = compare::page((before, old_tree), (after, new_tree));
            tree.add(name, page);
        }
    }
}
