//! What holds for a whole package, as `x-` members.

use crate::emit::openapi::extensions;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::Components;
use crate::ir::{Package, Resource, Spec, Status, StatusBody};

/// What holds for the API besides its operations.
pub(super) fn extensions(spec: &Spec, package: &Package, components: &Components<'_>) -> Object {
    let mut object = Object::default();
    object.put_list(
        "x-client-values",
        package.client_values.iter().map(client_value).collect(),
    );
    object.put_some("x-envelope", package.envelope.as_ref().map(envelope));
    object.put_list(
        "x-statuses",
        package
            .statuses
            .iter()
            .map(|status| self::status(status).into())
            .collect(),
    );
    object.put_object("x-topics", facts(package));
    object.extend(extensions::open_questions(&package.open_questions));
    object.put_list("x-imports", shared(spec, package, components));
    object
}

fn client_value(value: &crate::ir::ClientValue) -> Value {
    let mut object = Object::default()
        .with("name", &value.name)
        .with("description", &value.doc);
    object.put_some("default", value.default.as_ref());
    object.into()
}

fn envelope(envelope: &crate::ir::Envelope) -> Object {
    Object::default()
        .with("success", &envelope.success)
        .with("payload", &envelope.payload)
        .with("message", &envelope.message)
}

/// The meaning of a status: responses may have one that their operation does not list.
fn status(status: &Status) -> Object {
    let body = match &status.body {
        StatusBody::Resource => "resource",
        StatusBody::None => "none",
        StatusBody::Unknown => "unknown",
        StatusBody::Error(name) => name,
    };
    let mut object = Object::default()
        .with("code", u32::from(status.code))
        .with("meaning", &status.meaning)
        .with("body", body);
    object.put_mark("not-found", status.not_found);
    object
}

fn facts(package: &Package) -> Object {
    let mut object = Object::default();
    for (heading, facts) in &package.notes {
        object.put(heading, extensions::texts(facts));
    }
    object
}

/// The packages whose types the document has.
fn shared(spec: &Spec, package: &Package, components: &Components<'_>) -> Vec<Value> {
    let borrowed = components.borrowed();
    let used = package.imports.iter().copied();
    let mut list: Vec<usize> = used
        .chain(borrowed.iter().map(|(index, _)| *index))
        .collect();
    let mut seen = std::collections::HashSet::new();
    list.retain(|index| seen.insert(*index));
    let packages = list
        .into_iter()
        .filter_map(|index| Some((index, spec.packages.get(index)?)));
    packages
        .map(|(index, other)| {
            let resources = borrowed
                .iter()
                .find(|(package, _)| *package == index)
                .map_or(&[][..], |(_, list)| list);
            shared_package(other, resources).into()
        })
        .collect()
}

fn shared_package(package: &Package, resources: &[&Resource]) -> Object {
    let mut object = Object::default()
        .with("name", &package.name)
        .with("title", &package.title);
    object.put("description", package.doc.trim());
    object.extend(extensions::provenance(&package.source, &package.span));
    if !package.is_api {
        // The facts of another API hold there, not here.
        object.put_object("x-topics", facts(package));
        object.extend(extensions::open_questions(&package.open_questions));
    }
    object.put_list(
        "x-resources",
        resources
            .iter()
            .map(|resource| tag(resource).into())
            .collect(),
    );
    object
}

/// A resource as a tag.
pub(super) fn tag(resource: &Resource) -> Object {
    let mut object = Object::default().with("name", &resource.name);
    object.put("description", extensions::prose(&resource.doc));
    object.extend(extensions::provenance(&resource.source, &resource.span));
    object.extend(extensions::open_questions(&resource.open_questions));
    object
}
