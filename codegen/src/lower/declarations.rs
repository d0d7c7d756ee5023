//! The names that a package declares.

use std::collections::HashMap;

use crate::diagnostics::DiagnosticSink;
use crate::ir::NamedKind;
use crate::language::{DeclaredNames, Entries, ResourceFile, Spanned};
use crate::load::PackageFiles;
use crate::names;
use crate::source::Span;

/// A declared name, and what it names.
type Declaration<'a> = (&'a Spanned<String>, NamedKind);

/// The declarations of a package, those of invalid files last.
fn declarations(package: &PackageFiles) -> Vec<Declaration<'_>> {
    let mut all = Vec::new();
    for file in &package.resources {
        declarations_of(file, &mut all);
    }
    for names in &package.invalid {
        declarations_of_invalid(names, &mut all);
    }
    all
}

fn declarations_of<'a>(file: &'a ResourceFile, all: &mut Vec<Declaration<'a>>) {
    all.extend(file.enums.iter().map(|entry| {
        let case_insensitive = entry.value.case_insensitive;
        (&entry.key, NamedKind::Enum { case_insensitive })
    }));
    add(all, &file.ids, NamedKind::Id);
    add(all, &file.records, NamedKind::Record);
    add(all, &file.bodies, NamedKind::Body);
}

fn declarations_of_invalid<'a>(names: &'a DeclaredNames, all: &mut Vec<Declaration<'a>>) {
    let case_insensitive = false;
    add(all, &names.enums, NamedKind::Enum { case_insensitive });
    add(all, &names.ids, NamedKind::Id);
    add(all, &names.records, NamedKind::Record);
    add(all, &names.bodies, NamedKind::Body);
}

fn add<'a, T>(all: &mut Vec<Declaration<'a>>, entries: &'a Entries<T>, kind: NamedKind) {
    all.extend(entries.iter().map(|entry| (&entry.key, kind)));
}

pub(crate) fn declared(package: &PackageFiles, name: &str) -> Option<Span> {
    let mut declarations = declarations(package).into_iter();
    let declaration = declarations.find(|(known, _)| known.as_str() == name);
    declaration.map(|(known, _)| known.span.clone())
}

pub(crate) fn names_of(
    package: &PackageFiles,
    diagnostics: &mut DiagnosticSink,
) -> HashMap<String, NamedKind> {
    let mut found = HashMap::new();
    for (name, kind) in declarations(package) {
        if let Err(wrong) = names::check_type(name) {
            diagnostics.error(
                &name.span,
                wrong,
                "invalid type name",
                "write it like `CustomerLevel`; wire names are those of the fields".to_owned(),
            );
        }
        if found.insert(name.to_string(), kind).is_some() {
            diagnostics.error(
                &name.span,
                format!("the type `{name}` is defined multiple times"),
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
        for name in file.records.names().chain(file.bodies.names()) {
            files.entry(name.to_owned()).or_insert(index);
        }
    }
    files
}
