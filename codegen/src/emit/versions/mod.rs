//! What differs between two versions of an API.

mod converters;
mod item_names;
mod operations;
mod page;
mod readme;
mod records;
mod table;

use crate::emit::versions::page::page;
use crate::file_tree::FileTree;
use crate::ir::Spec;

pub(crate) use converters::emit_crates;

/// The pages of the guide that compare an API with its later versions.
pub(crate) fn emit_pages(spec: &Spec, tree: &mut FileTree) {
    for pair in spec.version_pairs() {
        let (old, new) = (&pair.old_package().name, &pair.new_package().name);
        tree.add(format!("crates/guide/book/{old}-to-{new}.md"), page(pair));
    }
}
