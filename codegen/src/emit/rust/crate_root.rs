//! Docs and modules of a crate root.

use crate::emit::rust::docs::Docs;
use crate::emit::rust::render;
use crate::file_tree::MARK;
use crate::ir::Set;

/// The root of a crate: its README, which has an example that runs with the tests, then the facts of the set.
pub(crate) fn root(set: &Set, pieces: Vec<render::Piece>) -> String {
    let mut docs = Docs::default();
    facts(set, &mut docs);
    let mut lines = docs.lines();
    if !lines.is_empty() {
        // Apart from the end of the README.
        lines.insert(0, String::new());
    }
    let text = render::file(MARK, &lines, pieces);
    let readme = "#![doc = include_str!(\"../README.md\")]\n";
    match text.split_once("\n\n") {
        Some((first, rest)) if lines.is_empty() => {
            format!("{first}\n\n{readme}\n{}", rest.trim_start_matches('\n'))
        }
        Some((first, rest)) => format!("{first}\n\n{readme}{rest}"),
        None => text,
    }
}

fn facts(set: &Set, docs: &mut Docs) {
    for (heading, facts) in &set.facts {
        docs.heading(heading);
        docs.list("", facts.iter().map(String::as_str));
    }
    if !set.doubts.unknowns.is_empty() || !set.doubts.conflicts.is_empty() {
        docs.heading("What the documents leave open");
        docs.doubts(&set.doubts);
    }
}
