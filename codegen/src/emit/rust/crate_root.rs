//! Docs and modules of a crate root.

use crate::emit::rust::docs::Docs;
use crate::emit::rust::render;
use crate::file_tree::GENERATED_HEADER;
use crate::ir::Package;

/// The crate root: its README, whose example is a doctest, then the notes of the package.
pub(crate) fn root(package: &Package, chunks: Vec<render::Chunk>) -> String {
    let mut docs = Docs::default();
    facts(package, &mut docs);
    let mut lines = docs.lines();
    if !lines.is_empty() {
        // Apart from the end of the README.
        lines.insert(0, String::new());
    }
    let text = render::file(GENERATED_HEADER, &lines, chunks);
    let readme = "#![doc = include_str!(\"../README.md\")]\n";
    match text.split_once("\n\n") {
        Some((first, rest)) if lines.is_empty() => {
            format!("{first}\n\n{readme}\n{}", rest.trim_start_matches('\n'))
        }
        Some((first, rest)) => format!("{first}\n\n{readme}{rest}"),
        None => text,
    }
}

fn facts(package: &Package, docs: &mut Docs) {
    for (heading, facts) in &package.notes {
        docs.heading(heading);
        docs.list("", facts.iter().map(String::as_str));
    }
    if !package.open_questions.unknowns.is_empty() || !package.open_questions.conflicts.is_empty() {
        docs.heading("Open questions");
        docs.open_questions(&package.open_questions);
    }
}
