//! The names that a package declares.

use std::collections::HashMap;

use crate::diagnostics::Mistakes;
use crate::ir::NamedKind;
use crate::load::SetFiles;
use crate::load::tree::Entry;
use crate::names;
use crate::source::Place;

/// The declarations of a set: the section, and the entry with the name.
fn declarations(set: &SetFiles) -> impl Iterator<Item = (&'static str, &Entry)> {
    set.resources
        .iter()
        .map(|file| &file.node)
        .chain(&set.unread)
        .flat_map(|node| {
            ["enums", "ids", "records", "bodies"]
                .into_iter()
                .flat_map(|section| {
                    node.entries_of(section)
                        .iter()
                        .map(move |entry| (section, entry))
                })
        })
}

pub(crate) fn declared(set: &SetFiles, name: &str) -> Option<Place> {
    declarations(set)
        .find(|(_, entry)| entry.key == name)
        .map(|(_, entry)| entry.place.clone())
}

pub(crate) fn names_of(set: &SetFiles, mistakes: &mut Mistakes) -> HashMap<String, NamedKind> {
    let any_case: HashMap<&str, bool> = set
        .resources
        .iter()
        .flat_map(|file| {
            file.read
                .enums
                .iter()
                .map(|(name, one)| (name, one.case_insensitive))
        })
        .collect();
    let mut found = HashMap::new();
    for (section, entry) in declarations(set) {
        if let Err(wrong) = names::check_type(&entry.key) {
            mistakes.add(
                &entry.place,
                wrong,
                "cannot be the name of a type",
                "choose a name like `CustomerLevel`; wire names stay as they are in the fields"
                    .to_owned(),
            );
        }
        let kind = match section {
            "enums" => NamedKind::Enum {
                any_case: any_case.get(entry.key.as_str()).copied().unwrap_or(false),
            },
            "ids" => NamedKind::Id,
            "records" => NamedKind::Record,
            _ => NamedKind::Body,
        };
        if found.insert(entry.key.clone(), kind).is_some() {
            mistakes.add(
                &entry.place,
                format!("`{}` is declared twice in this set", entry.key),
                "again here",
                "give one of the two another name".to_owned(),
            );
        }
    }
    found
}

/// The first file that declares a record or body; files with mistakes are not among them.
pub(crate) fn files_of(set: &SetFiles) -> HashMap<String, usize> {
    let mut files = HashMap::new();
    for (at, file) in set.resources.iter().enumerate() {
        let records = file.read.records.iter().map(|(name, _)| name);
        let bodies = file.read.bodies.iter().map(|(name, _)| name);
        for name in records.chain(bodies) {
            files.entry(name.to_owned()).or_insert(at);
        }
    }
    files
}
