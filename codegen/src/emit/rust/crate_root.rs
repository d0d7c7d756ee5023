//! Docs and modules of a crate root.

use crate::emit::prose;
use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::Imports;
use crate::emit::rust::render;
use crate::file_tree::header;
use crate::ir::{OpenQuestions, Package};
use crate::markdown::end_sentence;

/// The crate root: its README, then `docs`. The README's links lead to items: of several definitions, the first one counts.
pub(crate) fn root(package: &Package, docs: &Docs, chunks: Vec<Chunk>, linked: &[&str]) -> String {
    let links = linked
        .iter()
        .map(|name| format!("//! [`{name}`]: {name}\n"));
    let mut links: String = links.collect();
    if !links.is_empty() {
        links = format!("{LINKS}{links}//!\n");
    }
    let line = if docs.is_empty() { "" } else { "//!\n" };
    let docs = docs.text("//!");
    let docs = format!("{links}#![doc = include_str!(\"../README.md\")]\n{line}{docs}");
    let chunks = [docs, MISSING_DOCS.to_owned()]
        .map(Chunk::Text)
        .into_iter()
        .chain(chunks);
    render::file(&header([&*package.dir]), Imports::default(), chunks)
}

const LINKS: &str =
    "// Where the names in the README lead in rustdoc: of two definitions, the first one counts.\n";

const MISSING_DOCS: &str = "// A field of which the documents show no more than name and type has no docs.\n#![allow(missing_docs)]\n";

/// The notes of the package, by heading, and its open questions with those of its resources.
pub(crate) fn notes(package: &Package) -> Docs {
    let mut docs = Docs::default();
    for (heading, facts) in &package.notes {
        docs.heading(heading);
        docs.list("", facts.iter().map(String::as_str));
    }
    let of_resources = package.resources.iter();
    let of_resources = of_resources.map(|resource| &resource.open_questions);
    let mut open_questions = OpenQuestions::default();
    for questions in std::iter::once(&package.open_questions).chain(of_resources) {
        open_questions.conflicts.extend(questions.conflicts.clone());
        open_questions.unknowns.extend(questions.unknowns.clone());
    }
    let disagreements = open_questions.conflicts.iter();
    let disagreements = disagreements.map(|conflict| {
        let so = end_sentence(&conflict.so);
        format!("{so} ({})", prose::sides(&conflict.says, &conflict.but))
    });
    let disagreements: Vec<String> = disagreements.collect();
    if !disagreements.is_empty() {
        docs.heading("Where the documents disagree");
        docs.markdown_list(&disagreements);
    }
    docs.not_documented(&open_questions);
    docs.with_rust_names(package)
}
