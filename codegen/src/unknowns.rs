//! What the documents leave open and where they contradict each other, with lines, and numbers of fields without a
//! documented type. It is a walk over the tree of the IR: a part that gets open questions tomorrow is listed, too.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::ir::{Package, SET, SPAN, Spec, package_tree};
use crate::source::Sources;

/// The list of a package by name or folder (`pos/v2`, `spec/pos/v2/`), or of all; empty if there is none. Inherited
/// questions are listed once.
pub(crate) fn unknowns(spec: &Spec, package: Option<&str>, sources: &Sources) -> String {
    let package = package.map(|name| name.trim_start_matches("./").trim_end_matches('/'));
    let package = package.map(|name| name.strip_prefix("spec/").unwrap_or(name));
    let is_selected = |candidate: &Package| {
        package.is_none_or(|name| candidate.name == name || candidate.dir == name)
    };
    let mut found = Found::default();
    let mut untyped = String::new();
    let (mut packages, mut all) = (0, 0);
    for (index, package) in spec.packages.iter().enumerate() {
        if !is_selected(package) {
            continue;
        }
        if let Value::Object(tree) = package_tree(spec, index) {
            found.walk(&tree, &mut Vec::new(), &package.name);
        }
        let fields = package.fields().filter(|(_, field)| field.is_untyped());
        let count = fields.count();
        untyped.push_str(&format!("{}: {count} untyped fields\n", package.name));
        packages += 1;
        all += count;
    }
    if packages > 1 {
        untyped.push_str(&format!("all: {all} untyped fields\n"));
    }
    if packages == 0 {
        return String::new();
    }
    format!(
        "{}\n{}\n{untyped}",
        section("Undocumented", &found.unknowns, sources),
        section("Conflicting", &found.conflicts, sources),
    )
}

/// By file, first byte and text: what it is about.
type Questions = BTreeMap<(String, usize, String), String>;

#[derive(Default)]
struct Found {
    unknowns: Questions,
    conflicts: Questions,
}

impl Found {
    /// `names` are those of the members of sets on the way to the node.
    fn walk<'t>(&mut self, node: &'t Map<String, Value>, names: &mut Vec<&'t str>, package: &str) {
        let subject = match names.is_empty() {
            true => package.to_owned(),
            false => names.join("."),
        };
        for (key, value) in node {
            let Some(value) = value.as_object() else {
                continue;
            };
            let is_set = value.contains_key(SET);
            let members = value
                .iter()
                .filter_map(|(name, member)| Some((name, member.as_object()?)));
            match key.as_str() {
                "unknowns" => members.for_each(|(text, question)| {
                    self.unknowns.insert(place(question, text), subject.clone());
                }),
                "conflicts" => members.for_each(|(says, question)| {
                    let text = |key: &str| question.get(key).and_then(Value::as_str).unwrap_or("");
                    let statement = format!("{says} / {} → {}", text("but"), text("so"));
                    self.conflicts
                        .insert(place(question, &statement), subject.clone());
                }),
                _ if is_set => members.for_each(|(name, member)| {
                    names.push(name);
                    self.walk(member, names, package);
                    names.pop();
                }),
                _ => self.walk(value, names, package),
            }
        }
    }
}

fn place(question: &Map<String, Value>, text: &str) -> (String, usize, String) {
    let span = question.get(SPAN).and_then(Value::as_str).unwrap_or("");
    let (file, start) = span.rsplit_once(':').unwrap_or((span, ""));
    (file.to_owned(), start.parse().unwrap_or(0), text.to_owned())
}

fn section(head: &str, questions: &Questions, sources: &Sources) -> String {
    let mut out = format!("{head} ({}):\n", questions.len());
    for ((file, start, text), subject) in questions {
        out.push_str(&format!(
            "{}: {subject}: {text}\n",
            sources.line(file, *start)
        ));
    }
    out
}
