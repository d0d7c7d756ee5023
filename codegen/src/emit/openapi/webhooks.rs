//! What the service sends to us.
//!
//! OpenAPI's `callbacks` hang on an operation and want an expression that finds the address in its request; the
//! description does not tell which field that is. So they are `webhooks`, with the address told in their texts.

use std::collections::HashSet;

use crate::emit::openapi::value::{Object, Value};
use crate::emit::openapi::{Document, marks, operation};
use crate::ir::{Callback, House, Resource, Set};

/// The callbacks that a set's callers get: its own, and those that a shared resource has whose bodies the set sends.
///
/// Shared shapes are used by sets that never send them too; such a set gets no callback.
pub(crate) fn of<'a>(
    house: &'a House,
    set: &'a Set,
) -> impl Iterator<Item = (&'a Resource, &'a Callback)> {
    let sent: HashSet<(usize, &str)> = set
        .resources
        .iter()
        .flat_map(|resource| &resource.operations)
        .filter_map(|operation| operation.body.as_ref()?.body.as_ref())
        .map(|named| (named.set, named.name.as_str()))
        .collect();
    let shared = set
        .uses
        .iter()
        .filter_map(move |at| Some((*at, house.sets.get(*at)?)));
    let shared =
        shared.flat_map(|(at, used)| used.resources.iter().map(move |resource| (at, resource)));
    let concerned = move |(at, resource): &(usize, &Resource)| {
        resource
            .bodies
            .iter()
            .any(|body| sent.contains(&(*at, body.name.as_str())))
    };
    let shared = shared.filter(concerned).map(|(_, resource)| resource);
    set.resources.iter().chain(shared).flat_map(|resource| {
        resource
            .callbacks
            .iter()
            .map(move |callback| (resource, callback))
    })
}

/// The callbacks, by name.
pub(super) fn webhooks(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    for (resource, callback) in of(document.house, document.set) {
        object.put(
            &callback.name,
            Object::default().with("post", post(document, resource, callback)),
        );
    }
    object
}

fn post(document: &Document<'_>, resource: &Resource, callback: &Callback) -> Object {
    let mut object = Object::default().with("tags", Value::row(vec![Value::from(&resource.name)]));
    object.extend(operation::told(&callback.doc));
    // A dot cannot be in the name of an operation, so this is none of theirs.
    object.put("operationId", format!("webhook.{}", callback.name));
    object.put("requestBody", form(document, callback));
    let answer = Object::default()
        .with("description", "Not shown.")
        .with("x-unknown", true);
    object.put("responses", Object::default().with("default", answer));
    object.put("security", Value::List(Vec::new()));
    object.extend(marks::origin(&callback.source, &callback.place));
    object.extend(marks::behaviour(&callback.notes, &callback.doubts));
    object
}

/// The keys of the form name the root's members in brackets, which is what `deepObject` means.
fn form(document: &Document<'_>, callback: &Callback) -> Object {
    let record = match document.components.reference(&callback.record) {
        Some(reference) => Object::default().with("$ref", reference),
        None => Object::default(),
    };
    let schema = Object::default()
        .with("type", "object")
        .with("properties", Object::default().with(&callback.root, record));
    let style = Object::default()
        .with("style", "deepObject")
        .with("explode", true);
    let media = Object::default()
        .with("schema", schema)
        .with("encoding", Object::default().with(&callback.root, style));
    Object::default()
        .with("required", true)
        .with(
            "content",
            Object::default().with("application/x-www-form-urlencoded", media),
        )
        .with("x-root", &callback.root)
}
