//! Docs and modules of a crate root.

use crate::emit::rust::docs::Docs;
use crate::emit::rust::render;
use crate::emit::rust::render::Chunk;
use crate::file_tree::header;
use crate::ir::Package;

/// The crate root: its README, whose example is a doctest, then the notes of the package.
pub(crate) fn root(package: &Package, chunks: Vec<Chunk>) -> String {
    let mut docs = Docs::default();
    facts(package, &mut docs);
    let mut lines = docs.lines();
    if !lines.is_empty() {
        // Apart from the end of the README.
        lines.insert(0, String::new());
    }
    let docs = format!(
        "#![doc = include_str!(\"../README.md\")]\n{}",
        render::doc_text("//!", &lines)
    );
    let mut all = vec![Chunk::Text(docs)];
    all.extend(chunks);
    render::file(&header([&*package.dir]), &[], all)
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
