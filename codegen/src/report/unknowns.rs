//! Unknowns and conflicts of the documents with their lines, and numbers of untyped fields.

use std::collections::HashSet;

use crate::ir::{Package, Spec};
use crate::report::{line_of, untyped};
use crate::source::{Sources, Span};

/// The list, in the order of the files. Inherited questions are listed once.
pub(crate) fn unknowns(spec: &Spec, packages: &[&Package], sources: &Sources) -> String {
    if packages.is_empty() {
        return String::new();
    }
    let mut unknown: Vec<(&Span, String)> = Vec::new();
    let mut conflicts: Vec<(&Span, String)> = Vec::new();
    for (name, open_questions) in packages
        .iter()
        .flat_map(|package| package.all_open_questions())
    {
        for (text, span) in &open_questions.unknowns {
            unknown.push((span, format!("{name}: {text}")));
        }
        for (conflict, span) in &open_questions.conflicts {
            let (says, but, so) = (&conflict.says, &conflict.but, &conflict.so);
            conflicts.push((span, format!("{name}: {says} / {but} → {so}")));
        }
    }
    format!(
        "{}\n{}\n{}",
        section("Undocumented", unknown, sources),
        section("Conflicting", conflicts, sources),
        untyped(spec, packages)
    )
}

fn section(head: &str, mut found: Vec<(&Span, String)>, sources: &Sources) -> String {
    found.sort_by_key(|(span, _)| (span.file.clone(), span.range.start));
    let mut seen = HashSet::new();
    found.retain(|(span, _)| seen.insert(*span));
    let mut out = format!("{head} ({}):\n", found.len());
    for (span, text) in found {
        out.push_str(&format!("{}: {text}\n", line_of(sources, span)));
    }
    out
}
