//! From a name to its lines of spec and of generated code, and from a line back to the names.

mod code;
mod items;

use crate::file_tree::FileTree;
use crate::ir::Spec;
use crate::report::line_of;
use crate::source::{Sources, Span};
use crate::suggest::nearest;
use items::{Item, items};

/// The lines of a name, or of what is declared at a line (`spec/pos/api.yaml:7`).
pub enum Located {
    /// A block for each item.
    Lines(String),
    /// Nothing has the name; the most similar one.
    Unknown(Option<String>),
}

pub(crate) fn locate(spec: &Spec, tree: &FileTree, sources: &Sources, query: &str) -> Located {
    let items = items(spec);
    let found = match file_and_line(query) {
        Some((file, line)) => at_line(&items, tree, sources, file, line),
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

/// The items of a name: as it is written, or else in any case.
fn named<'i, 's>(items: &'i [Item<'s>], name: &str) -> Vec<&'i Item<'s>> {
    let having = |fits: &dyn Fn(&String) -> bool| -> Vec<&'i Item<'s>> {
        let items = items.iter();
        items.filter(|item| item.names.iter().any(fits)).collect()
    };
    let exact = having(&|known| known == name);
    if !exact.is_empty() {
        return exact;
    }
    having(&|known| known.eq_ignore_ascii_case(name))
}

fn file_and_line(query: &str) -> Option<(&str, usize)> {
    let (file, line) = query.rsplit_once(':')?;
    let is_file = [".yaml", ".rs", ".json"]
        .iter()
        .any(|end| file.ends_with(end));
    Some((file.trim_start_matches("./"), line.parse().ok()?)).filter(|_| is_file)
}

/// The items that start nearest to a line, at it or above it.
fn at_line<'i, 's>(
    items: &'i [Item<'s>],
    tree: &FileTree,
    sources: &Sources,
    file: &str,
    line: usize,
) -> Vec<&'i Item<'s>> {
    let in_spec = |span: &Span| {
        let is_file = file.trim_start_matches("spec/") == &*span.file;
        is_file.then(|| {
            span.line_column(sources.0.get(&*span.file).map_or("", String::as_str))
                .0
        })
    };
    let starts = items.iter().filter_map(|item| {
        let code = item.code.iter().filter(|code| code.file == file);
        let code = code.flat_map(|code| code.lines(tree)).map(|(line, _)| line);
        let start = in_spec(item.span).into_iter().chain(code);
        Some((start.filter(|start| *start <= line).max()?, item))
    });
    let starts: Vec<_> = starts.collect();
    let nearest = starts.iter().map(|(start, _)| *start).max();
    let found = starts
        .into_iter()
        .filter(|(start, _)| Some(*start) == nearest);
    found.map(|(_, item)| item).collect()
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
