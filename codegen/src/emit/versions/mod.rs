//! What differs between two versions of an API.

mod operations;
mod page;
mod records;

use crate::emit::versions::page::page;
use crate::file_tree::FileTree;
use crate::ir::Spec;

/// The pages of the guide that compare an API with its later versions.
pub(crate) fn emit_pages(spec: &Spec, tree: &mut FileTree) {
    for pair in spec.version_pairs() {
        let (old, new) = (&pair.old_package().name, &pair.new_package().name);
        tree.add(format!("crates/guide/book/{old}-to-{new}.md"), page(pair));
    }
}

/// A table in Markdown, or nothing without rows.
fn table(columns: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut out = format!(
        "| {} |\n|{}\n",
        columns.join(" | "),
        "---|".repeat(columns.len())
    );
    for row in rows {
        out.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    out
}
