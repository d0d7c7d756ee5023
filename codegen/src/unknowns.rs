//! What the documents leave open and where they contradict each other, with lines, and numbers of fields without a
//! documented type. It is a walk over the tree of the IR: a part that gets open questions tomorrow is listed, too.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::ir::{Package, SET, SPAN, Spec, package_trees};
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
    let trees = package_trees(spec);
    for (package, tree) in spec.packages.iter().zip(&trees) {
        if !is_selected(package) {
            continue;
        }
        found.walk(tree, &mut Vec::new(), ("", 0), &package.name);
        let fields = package.fields().filter(|(_, field)| field.is_untyped());
        let count = fields.count();
        untyped.push_str(&format!("{}: untyped fields: {count}\n", package.name));
        packages += 1;
        all += count;
    }
    if packages > 1 {
        untyped.push_str(&format!("all: untyped fields: {all}\n"));
    }
    if packages == 0 {
        return String::new();
    }
    format!(
        "{}\n{}\n{untyped}",
        section("Undocumented", &found.unknowns, sources, String::clone),
        section(
            "Conflicting",
            &found.conflicts,
            sources,
            |[says, but, so]| { format!("{says} / {but} → {so}") }
        ),
    )
}

/// The contradictions of a package, in the order of its files. Inherited ones are listed once.
pub(crate) fn contradictions(package: &str, tree: &Map<String, Value>) -> Vec<Contradiction> {
    let mut found = Found::default();
    found.walk(tree, &mut Vec::new(), ("", 0), package);
    let all = found.conflicts.into_iter();
    all.map(|((_, _, [says, but, so]), (_, subject))| Contradiction {
        subject,
        says,
        but,
        so,
    })
    .collect()
}

/// Two statements that do not agree.
#[derive(Debug)]
pub(crate) struct Contradiction {
    /// What it is about.
    pub(crate) subject: String,
    pub(crate) says: String,
    pub(crate) but: String,
    /// What the crates do.
    pub(crate) so: String,
}

/// By file, first byte and text: what it is about, after the place of that. An inherited question is about the type that
/// stands before it in its file.
type Questions<T> = BTreeMap<(String, usize, T), (Option<usize>, String)>;

#[derive(Default)]
struct Found {
    unknowns: Questions<String>,
    /// What the documents say, what contradicts it, and what the crates do.
    conflicts: Questions<[String; 3]>,
}

impl Found {
    /// `names` are those of the members of sets on the way to the node, and `owner` is the place of the first one.
    fn walk<'t>(
        &mut self,
        node: &'t Map<String, Value>,
        names: &mut Vec<&'t str>,
        owner: (&str, usize),
        package: &str,
    ) {
        for (key, value) in node {
            let Some(value) = value.as_object() else {
                continue;
            };
            let is_set = value.contains_key(SET);
            let members = value.iter();
            let members = members.filter_map(|(name, member)| Some((name, member.as_object()?)));
            match key.as_str() {
                "unknowns" | "conflicts" => {
                    let subject = match names.is_empty() {
                        true => package.to_owned(),
                        false => names.join("."),
                    };
                    let is_conflict = key == "conflicts";
                    members.for_each(|(text, it)| self.add(is_conflict, text, it, owner, &subject));
                }
                _ if is_set => members.for_each(|(name, member)| {
                    let owner = if names.is_empty() {
                        place(member)
                    } else {
                        owner
                    };
                    names.push(name);
                    self.walk(member, names, owner, package);
                    names.pop();
                }),
                _ => self.walk(value, names, owner, package),
            }
        }
    }

    fn add(
        &mut self,
        is_conflict: bool,
        text: &str,
        question: &Map<String, Value>,
        (owner_file, owner): (&str, usize),
        subject: &str,
    ) {
        let part = |key: &str| {
            let text = question.get(key).and_then(Value::as_str);
            text.unwrap_or("").to_owned()
        };
        let (file, start) = place(question);
        let owner = (owner_file == file && owner <= start).then_some(owner);
        let (file, subject) = (file.to_owned(), subject.to_owned());
        match is_conflict {
            true => {
                let sides = [text.to_owned(), part("but"), part("so")];
                keep(&mut self.conflicts, (file, start, sides), (owner, subject));
            }
            false => {
                let key = (file, start, text.to_owned());
                keep(&mut self.unknowns, key, (owner, subject));
            }
        }
    }
}

fn keep<T: Ord>(
    questions: &mut Questions<T>,
    key: (String, usize, T),
    about: (Option<usize>, String),
) {
    let known = questions.entry(key).or_insert_with(|| about.clone());
    if about.0 > known.0 {
        *known = about;
    }
}

/// The place of a node: file and first byte.
fn place(node: &Map<String, Value>) -> (&str, usize) {
    let span = node.get(SPAN).and_then(Value::as_str).unwrap_or("");
    let (file, start) = span.rsplit_once(':').unwrap_or((span, ""));
    (file, start.parse().unwrap_or(0))
}

fn section<T>(
    head: &str,
    questions: &Questions<T>,
    sources: &Sources,
    sentence: impl Fn(&T) -> String,
) -> String {
    let mut out = format!("{head} ({}):\n", questions.len());
    for ((file, start, text), (_, subject)) in questions {
        let line = sources.line(file, *start);
        out.push_str(&format!("{line}: {subject}: {}\n", sentence(text)));
    }
    out
}
