//! Responses: those that an operation documents, and `default` for any other.

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::body_schemas::content;
use crate::emit::openapi::components::schema_reference;
use crate::emit::openapi::document::Document;
use crate::emit::openapi::examples;
use crate::emit::prose::sentence;
use crate::ir::{ErrorBody, Operation, Response, Status, StatusBody};
use crate::json::{JSON, Object, Value};
use crate::markdown::escape_markdown;

/// The name of the response with any other status.
const OTHER: &str = "OtherStatus";

/// The responses of an operation: its documented statuses in their order, or any success if there are none, and one for
/// any other.
pub(super) fn responses(document: &Document<'_>, operation: &Operation) -> Object {
    let mut statuses: Vec<&Status> = operation.statuses.iter().collect();
    statuses.sort_by_key(|status| status.code);
    let mut object = Object::default();
    for status in statuses {
        let response = response(document, operation, status);
        object.put(&status.code.to_string(), response);
    }
    if operation.statuses.is_empty() {
        let description = "A success. The documents list no statuses of this operation.";
        let mut success = Object::default().with("description", description);
        success.put_object("content", success_body(document, operation));
        object.put("2XX", success);
    }
    let other = format!("#/components/responses/{OTHER}");
    object.with("default", Object::default().with("$ref", other))
}

/// `components.responses`: that of any status which an operation does not document.
pub(super) fn shared(document: &Document<'_>) -> Object {
    Object::default().with(OTHER, other(document))
}

/// The documents show error bodies for some operations only. So any body is allowed here, and theirs are examples.
fn other(document: &Document<'_>) -> Object {
    let mut shown = Object::default();
    for error in &document.package.error_bodies {
        let key = document.components.errors.get(error.name.as_str());
        shown.put_some(&error.name, key.map(|key| examples::reference_to(key)));
    }
    let bodies = match shown.is_empty() {
        true => "The documents show no error body.",
        false => "The examples are the error bodies that the documents show.",
    };
    let paragraphs = std::iter::once("Any other status.".to_owned())
        .chain(meanings(document))
        .chain([bodies.to_owned()]);
    let description = paragraphs.collect::<Vec<_>>().join("\n\n");
    let mut media = Object::default().with("schema", Object::default());
    media.put_object("examples", shown);
    Object::default()
        .with("description", description)
        .with("content", Object::default().with(JSON, media))
}

/// What the error statuses mean that some operation does not list.
fn meanings(document: &Document<'_>) -> Option<String> {
    let package = document.package;
    let errors = package.statuses.iter().filter(|status| status.code >= 400);
    let other = errors.filter(|status| {
        let is_listed = |operation: &Operation| {
            let mut listed = operation.statuses.iter();
            listed.any(|listed| listed.code == status.code)
        };
        !package.operations().all(is_listed)
    });
    let meanings: Vec<String> = other
        .map(|status| format!("\n- {}: {}", status.code, escape_markdown(&status.meaning)))
        .collect();
    (!meanings.is_empty()).then(|| format!("In general:\n{}", meanings.concat()))
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
        .with("examples", examples::only(key));
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
