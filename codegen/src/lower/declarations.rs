//! The names that a package declares.

use std::collections::HashMap;

use crate::diagnostics::DiagnosticSink;
use crate::ir::NamedKind;
use crate::load::PackageFiles;
use crate::load::tree::Entry;
use crate::names;
use crate::source::Span;

/// The declarations of a package: the section, and the entry with the name.
fn declarations(package: &PackageFiles) -> impl Iterator<Item = (&'static str, &Entry)> {
    package
        .resources
        .iter()
        .map(|file| &file.node)
        .chain(&package.unread)
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

pub(crate) fn declared(package: &PackageFiles, name: &str) -> Option<Span> {
    declarations(package)
        .find(|(_, entry)| entry.key == name)
        .map(|(_, entry)| entry.span.clone())
}

pub(crate) fn names_of(
    package: &PackageFiles,
    diagnostics: &mut DiagnosticSink,
) -> HashMap<String, NamedKind> {
    let case_insensitive: HashMap<&str, bool> = package
        .resources
        .iter()
        .flat_map(|file| {
            file.read
                .enums
                .iter()
                .map(|(name, decl)| (name, decl.case_insensitive))
        })
        .collect();
    let mut found = HashMap::new();
    for (section, entry) in declarations(package) {
        if let Err(wrong) = names::check_type(&entry.key) {
            diagnostics.error(
                &entry.span,
                wrong,
                "invalid type name",
                "write it like `CustomerLevel`; wire names are those of the fields".to_owned(),
            );
        }
        let kind = match section {
            "enums" => NamedKind::Enum {
                case_insensitive: case_insensitive
                    .get(entry.key.as_str())
                    .copied()
                    .unwrap_or(false),
            },
            "ids" => NamedKind::Id,
            "records" => NamedKind::Record,
            _ => NamedKind::Body,
        };
        if found.insert(entry.key.clone(), kind).is_some() {
            diagnostics.error(
                &entry.span,
                format!("the type `{}` is defined multiple times", entry.key),
                "redefined here",
                "rename one of them".to_owned(),
            );
        }
    }
    found
}

/// The first valid file that declares a record or body.
pub(crate) fn files_of(package: &PackageFiles) -> HashMap<String, usize> {
    let mut files = HashMap::new();
    for (index, file) in package.resources.iter().enumerate() {
        let records = file.read.records.iter().map(|(name, _)| name);
        let bodies = file.read.bodies.iter().map(|(name, _)| name);
        for name in records.chain(bodies) {
            files.entry(name.to_owned()).or_insert(index);
        }
    }
    files
}
