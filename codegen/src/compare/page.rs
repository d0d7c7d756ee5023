//! The page of the guide that compares an API with a later version of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use super::fact::Fact;
use super::level::Level;
use super::table::{Change, verdict};
use super::walk::differences;
use crate::file_tree::header;
use crate::ir::{Operation, Package, Usage};
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

/// Used in both directions: each change counts.
const USAGE: Usage = Usage {
    sent: true,
    read: true,
};

/// The table of operations has these.
const IN_TABLE: [&str; 2] = ["path", "default path"];

/// An aspect, and one of the same item or of its members whose change says the same; `""`: a member is new or gone.
const IMPLIED: [(&str, &str); 6] = [
    ("constructor", ""),
    ("default page size", "default"),
    ("maximum page size", "maximum"),
    ("method of the default", "default"),
    ("response", "returned type"),
    ("type", "Rust type"),
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
        let member = match (difference.old, difference.new) {
            (Some(_), Some(_)) => None,
            (old, new) => new.or(old).map(|node| node.value),
        };
        let level = verdict(&difference.path, fact.change, USAGE, member).highest();
        if level <= Level::Patch || (fact.noun == "operation" && IN_TABLE.contains(&&*fact.aspect))
        {
            continue;
        }
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
                let is_renamed = names.0 != names.1;
                if is_renamed {
                    section.renamed.insert(names.0.clone(), names.1.clone());
                }
                let facts = section.changed.entry(names).or_default();
                // The heading has both names.
                if !(is_renamed
                    && matches!(rest, [step] if step.key == "name" || step.key == "rust"))
                {
                    facts.push(fact);
                }
            }
            _ => of_api.push(fact),
        }
    }
    let mut out = format!(
        "<!-- {} -->\n\n# From `{}` to `{}`\n\nWhat is not listed here is the same in both versions, but for texts and listed \
         statuses. “Gone” is what the documents of the newer version do not have.\n",
        header([&*old.dir, &*new.dir]),
        old.name,
        new.name,
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
    let rust = |name: &str| {
        let mut all = old.operations().chain(new.operations());
        let operation = all.find(|operation| operation.name == name);
        operation.map_or_else(|| name.to_owned(), |operation| operation.rust.clone())
    };
    let in_operations = changed(operations, rust);
    if !in_operations.is_empty() {
        let _ = write!(out, "\n## What differs in operations\n{in_operations}");
    }
    for ((_, heading), section) in DECLARATIONS[1..].iter().zip(others) {
        let changes = changed(section, str::to_owned);
        if section.gone.is_empty() && section.new.is_empty() && section.changed.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n## {heading}");
        list(&mut out, "Gone", section.gone.iter());
        list(&mut out, "New", section.new.iter());
        let changed = section.changed.iter();
        for ((old, new), _) in changed.filter(|((old, new), facts)| old != new && facts.is_empty())
        {
            let _ = writeln!(out, "\nRenamed: {} → {}.", code(old), code(new));
        }
        out.push_str(&changes);
    }
    out
}

/// A line of names, if there are any.
fn list<'n>(out: &mut String, what: &str, names: impl Iterator<Item = &'n String>) {
    let names: Vec<String> = names.map(|name| code(name)).collect();
    if !names.is_empty() {
        let _ = writeln!(out, "\n{what}: {}.", names.join(", "));
    }
}

/// Each operation of the older version with its successor; then the others of both.
fn table(old: &Package, new: &Package, section: &Section) -> String {
    let successor = |operation: &Operation| {
        let name = section
            .renamed
            .get(&operation.name)
            .unwrap_or(&operation.name);
        new.operations().find(|operation| operation.name == *name)
    };
    let mut out = String::new();
    let both = old
        .operations()
        .filter_map(|operation| Some((operation, successor(operation)?)));
    for (index, (operation, later)) in both.enumerate() {
        if index == 0 {
            let _ = writeln!(
                out,
                "| {} | {} |\n|---|---|",
                code(&old.name),
                code(&new.name)
            );
        }
        let _ = writeln!(out, "| {} | {} |", cell(operation), cell(later));
    }
    let gone = old
        .operations()
        .filter(|operation| successor(operation).is_none());
    list(&mut out, "Gone", gone.map(|operation| &operation.rust));
    let is_new = |operation: &&Operation| section.new.contains(&operation.name);
    let added = new.operations().filter(is_new);
    list(&mut out, "New", added.map(|operation| &operation.rust));
    out
}

/// The name of an operation, and below it the method and the paths.
fn cell(operation: &Operation) -> String {
    let routes = operation.routes.iter();
    let requests = routes.map(|route| {
        let request = format!("{} {}", operation.method, route.template);
        format!("<br>{}", code(&request))
    });
    format!("{}{}", code(&operation.rust), requests.collect::<String>())
}

/// The facts of each item. Items with the same facts have one heading.
fn changed(section: &Section, rust: impl Fn(&str) -> String) -> String {
    let mut parts: Vec<(Vec<String>, String)> = Vec::new();
    for ((old, new), changes) in &section.changed {
        let heading = match old == new {
            true => code(&rust(new)),
            false => format!("{} → {}", code(&rust(old)), code(&rust(new))),
        };
        let facts = facts(changes, new);
        // The name may be all that differs.
        if facts.is_empty() {
            continue;
        }
        match parts.iter_mut().find(|(_, known)| *known == facts) {
            Some((headings, _)) => headings.push(heading),
            None => parts.push((vec![heading], facts)),
        }
    }
    let parts = parts.into_iter();
    parts
        .map(|(headings, facts)| format!("\n### {}\n\n{facts}", headings.join(", ")))
        .collect()
}

/// A line for each fact that no other one implies. Fields with the same change are one line, and so are other names, what is
/// gone, and what is new.
fn facts(facts: &[Fact], owner: &str) -> String {
    let is_implied = |fact: &Fact| {
        let mut implied = IMPLIED.iter().filter(|(aspect, _)| *aspect == fact.aspect);
        implied.any(|(_, by)| {
            let mut others = facts.iter().filter(|other| other.aspect == *by);
            others.any(|other| {
                let rest = other.name.strip_prefix(&fact.name);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        })
    };
    // By the text before and after their names.
    let mut changes: Vec<((String, String), Vec<String>)> = Vec::new();
    let mut members: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| !is_implied(fact)) {
        let is_own = fact.name == owner || fact.noun == "package";
        let name = fact.name.strip_prefix(owner).unwrap_or(&fact.name);
        let name = code(name.strip_prefix('.').unwrap_or(name));
        let what = fact.what();
        if fact.aspect.is_empty() {
            members.entry((fact.noun, what)).or_default().push(name);
            continue;
        }
        if let Some(value) = fact.member().filter(|_| is_own) {
            let state = fact.state().to_owned();
            members
                .entry((&fact.aspect, state))
                .or_default()
                .push(value);
            continue;
        }
        let is_name = matches!(&*fact.aspect, "name" | "Rust name");
        let (key, name) = match what.strip_prefix(&*fact.aspect) {
            _ if is_own => ((what, String::new()), String::new()),
            Some(names) if is_name => {
                let before = format!("{} of {}", plural(&fact.aspect), plural(fact.noun));
                ((before, String::new()), names.trim_start().to_owned())
            }
            _ => ((fact.noun.to_owned(), what), name),
        };
        match changes.iter_mut().find(|(known, _)| *known == key) {
            Some((_, names)) => names.push(name),
            None => changes.push((key, vec![name])),
        }
    }
    let mut out = String::new();
    for ((before, after), names) in changes {
        let names_text = names.join(", ");
        let _ = match (after.is_empty(), names.len()) {
            (true, _) if names_text.is_empty() => writeln!(out, "- {before}"),
            (true, _) => writeln!(out, "- {before}: {names_text}"),
            (false, 1) => writeln!(out, "- {before} {names_text}: {after}"),
            (false, _) => writeln!(out, "- {} {names_text}: {after}", plural(&before)),
        };
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
