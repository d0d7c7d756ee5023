//! The OpenAPI documents state the facts of the compiled crates. So they need no snapshot of their own, but for what they
//! alone state.

mod alone;
mod described;
mod stated;

use std::collections::{BTreeMap, BTreeSet};

use crate::list;

pub(crate) use alone::lines as stated_alone;

/// What is said of each subject: of a field, an enum or an operation.
type Facts = BTreeMap<String, String>;

/// The marks that the crates state and the documents do not: of what is read beyond the documented type, or what is no promise.
/// That an amount is a text, the documents say by its type.
const OTHER_MARKS: [&str; 4] = [
    "as_string",
    "documented_required",
    "string_or_number",
    "write_empty",
];

/// The marks that documents have.
const MARKS: [&str; 7] = [
    "also_us_date",
    "digits",
    "envelope",
    "inferred",
    "pii",
    "secret",
    "strict",
];

/// Fields of bodies that callers of the crates do not set, since the client does.
const SET_BY_CLIENT: [&str; 2] = [
    r#"NewPaymentRequest "ApiVersion""#,
    r#"NewPaymentRequest "ClientPubKey""#,
];

#[test]
fn documents_state_the_facts_of_the_crates() {
    let packages = list::packages();
    let texts = stated::texts(&packages);
    let stated: BTreeMap<&str, Facts> = packages
        .iter()
        .map(|package| (package.name, stated::facts(package, &texts)))
        .collect();
    let records: BTreeSet<&str> = stated
        .values()
        .flat_map(Facts::keys)
        .map(|subject| owner(subject))
        .collect();
    let mut seen = BTreeSet::new();
    let mut differences = Vec::new();
    for (api, text) in api_description::ALL {
        let document = serde_json::from_str(text).unwrap();
        for (subject, fact) in described::facts(&document) {
            let own = stated[api].get(&subject);
            match own.or_else(|| stated.get("pos")?.get(&subject)) {
                Some(stated) if *stated == fact => {}
                Some(stated) => {
                    differences.push(format!("{api} {subject}: {fact}\n  the crates: {stated}"));
                }
                // A wrapper, an envelope, a page or an error body.
                None if !records.contains(owner(&subject)) => {}
                // Of what is read, the crates state no maximum.
                None if subject.ends_with(" max") => {}
                None if SET_BY_CLIENT.contains(&subject.as_str()) => {}
                None => differences.push(format!("{api} {subject}: {fact}\n  not in the crates")),
            }
            seen.insert(subject);
        }
    }
    for (package, facts) in &stated {
        let missing = facts.iter().filter(|(subject, _)| !is_in(&seen, subject));
        let missing =
            missing.map(|(subject, fact)| format!("{package} {subject}: {fact}\n  not described"));
        differences.extend(missing);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(seen.len() > 1000, "{}", seen.len());
}

/// The record, enum or operation that a subject is of.
fn owner(subject: &str) -> &str {
    subject.split(' ').next().unwrap_or_default()
}

/// Whether a document has a subject; what is said of a whole list is in its page.
fn is_in(seen: &BTreeSet<String>, subject: &str) -> bool {
    let page = match subject.split_once("ListMetadata ") {
        Some((item, field)) => format!("{item}Page {field}"),
        None => subject.to_owned(),
    };
    seen.contains(&page)
}

/// A field's names as one, since a document has no first one.
fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: BTreeSet<&str> = names.into_iter().collect();
    let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    names.join(" | ")
}

/// A method, a path and statuses.
fn call(method: &str, path: &str, statuses: &[u16]) -> String {
    let statuses: Vec<String> = statuses.iter().map(u16::to_string).collect();
    format!("{method} {path} {}", statuses.join(" "))
}

/// A type, a unit, the marks in alphabetical order and a default.
fn fact<'a>(
    ty: &str,
    unit: Option<&str>,
    marks: impl IntoIterator<Item = &'a str>,
    default: Option<String>,
) -> String {
    let marks: BTreeSet<&str> = marks.into_iter().collect();
    let mut words: Vec<&str> = std::iter::once(ty).chain(unit).collect();
    words.extend(marks);
    let default = default.map(|default| format!(" = {default}"));
    words.join(" ") + &default.unwrap_or_default()
}
