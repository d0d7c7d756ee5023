//! Responses: those of the operation, and the errors that any operation may return.

use std::collections::BTreeMap;

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::body_schemas::{content, null_or};
use crate::emit::openapi::components::schema_reference;
use crate::emit::openapi::document::Document;
use crate::emit::openapi::examples;
use crate::emit::openapi::schema::nullable;
use crate::emit::prose::sentence;
use crate::emit::rust::markdown::escape_markdown;
use crate::ir::{ErrorBody, Operation, Package, Response, Status, StatusBody};
use crate::json::{JSON, Object, Value};

/// The responses of an operation, by status: its own, and those that it shares with others.
pub(super) fn responses(document: &Document<'_>, operation: &Operation) -> Object {
    let mut responses = BTreeMap::new();
    let success = success_status(operation);
    for status in &operation.statuses {
        let has_body = success == Some(status.code) || status.body == StatusBody::Response;
        responses
            .entry(status.code)
            .or_insert_with(|| response(document, operation, status, has_body));
    }
    for status in errors(document) {
        let reference = format!("#/components/responses/{}", key(status));
        responses
            .entry(status.code)
            .or_insert_with(|| Object::default().with("$ref", reference));
    }
    let mut object = Object::default();
    if !responses.keys().any(|code| (200..300).contains(code)) {
        let mut unknown =
            Object::default().with("description", "Success. The status is undocumented.");
        unknown.put("content", success_body(document, operation));
        object.put("2XX", unknown);
    }
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

/// The status that has the response, if `api.yaml` leaves the body of each undocumented.
fn success_status(operation: &Operation) -> Option<u16> {
    let mut statuses = operation.statuses.iter();
    if statuses.any(|status| status.body == StatusBody::Response) {
        return None;
    }
    let is_open =
        |status: &&Status| status.body == StatusBody::Unknown && (200..300).contains(&status.code);
    operation
        .statuses
        .iter()
        .find(is_open)
        .map(|status| status.code)
}

fn response(
    document: &Document<'_>,
    operation: &Operation,
    status: &Status,
    has_body: bool,
) -> Object {
    if status.code >= 400 {
        return error(document, status);
    }
    let mut object = Object::default().with("description", sentence(&status.meaning));
    if has_body {
        object.put_object("content", success_body(document, operation));
    }
    object
}

fn error(document: &Document<'_>, status: &Status) -> Object {
    let components = &document.components;
    let mut object = Object::default().with("description", sentence(&status.meaning));
    let documented = match &status.body {
        StatusBody::None => return object,
        StatusBody::Error(name) => components.errors.get(name.as_str()),
        StatusBody::Unknown | StatusBody::Response => None,
    };
    let key = documented.unwrap_or(&components.undocumented_error);
    let schema = Object::default().with("$ref", schema_reference(key));
    let mut media = Object::default().with("schema", Value::row(schema));
    media.put_some(
        "examples",
        documented.map(|key| examples::reference_to(key)),
    );
    object.put("content", Object::default().with(JSON, media));
    object
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
    object.put(
        &components.undocumented_error,
        undocumented(document.package),
    );
    object
}

/// The documents show an error body by an example only: its keys and the types of their values are taken from it.
fn documented(error: &ErrorBody) -> Object {
    let mut object = Object::default().with("description", escape_markdown(&error.doc));
    object.extend(by_example(&error.example));
    object.with("examples", vec![Value::from(&error.example)])
}

/// The members of all documented errors, or of the envelope, any of which may be there.
fn undocumented(package: &Package) -> Object {
    let mut properties = Object::default();
    for error in &package.error_bodies {
        let mut members: Vec<_> = error.example.as_object().into_iter().flatten().collect();
        members.sort_by_key(|(key, _)| key.as_str());
        for (key, value) in members {
            properties.put(key, nullable(by_example(value)));
        }
    }
    if let Some(envelope) = &package.envelope {
        properties.put(&envelope.success, null_or("boolean"));
        properties.put(&envelope.message, null_or("string"));
    }
    let mut object = Object::default()
        .with(
            "description",
            "The body of an error whose body is undocumented. It may have the members of documented ones.",
        )
        .with("type", "object");
    object.put_object("properties", properties);
    object.with("examples", vec![undocumented_example(package)])
}

/// The first documented error, or a failure in the envelope.
fn undocumented_example(package: &Package) -> Value {
    let mut object = Object::default();
    match (package.error_bodies.first(), &package.envelope) {
        (Some(error), _) => return Value::from(&error.example),
        (None, Some(envelope)) => {
            object.put(&envelope.success, false);
            object.put(&envelope.message, "message");
        }
        (None, None) => {}
    }
    object.into()
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
