//! Callbacks.
//!
//! OpenAPI's `callbacks` belong to an operation and need an expression for the URL in its request. The
//! spec has no such field, so they are `webhooks`, with the URL in their description.

use crate::emit::openapi::document::Document;
use crate::emit::prose;
use crate::ir::Callback;
use crate::json::{Object, Value};

/// The tag of all callbacks. It is not that of a resource, because generators that write a file per
/// tag would overwrite the operations of the resource with its callbacks.
const TAG: &str = "webhooks";

/// The callbacks, by name.
pub(super) fn webhooks(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    for callback in document.spec.callbacks_of(document.index) {
        let post = post(document, callback);
        object.put(&callback.name, Object::default().with("post", post));
    }
    object
}

/// The tag of the callbacks, if there are any.
pub(super) fn tag(document: &Document<'_>) -> Option<Object> {
    let first = document.spec.callbacks_of(document.index).next();
    first.map(|_| {
        Object::default()
            .with("name", TAG)
            .with("description", "Callbacks: requests of the service.")
    })
}

fn post(document: &Document<'_>, callback: &Callback) -> Object {
    let mut object = Object::default().with("tags", Value::row(vec![TAG.into()]));
    object.put("summary", prose::summary(&callback.doc));
    let details = prose::details(&callback.notes, &callback.open_questions);
    let paragraphs = prose::after_summary(&callback.doc).into_iter();
    let paragraphs: Vec<String> = paragraphs.chain(details).collect();
    if !paragraphs.is_empty() {
        object.put("description", paragraphs.join("\n\n"));
    }
    object.put("operationId", format!("webhook_{}", callback.name));
    object.put("requestBody", form(document, callback));
    let answer = Object::default().with("description", "Undocumented.");
    object.put("responses", Object::default().with("default", answer));
    object.with("security", Value::List(Vec::new()))
}

/// The keys of the form name the root's members in brackets, which is what `deepObject` means. That is a choice where the
/// documents do not show the form; without it, OpenAPI's own default is JSON in one key.
fn form(document: &Document<'_>, callback: &Callback) -> Object {
    let record = document.components.reference(&callback.record);
    let schema = Object::default()
        .with("type", "object")
        .with("properties", Object::default().with(&callback.root, record));
    let style = Object::default()
        .with("style", "deepObject")
        .with("explode", true);
    let media = Object::default()
        .with("schema", schema)
        .with("encoding", Object::default().with(&callback.root, style));
    let content = Object::default().with("application/x-www-form-urlencoded", media);
    Object::default()
        .with("required", true)
        .with("content", content)
}
