//! What the service sends to us.
//!
//! OpenAPI's `callbacks` hang on an operation and want an expression that finds the address in its request; the
//! description does not tell which field that is. So they are `webhooks`, with the address told in their texts.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::{Document, extensions, summary};
use crate::ir::{Callback, Resource};

/// The callbacks, by name.
pub(super) fn webhooks(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    for (resource, callback) in document.spec.callbacks_of(document.index) {
        object.put(
            &callback.name,
            Object::default().with("post", post(document, resource, callback)),
        );
    }
    object
}

fn post(document: &Document<'_>, resource: &Resource, callback: &Callback) -> Object {
    let mut object = Object::default().with("tags", Value::row(vec![Value::from(&resource.name)]));
    object.extend(summary::summary_and_description(&callback.doc));
    // A dot cannot be in the name of an operation, so this is none of theirs.
    object.put("operationId", format!("webhook.{}", callback.name));
    object.put("requestBody", form(document, callback));
    let answer = Object::default()
        .with("description", "Undocumented.")
        .with("x-unknown", true);
    object.put("responses", Object::default().with("default", answer));
    object.put("security", Value::List(Vec::new()));
    object.extend(extensions::provenance(&callback.source, &callback.span));
    object.extend(extensions::notes_and_questions(
        &callback.notes,
        &callback.open_questions,
    ));
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
