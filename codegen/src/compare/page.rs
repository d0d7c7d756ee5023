//! The page of the guide that compares an API with a later version of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use super::fact::Fact;
use super::table::Change;
use super::walk::differences;
use crate::file_tree::header;
use crate::ir::{Operation, Package};
use crate::markdown::{code, end_sentence, escape_markdown};

/// The kinds of declarations, with their headings; operations are first.
const DECLARATIONS: [(&str, &str); 7] = [
    ("operations", "Operations"),
    ("callbacks", "Callbacks"),
    ("browser_sdk", "Browser SDK"),
    ("records", "Records"),
    ("bodies", "Request bodies"),
    ("enums", "Enums"),
    ("ids", "Ids"),
];

/// What differs in the declarations of one kind, by their names on both sides.
#[derive(Default)]
struct Section {
    gone: BTreeSet<String>,
    new: BTreeSet<String>,
    /// The successor of another name.
    renamed: BTreeMap<String, String>,
    changed: BTreeMap<(String, String), Vec<Fact>>,
}

/// The page of two packages with their trees.
pub(crate) fn page((old, before): (&Package, &Value), (new, after): (&Package, &Value)) -> String {
    let mut sections = DECLARATIONS.map(|_| Section::default());
    let mut of_api = Vec::new();
    for difference in differences(before, after) {
        let fact = Fact::new(&new.name, &difference.path, &difference);
        let mut kinds = DECLARATIONS.iter().zip(&mut sections);
        let of_kind = kinds.find(|((kind, _), _)| *kind == difference.path[0].key);
        let Some((_, section)) = of_kind else {
            of_api.push(fact);
            continue;
        };
        match (difference.path.as_slice(), fact.change) {
            ([_, name], Change::Removed) => {
                section.gone.insert(name.key.clone());
            }
            ([_, name], Change::Added) => {
                section.new.insert(name.key.clone());
            }
            ([_, name, rest @ ..], _) => {
                let names = (name.old_key.clone(), name.key.clone());
                if names.0 != names.1 {
                    section.renamed.insert(names.0.clone(), names.1.clone());
                    // The heading has both.
                    if matches!(rest, [step] if step.key == "name") {
                        continue;
                    }
                }
                section.changed.entry(names).or_default().push(fact);
            }
            _ => of_api.push(fact),
        }
    }
    let mut out = format!(
        "<!-- {} -->\n\n# From `{}` to `{}`\n\n{} → {}. What is not listed here is the same in both. “Gone” is what the \
         documents of the newer version do not have.\n",
        header([&*old.dir, &*new.dir]),
        old.name,
        new.name,
        escape_markdown(&old.title),
        escape_markdown(&new.title)
    );
    let [operations, others @ ..] = &sections;
    let _ = write!(out, "\n## Operations\n\n{}", table(old, new, operations));
    for (heading, lines) in &new.notes {
        let known = old.notes.iter().flat_map(|(_, lines)| lines);
        let known: Vec<&String> = known.collect();
        let mut lines = lines.iter().filter(|line| !known.contains(line)).peekable();
        if lines.peek().is_none() {
            continue;
        }
        let _ = write!(out, "\n## {}\n\n", escape_markdown(heading));
        for line in lines {
            let _ = writeln!(out, "- {}", escape_markdown(&end_sentence(line)));
        }
    }
    let facts_of_api = facts(&of_api, "");
    if !facts_of_api.is_empty() {
        let _ = write!(out, "\n## The API as a whole\n\n{facts_of_api}");
    }
    let in_operations = changed(operations);
    if !in_operations.is_empty() {
        let _ = write!(out, "\n## What differs in operations\n{in_operations}");
    }
    for ((_, heading), section) in DECLARATIONS[1..].iter().zip(others) {
        let changes = changed(section);
        if section.gone.is_empty() && section.new.is_empty() && changes.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n## {heading}");
        let names = |names: &BTreeSet<String>| {
            names
                .iter()
                .map(|name| code(name))
                .collect::<Vec<_>>()
                .join(", ")
        };
        if !section.gone.is_empty() {
            let _ = writeln!(out, "\nGone: {}.", names(&section.gone));
        }
        if !section.new.is_empty() {
            let _ = writeln!(out, "\nNew: {}.", names(&section.new));
        }
        out.push_str(&changes);
    }
    out
}

/// Each operation of the older version, with its successor; then the new ones.
fn table(old: &Package, new: &Package, section: &Section) -> String {
    let successor = |operation: &Operation| {
        let name = section
            .renamed
            .get(&operation.name)
            .unwrap_or(&operation.name);
        new.operations().find(|operation| operation.name == *name)
    };
    let mut out = format!("| {} | {} |\n|---|---|\n", code(&old.name), code(&new.name));
    for operation in old.operations() {
        let later = successor(operation).map_or_else(|| "none".to_owned(), cell);
        let _ = writeln!(out, "| {} | {later} |", cell(operation));
    }
    for operation in new
        .operations()
        .filter(|operation| section.new.contains(&operation.name))
    {
        let _ = writeln!(
            out,
            "| none | {}<br>{} |",
            cell(operation),
            end_sentence(&operation.doc)
        );
    }
    out
}

/// The name of an operation, and below it the method and path.
fn cell(operation: &Operation) -> String {
    let path = operation
        .routes
        .first()
        .map(|route| route.template.to_string());
    let request = code(&format!(
        "{} {}",
        operation.method,
        path.unwrap_or_default()
    ));
    format!("{}<br>{request}", code(&operation.rust))
}

fn changed(section: &Section) -> String {
    let mut out = String::new();
    for ((old, new), changes) in &section.changed {
        let heading = match old == new {
            true => code(new),
            false => format!("{} → {}", code(old), code(new)),
        };
        let facts = facts(changes, new);
        // Docs alone are no change of the API.
        if !facts.is_empty() || old != new {
            let _ = write!(out, "\n### {heading}\n\n{facts}");
        }
    }
    out
}

/// A line for each fact, without docs; what is gone is one line for each kind, and so is what is new.
fn facts(facts: &[Fact], owner: &str) -> String {
    let mut out = String::new();
    let mut members: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| !fact.is_docs) {
        let is_own = fact.name == owner || fact.noun == "package";
        let name = fact.name.strip_prefix(owner).unwrap_or(&fact.name);
        let name = code(name.strip_prefix('.').unwrap_or(name));
        if fact.aspect.is_empty() {
            members
                .entry((fact.noun, fact.what()))
                .or_default()
                .push(name);
        } else if let Some(value) = fact.member().filter(|_| is_own) {
            members
                .entry((&fact.aspect, fact.state().to_owned()))
                .or_default()
                .push(value);
        } else if is_own {
            let _ = writeln!(out, "- {}", fact.what());
        } else {
            let _ = writeln!(out, "- {} {name}: {}", fact.noun, fact.what());
        }
    }
    for ((noun, what), names) in members {
        let (noun, what) = match names.len() {
            1 => (noun.to_owned(), what),
            _ => (plural(noun), what.replacen("is ", "are ", 1)),
        };
        let _ = writeln!(out, "- {noun} {} {what}", names.join(", "));
    }
    out
}

/// `error bodies` for `error body`, and `checked values of the response`.
fn plural(noun: &str) -> String {
    let end = [" of ", " after "].iter().find_map(|word| noun.find(word));
    let (head, of) = noun.split_at(end.unwrap_or(noun.len()));
    let head = match (head.strip_suffix('y'), head.ends_with('s')) {
        (Some(stem), _) if !stem.ends_with('e') => format!("{stem}ies"),
        (_, true) => format!("{head}es"),
        _ => format!("{head}s"),
    };
    head + of
}
