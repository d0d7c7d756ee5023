//! Responses: those of the operation, and the errors that any operation may return.

use std::collections::BTreeMap;

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::examples;
use crate::emit::openapi::headers::headers_with;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::request_body::JSON;
use crate::emit::openapi::responses::success_status;
use crate::emit::openapi::strict::prose::sentence;
use crate::emit::openapi::strict::{Strict, bodies, prose, schema};
use crate::ir::{Mark, Operation, Response, Status, StatusBody};

/// The responses of an operation, by status.
pub(super) fn responses(strict: &Strict<'_>, operation: &Operation) -> Object {
    let mut responses = BTreeMap::new();
    let success_status = success_status(operation);
    for status in &operation.statuses {
        let has_body = success_status == Some(status.code) || status.body == StatusBody::Resource;
        responses
            .entry(status.code)
            .or_insert_with(|| response(strict, operation, status, has_body));
    }
    for status in errors(strict) {
        let reference = format!("#/components/responses/{}", key(status));
        responses
            .entry(status.code)
            .or_insert_with(|| Object::default().with("$ref", reference));
    }
    let mut object = Object::default();
    if !responses.keys().any(|code| (200..300).contains(code)) {
        let mut unknown =
            Object::default().with("description", "Success. The status is undocumented.");
        unknown.put_object("headers", headers(strict, operation));
        unknown.put("content", success_body(strict, operation));
        object.put("2XX", unknown);
    }
    for (code, response) in responses {
        object.put(&code.to_string(), response);
    }
    object
}

/// `components.responses`: the errors that any operation may return.
pub(super) fn shared(strict: &Strict<'_>) -> Object {
    let mut object = Object::default();
    let resources = strict.document.package.resources.iter();
    let operations: Vec<_> = resources
        .flat_map(|resource| &resource.operations)
        .collect();
    for status in errors(strict) {
        let lists = |operation: &&&Operation| {
            let mut statuses = operation.statuses.iter();
            statuses.any(|listed| listed.code == status.code)
        };
        if operations.iter().filter(lists).count() < operations.len() {
            object.put(&key(status), error(strict, status));
        }
    }
    object
}

fn key(status: &Status) -> String {
    format!("Status{}", status.code)
}

/// The error statuses of the API.
fn errors<'a>(strict: &Strict<'a>) -> impl Iterator<Item = &'a Status> {
    let statuses = strict.document.package.statuses.iter();
    statuses.filter(|status| status.code >= 400)
}

fn response(strict: &Strict<'_>, operation: &Operation, status: &Status, has_body: bool) -> Object {
    if has_body && status.code < 400 {
        let mut object = Object::default().with("description", sentence(&status.meaning));
        object.put_object("headers", headers(strict, operation));
        let body = success_body(strict, operation);
        object.put_object("content", body);
        return object;
    }
    if status.code < 400 {
        let mut object = Object::default().with("description", sentence(&status.meaning));
        if status.code < 300 && !status.not_found {
            object.put_object("headers", headers(strict, operation));
        }
        return object;
    }
    error(strict, status)
}

/// The headers of a response with a successful status.
fn headers(strict: &Strict<'_>, operation: &Operation) -> Object {
    headers_with(operation, |field| {
        let components = &strict.document.components;
        let mut object = Object::default();
        object.put_some("description", prose::field(field, None));
        object.put_mark("required", field.has(Mark::DocumentedRequired));
        object.put_mark("deprecated", field.deprecated.is_some());
        let schema = schema::parameter_schema(components, field, None);
        object.with("schema", Value::row(schema))
    })
}

fn error(strict: &Strict<'_>, status: &Status) -> Object {
    let mut object = Object::default().with("description", sentence(&status.meaning));
    if let Some(schema) = strict.errors.reference(&status.body) {
        let mut media = Object::default().with("schema", Value::row(schema));
        media.put_some(
            "examples",
            examples::error_reference(&strict.document, &status.body),
        );
        object.put("content", Object::default().with(JSON, media));
    }
    object
}

/// The content of a success. A body that is undocumented has any schema; a status alone has none.
fn success_body(strict: &Strict<'_>, operation: &Operation) -> Object {
    let media = match Shape::from_response(&operation.response) {
        Some(shape) => {
            let schema = Value::row(bodies::reference(strict, shape));
            let mut media = Object::default().with("schema", schema);
            media.put_some("examples", examples::reference(&strict.document, shape));
            media
        }
        None if matches!(operation.response, Response::Accepted) => return Object::default(),
        None => Object::default().with("schema", Object::default()),
    };
    Object::default().with(JSON, media)
}
