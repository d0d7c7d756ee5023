//! Types, and facts of an `api.yaml`, that no operation uses.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::ir::{Named, Spec};
use crate::load::PackageFiles;
use crate::lower::{Context, base_of};

/// Reports what no operation, callback or browser SDK uses.
pub(super) fn unused(context: &mut Context<'_>, spec: &Spec) {
    // What uses it may be missing because of an error.
    if context.diagnostics.len() == 0 {
        types(context, spec);
        imports(context, spec);
        facts(context, spec);
    }
}

/// Reports imports of packages of which nothing is named, and no callback is received.
fn imports(context: &mut Context<'_>, spec: &Spec) {
    for (index, package) in context.files.iter().enumerate() {
        for import in package.api.imports.iter() {
            let is_used = context.symbols.package(import).is_some_and(|used| {
                let mut callbacks = spec.callbacks_of(index);
                context.named_imports.contains(&(index, used))
                    || callbacks.any(|callback| callback.record.package == used)
            });
            if !is_used {
                context.error(
                    &import.span,
                    format!("unused import `{import}`"),
                    "none of its types is named here, and none of its callbacks is received",
                    "remove it; `extends` needs no import",
                );
            }
        }
    }
}

/// Reports client values and auth schemes that no operation sends. What several APIs inherit is used if one of them uses
/// it. (Statuses and error bodies are facts of an API as a whole, as the documents list them.)
fn facts(context: &mut Context<'_>, spec: &Spec) {
    let mut sent: HashSet<(&str, &str)> = HashSet::new();
    let with_operations = || {
        let packages = spec.packages.iter().zip(context.files);
        packages.filter(|(package, _)| package.operations().next().is_some())
    };
    for (package, files) in with_operations() {
        let family = family(files);
        let bindings = package
            .operations()
            .flat_map(|operation| &operation.bindings);
        let bindings = bindings.map(|binding| &binding.field);
        let fields = bindings.chain(package.fields().map(|(_, field)| field));
        let values = fields.filter_map(|field| field.presence.client_value());
        let auth = package.operations().flat_map(|operation| &operation.auth);
        let auth = auth.map(|index| package.auth[*index].name.as_str());
        sent.extend(values.chain(auth).map(|name| (family, name)));
    }
    let mut unused = BTreeMap::new();
    for (_, files) in with_operations() {
        let values = files.facts.client_values.iter();
        let values = values.map(|entry| ("client value", &entry.key));
        let auth = files.facts.auth.iter();
        for (kind, key) in values.chain(auth.map(|entry| ("auth scheme", &entry.key))) {
            if !sent.contains(&(family(files), key.as_str())) {
                unused.insert((key.span.file.clone(), key.span.range.start), (kind, key));
            }
        }
    }
    for (kind, key) in unused.into_values() {
        context.error(
            &key.span,
            format!("unused {kind} `{key}`"),
            "no operation sends it",
            "use it, or remove it",
        );
    }
}

/// The package that it extends, or itself.
fn family(files: &PackageFiles) -> &str {
    let api = &files.api;
    let extends = api.extends.as_ref().map(|extends| &extends.value);
    let name = extends.or(api.api.as_ref());
    name.map_or("", |name| name.as_str())
}

/// Reports types that no operation, callback or browser SDK uses, directly or through another type.
/// The types of an API without operations are all used: it has nothing else.
fn types(context: &mut Context<'_>, spec: &Spec) {
    let used = used_types(context, spec);
    for (index, package) in spec.packages.iter().enumerate() {
        for declared in package.declared() {
            let named = declared.named(index);
            if !used.contains(&named) {
                context.error(
                    declared.span(),
                    format!("unused {} `{}`", named.kind.noun(), named.name),
                    "no operation sends or returns it",
                    "use it, or remove it",
                );
            }
        }
    }
}

/// The types that APIs use, and those that these extend.
fn used_types(context: &mut Context<'_>, spec: &Spec) -> BTreeSet<Named> {
    let mut open = roots(spec);
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
fn roots(spec: &Spec) -> Vec<Named> {
    let mut roots = Vec::new();
    for (index, package) in spec.packages.iter().enumerate() {
        let types = spec.types_of_operations(index);
        match package.is_api && types.is_empty() {
            true => roots.extend(package.declared().map(|declared| declared.named(index))),
            false => roots.extend(types),
        }
    }
    roots
}
