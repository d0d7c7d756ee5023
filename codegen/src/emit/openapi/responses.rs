//! Responses: those of the operation, and the errors that any operation may return.

use std::collections::BTreeMap;

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::body_schemas::content;
use crate::emit::openapi::components::schema_reference;
use crate::emit::openapi::document::Document;
use crate::emit::openapi::examples;
use crate::emit::prose::sentence;
use crate::ir::{ErrorBody, Operation, Response, Status, StatusBody};
use crate::json::{JSON, Object, Value};
use crate::markdown::escape_markdown;

/// The responses of an operation, by status: its own, and those that it shares with others.
pub(super) fn responses(document: &Document<'_>, operation: &Operation) -> Object {
    let mut responses = BTreeMap::new();
    for status in &operation.statuses {
        responses
            .entry(status.code)
            .or_insert_with(|| response(document, operation, status));
    }
    for status in errors(document) {
        let reference = format!("#/components/responses/{}", key(status));
        responses
            .entry(status.code)
            .or_insert_with(|| Object::default().with("$ref", reference));
    }
    let mut object = Object::default();
    for (code, response) in responses {
        object.put(&code.to_string(), response);
    }
    object
}

/// `components.responses`: the errors that any operation may return.
pub(super) fn shared(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    for status in errors(document) {
        let lists = |operation: &Operation| {
            let mut statuses = operation.statuses.iter();
            statuses.any(|listed| listed.code == status.code)
        };
        if !document.package.operations().all(lists) {
            object.put(&key(status), error(document, status));
        }
    }
    object
}

fn key(status: &Status) -> String {
    format!("Status{}", status.code)
}

/// The error statuses of the API.
fn errors<'a>(document: &Document<'a>) -> impl Iterator<Item = &'a Status> {
    let statuses = document.package.statuses.iter();
    statuses.filter(|status| status.code >= 400)
}

fn response(document: &Document<'_>, operation: &Operation, status: &Status) -> Object {
    if status.code >= 400 {
        return error(document, status);
    }
    let mut object = Object::default().with("description", sentence(&status.meaning));
    if status.body == StatusBody::Response {
        object.put_object("content", success_body(document, operation));
    }
    object
}

fn error(document: &Document<'_>, status: &Status) -> Object {
    let object = Object::default().with("description", sentence(&status.meaning));
    let documented = match &status.body {
        StatusBody::None => return object,
        StatusBody::Error(name) => document.components.errors.get(name.as_str()),
        StatusBody::Unknown | StatusBody::Response => None,
    };
    let Some(key) = documented else {
        return object.with("content", content(document, None));
    };
    let schema = Object::default().with("$ref", schema_reference(key));
    let media = Object::default()
        .with("schema", Value::row(schema))
        .with("examples", examples::reference_to(key));
    object.with("content", Object::default().with(JSON, media))
}

/// The content of a success. A body that is undocumented has any schema; a status alone has none.
fn success_body(document: &Document<'_>, operation: &Operation) -> Object {
    match &operation.response {
        Response::StatusOnly => Object::default(),
        response => content(document, Shape::from_response(response)),
    }
}

/// The schemas of error bodies.
pub(super) fn error_schemas(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    let components = &document.components;
    for error in &document.package.error_bodies {
        if let Some(key) = components.errors.get(error.name.as_str()) {
            object.put(key, documented(error));
        }
    }
    object
}

/// The documents show an error body by an example only: its keys and the types of their values are taken from it.
fn documented(error: &ErrorBody) -> Object {
    let mut object = Object::default().with("description", escape_markdown(&error.doc));
    object.extend(by_example(&error.example));
    object.with("examples", vec![Value::from(&error.example)])
}

/// A schema with the types of an example.
fn by_example(example: &serde_json::Value) -> Object {
    let object = Object::default();
    match example {
        serde_json::Value::Null => object,
        serde_json::Value::Bool(_) => object.with("type", "boolean"),
        serde_json::Value::Number(_) => object.with("type", "number"),
        serde_json::Value::String(_) => object.with("type", "string"),
        serde_json::Value::Array(list) => {
            let items = list.first().map(by_example).unwrap_or_default();
            object.with("type", "array").with("items", items)
        }
        serde_json::Value::Object(map) => {
            let mut members: Vec<_> = map.iter().collect();
            members.sort_by_key(|(key, _)| key.as_str());
            let mut properties = Object::default();
            for (key, value) in &members {
                properties.put(key, by_example(value));
            }
            let required = members.into_iter().map(|(key, _)| key.into()).collect();
            let mut object = object.with("type", "object");
            object.put_list("required", required);
            object.put_object("properties", properties);
            object
        }
    }
}
