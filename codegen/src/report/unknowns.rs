//! What the documents do not show, and what they say in two ways, each with its place.

use std::collections::HashSet;

use crate::ir::House;
use crate::report::line_of;
use crate::source::{Place, Sources};

/// The list, in the order of the files. What a record takes over from another is told once, where it is written.
pub(crate) fn unknowns(house: &House, sources: &Sources) -> String {
    let mut unknown: Vec<(&Place, String)> = Vec::new();
    let mut conflicts: Vec<(&Place, String)> = Vec::new();
    for (what, doubts) in house.sets.iter().flat_map(|set| set.all_doubts()) {
        for (text, place) in &doubts.unknowns {
            unknown.push((place, format!("{what}: {text}")));
        }
        for (conflict, place) in &doubts.conflicts {
            let (says, but, so) = (&conflict.says, &conflict.but, &conflict.so);
            conflicts.push((place, format!("{what}: {says} / {but} → {so}")));
        }
    }
    format!(
        "{}\n{}",
        section("Not shown in the documents", unknown, sources),
        section("Said in two ways", conflicts, sources)
    )
}

fn section(head: &str, mut found: Vec<(&Place, String)>, sources: &Sources) -> String {
    found.sort_by_key(|(place, _)| (place.file.clone(), place.span.start));
    let mut seen = HashSet::new();
    found.retain(|(place, _)| seen.insert(*place));
    let mut out = format!("{head} ({}):\n", found.len());
    for (place, text) in found {
        out.push_str(&format!("{}: {text}\n", line_of(sources, place)));
    }
    out
}
