//! The facts of the crates, without what is of Rust alone: names, and how a value may be absent.

use std::collections::BTreeMap;

use super::{Facts, MARKS, OTHER_MARKS, call, fact, names};
use crate::facts;

/// The facts of a package; `texts` are those of the enums of all packages.
pub(super) fn facts(package: &facts::Facts, texts: &Texts<'_>) -> Facts {
    let mut facts = Facts::new();
    let is_record = |name: &str| package.schemas.iter().any(|schema| schema.name() == name);
    for (subject, stated) in lines(package) {
        if let Some((name, _)) = subject.split_once("::") {
            facts.insert(format!("{name} {}", texts[subject]), "known".to_owned());
        } else if let Some((record, field)) = subject.split_once('.')
            && is_record(record)
        {
            facts.extend(self::field(record, field, stated, texts));
        }
    }
    for operation in &package.operations {
        let mut statuses = operation.statuses.to_vec();
        statuses.sort_unstable();
        let stated = call(
            operation.method.as_str(),
            operation.path_template,
            &statuses,
        );
        facts.insert(operation.name.to_owned(), stated);
    }
    facts
}

/// The texts of enums, in quotes, by the paths of their variants.
pub(super) type Texts<'a> = BTreeMap<&'a str, &'a str>;

pub(super) fn texts(packages: &[facts::Facts]) -> Texts<'_> {
    let lines = packages.iter().flat_map(lines);
    let variants = lines.filter(|(subject, _)| subject.contains("::"));
    variants
        .map(|(variant, text)| (variant, text.trim_end_matches(" in any case")))
        .collect()
}

fn lines(package: &facts::Facts) -> impl Iterator<Item = (&str, &str)> {
    let lines = package.lines.iter();
    lines.filter_map(|line| line.split_once(": "))
}

/// A field, and its maximum.
fn field(
    record: &str,
    field: &str,
    stated: &str,
    texts: &Texts<'_>,
) -> impl Iterator<Item = (String, String)> {
    let (name, wire) = field.split_once(' ').unwrap_or((field, ""));
    let names = match wire {
        "" => names([name]),
        wire => names(wire.split(" | ").map(|name| name.trim_matches('"'))),
    };
    let subject = format!("{record} {names}");
    let (stated, default) = match stated.split_once(" = ") {
        Some((stated, default)) => (stated, Some(default)),
        None => (stated, None),
    };
    let (stated, max) = match stated.split_once(" max ") {
        Some((stated, max)) => (stated, Some((format!("{subject} max"), max.to_owned()))),
        None => (stated, None),
    };
    let (stated, unit) = match stated.split_once(" unit ") {
        Some((stated, unit)) => (stated, Some(unit)),
        None => (stated, None),
    };
    let (ty, marks) = type_and_marks(stated);
    let marks = marks.filter(|mark| {
        let is_stated = MARKS.contains(mark);
        assert!(
            is_stated || OTHER_MARKS.contains(mark),
            "do the documents state `{mark}`? Name it in MARKS or OTHER_MARKS"
        );
        is_stated
    });
    let default = default.map(|default| {
        let text = texts.get(format!("{ty}::{default}").as_str());
        text.copied().unwrap_or(default).to_owned()
    });
    let fact = fact(&ty, unit, marks, default);
    std::iter::once((subject, fact)).chain(max)
}

/// The type without what is around it, and the marks; only in a type, a space follows a comma.
fn type_and_marks(stated: &str) -> (String, impl Iterator<Item = &str>) {
    let mut end = stated.len();
    for (index, _) in stated.match_indices(' ').rev() {
        if !stated[..index].ends_with(',') {
            end = index;
        }
    }
    let (ty, marks) = stated.split_at(end);
    (documented(ty).to_owned(), marks.split_whitespace())
}

fn documented(ty: &str) -> &str {
    let around = ["Option", "Box", "Change", "CaseInsensitive"];
    let inner = around.iter().find_map(|name| {
        let inner = ty.strip_prefix(name)?.strip_prefix('<')?;
        inner.strip_suffix('>')
    });
    inner.map_or(ty, documented)
}
