//! Names and paths that one client crate would have twice.

use std::collections::HashMap;

use crate::ir::{Declared, Operation, Package, Resource, Spec};
use crate::lower::Context;
use crate::names;
use crate::source::Span;

/// Reports duplicate names of the client crate's root, which re-exports types, credentials and operations.
pub(super) fn types(context: &mut Context<'_>, spec: &Spec, index: usize, package: &Package) {
    if !package.is_api {
        return;
    }
    let mut known: HashMap<String, String> = HashMap::new();
    let own = std::iter::once(index).chain(package.imports.iter().copied());
    let resources: Vec<&Resource> = own
        .flat_map(|index| &spec.packages[index].resources)
        .collect();
    for resource in &resources {
        let names = resource.declared().map(Declared::name);
        known.extend(names.map(|name| (name.to_owned(), format!("type `{name}`"))));
    }
    let api = names::type_of(&package.name);
    known.insert(api.clone(), format!("type of the API `{}`", package.name));
    let mut clash = |name: String, item: String, span: &Span| {
        if let Some(earlier) = known.get(&name) {
            context.error(
                span,
                format!("the Rust name `{name}` is defined multiple times: {earlier} and {item}"),
                "redefined here",
                "rename one of them",
            );
        } else {
            known.insert(name, item);
        }
    };
    let types = resources.iter().flat_map(|resource| resource.declared());
    for declared in types.filter(|declared| declared.name() == api) {
        clash(api.clone(), format!("type `{api}`"), declared.span());
    }
    for body in resources.iter().flat_map(|resource| &resource.bodies) {
        if let Some(name) = body.required_struct() {
            let item = format!("required fields of `{}`", body.name);
            clash(name, item, &body.span);
        }
    }
    for auth in &package.auth {
        clash(
            names::type_of(&auth.name),
            format!("auth scheme `{}`", auth.name),
            &auth.span,
        );
    }
    let mut own = std::collections::HashSet::new();
    for operation in package.operations() {
        // Duplicate operation names are reported already.
        if own.insert(&operation.rust) {
            let item = format!("operation `{}`", operation.name);
            clash(operation.rust.clone(), item, &operation.span);
            if operation.routes.len() > 1 {
                let item = format!("path variants of `{}`", operation.name);
                clash(format!("{}Route", operation.rust), item, &operation.span);
            }
            if let Some(name) = operation.required_struct() {
                let item = format!("required fields of `{}`", operation.name);
                clash(name, item, &operation.span);
            }
        }
    }
}

/// Reports operations of several files that have one type, and operations of a shared package.
pub(super) fn operations(context: &mut Context<'_>, package: &Package) {
    let mut rust: HashMap<&str, &Operation> = HashMap::new();
    for operation in package.operations() {
        // Those of one file are noted where their names are checked.
        let earlier = rust.insert(&operation.rust, operation);
        if let Some(earlier) = earlier.filter(|it| it.span.file != operation.span.file) {
            context.error(
                &operation.span,
                format!(
                    "operations `{}` and `{}` have the same Rust type `{}`",
                    earlier.name, operation.name, operation.rust
                ),
                "redefined here",
                format!(
                    "rename one of them; the first is in `spec/{}`",
                    earlier.span.file
                ),
            );
        }
    }
    let mut successors: HashMap<&str, &Operation> = HashMap::new();
    for operation in package.operations() {
        for was in &operation.was {
            // One of its own is reported where it is read.
            let living = package.operations().find(|other| other.name == *was);
            let living = living.filter(|other| other.name != operation.name);
            let other = successors.insert(was, operation).or(living);
            if let Some(other) = other {
                context.error(
                    &operation.span,
                    format!("`was` of `{}`: `{was}` is `{}`", operation.name, other.name),
                    "one operation follows another",
                    "remove the name from one of them",
                );
            }
        }
    }
    if !package.is_api && !rust.is_empty() {
        context.error(
            &package.span,
            "operations in a shared package",
            "not allowed in a shared package",
            "move them to an API",
        );
    }
}

/// Reports operations of one method and path: OpenAPI has one place for both.
pub(super) fn paths(context: &mut Context<'_>, package: &Package) {
    let mut known: HashMap<(&str, String), &Operation> = HashMap::new();
    for operation in package.operations() {
        for route in &operation.routes {
            let key = (operation.method.as_str(), route.template.shape());
            match known.get(&key) {
                Some(earlier) => context.error(
                    &operation.span,
                    format!(
                        "operations `{}` and `{}` have the same path `{} {}`",
                        earlier.name, operation.name, operation.method, route.template
                    ),
                    "duplicate path",
                    "merge the operations, or correct a path",
                ),
                None => {
                    known.insert(key, operation);
                }
            }
        }
    }
}
