//! Diagnostics: each error is reported once, with its span and a fix.

use std::collections::BTreeMap;

use crate::support::{fixture, fixtures, folders, report, snapshot};

/// Fixtures whose reports are shown as they are printed: several files and packages, characters of
/// several bytes, and such that are not visible.
const PRINTED: [&str; 3] = [
    "schema_multibyte_column",
    "several_files",
    "yaml_hidden_characters",
];

#[test]
fn diagnostics_match_their_snapshots() {
    let mut families: BTreeMap<String, String> = BTreeMap::new();
    for name in folders(&fixtures().join("diagnostics")) {
        let printed = report(&fixture(&format!("diagnostics/{name}")));
        let shown = match PRINTED.contains(&name.as_str()) {
            true => printed,
            false => printed.split("\n\n").map(in_short).collect(),
        };
        let family = name.split('_').next().unwrap_or(&name).to_owned();
        let listing = families.entry(family).or_default();
        *listing += &format!("==== {name}\n{}\n\n", shown.trim_end());
    }
    for (family, listing) in families {
        snapshot("diagnostics", &family, &listing);
    }
}

/// A diagnostic without its line of source: the message, the place with the marked text and what is
/// said about it, and the help.
fn in_short(printed: &str) -> String {
    let lines: Vec<&str> = printed.lines().collect();
    let [message, place, _, source, marks, rest @ ..] = &lines[..] else {
        return format!("{printed}\n");
    };
    let (Some((_, place)), Some((_, source)), Some((_, marks))) = (
        place.split_once("--> spec/"),
        source.split_once(" | "),
        marks.split_once(" | "),
    ) else {
        return format!("{printed}\n\n");
    };
    let start = marks.chars().take_while(|mark| *mark == ' ').count();
    let length = marks.chars().filter(|mark| *mark == '^').count();
    let marked: String = source.chars().skip(start).take(length).collect();
    let label = marks.trim_start_matches([' ', '^', '.']);
    let mut short = format!("{message}\n  {place} `{marked}`: {label}\n");
    for line in rest {
        let line = line.trim_start_matches([' ', '|', '=']);
        if !line.is_empty() {
            short += &format!("  {line}\n");
        }
    }
    short
}
