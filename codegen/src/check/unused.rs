//! Types that no API uses.

use std::collections::BTreeSet;

use crate::ir::{Named, Resource, Spec};
use crate::language::{ResourceFile, Spanned};
use crate::lower::{Context, base_of};

/// Reports types that no operation, callback or browser SDK uses, directly or through another type.
/// The types of an API without operations are all used: it has nothing else.
pub(crate) fn types(context: &mut Context<'_>, spec: &Spec) {
    // What uses a type may be missing because of an error.
    if context.diagnostics.len() > 0 {
        return;
    }
    let used = used_types(context, spec);
    for (index, package) in context.files.iter().enumerate() {
        for file in &package.resources {
            for (kind, name) in declared(file) {
                let named = context.symbols.find(index, name);
                if named.is_none_or(|named| used.contains(&named)) {
                    continue;
                }
                context.diagnostics.error(
                    &name.span,
                    format!("unused {kind} `{name}`"),
                    "no operation sends or returns it",
                    "use it, or remove it".to_owned(),
                );
            }
        }
    }
}

/// The types of a file, each with its kind.
fn declared(file: &ResourceFile) -> impl Iterator<Item = (&'static str, &Spanned<String>)> {
    let enums = file.enums.iter().map(|entry| ("enum", &entry.key));
    let ids = file.ids.iter().map(|entry| ("id", &entry.key));
    let records = file.records.iter().map(|entry| ("record", &entry.key));
    let bodies = file.bodies.iter().map(|entry| ("body", &entry.key));
    enums.chain(ids).chain(records).chain(bodies)
}

/// The types that APIs use, and those that these extend.
fn used_types(context: &mut Context<'_>, spec: &Spec) -> BTreeSet<Named> {
    let mut open = roots(context, spec);
    let mut used = BTreeSet::new();
    while !open.is_empty() {
        let mut bases = Vec::new();
        for named in spec.closure(open) {
            if used.insert(named.clone()) {
                bases.extend(base_of(context, &named));
            }
        }
        open = bases;
    }
    used
}

/// The types that APIs name in operations, or all types of an API without any.
fn roots(context: &Context<'_>, spec: &Spec) -> Vec<Named> {
    let mut roots = Vec::new();
    for (index, package) in spec.packages.iter().enumerate() {
        let types = spec.types_of_operations(index);
        let names = package.resources.iter().flat_map(Resource::type_names);
        let all = || names.filter_map(|name| context.symbols.find(index, name));
        if package.is_api && types.is_empty() {
            roots.extend(all());
        } else {
            roots.extend(types);
        }
    }
    roots
}
