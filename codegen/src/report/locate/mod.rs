//! From a name to its lines of spec and of generated code, and from a line back to the names.

mod code;
mod items;
mod line;

use crate::file_tree::FileTree;
use crate::ir::Spec;
use crate::report::line_of;
use crate::source::Sources;
use crate::suggest::nearest;
use items::{Item, items};
use line::{Files, file_and_line};

/// The lines of a name, or of what is declared at a line (`spec/pos/api.yaml:7`).
pub enum Located {
    /// A block for each item.
    Lines(String),
    /// Nothing has the name; the most similar one.
    Unknown(Option<String>),
    /// A line without an item, or of no file, as an error.
    Nowhere(String),
}

pub(crate) fn locate(spec: &Spec, tree: &FileTree, sources: &Sources, query: &str) -> Located {
    let items = items(spec);
    let files = Files { tree, sources };
    let found = match file_and_line(query) {
        Some((file, line)) => match files.items_at(&items, file, line) {
            Ok(found) => found,
            Err(error) => return Located::Nowhere(error),
        },
        None => named(&items, query),
    };
    if found.is_empty() {
        let names = items.iter().flat_map(|item| &item.names);
        let suggestion = nearest(query, names.map(String::as_str));
        return Located::Unknown(suggestion.map(str::to_owned));
    }
    Located::Lines(
        found
            .iter()
            .map(|item| block(item, tree, sources))
            .collect(),
    )
}

/// The items of a name: as it is written, or else in any case. The name of a package may precede it,
/// as in `pos-v2.Customer`.
fn named<'i, 's>(items: &'i [Item<'s>], name: &str) -> Vec<&'i Item<'s>> {
    let found = named_in(items, None, name);
    match name.split_once('.') {
        Some((package, name)) if found.is_empty() => named_in(items, Some(package), name),
        _ => found,
    }
}

fn named_in<'i, 's>(items: &'i [Item<'s>], package: Option<&str>, name: &str) -> Vec<&'i Item<'s>> {
    let having = |fits: &dyn Fn(&String) -> bool| -> Vec<&'i Item<'s>> {
        let items = items.iter();
        let items = items.filter(|item| package.is_none_or(|package| item.package == package));
        items.filter(|item| item.names.iter().any(fits)).collect()
    };
    let exact = having(&|known| known == name);
    if !exact.is_empty() {
        return exact;
    }
    having(&|known| known.eq_ignore_ascii_case(name))
}

fn block(item: &Item<'_>, tree: &FileTree, sources: &Sources) -> String {
    let mut out = format!("{}\n  {}\n", item.description, line_of(sources, item.span));
    for code in &item.code {
        for (line, text) in code.lines(tree) {
            out.push_str(&format!("  {}:{line}: {}\n", code.file, text.trim()));
        }
    }
    out
}
