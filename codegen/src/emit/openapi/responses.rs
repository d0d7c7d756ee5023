//! Responses, by status.

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::headers::headers;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::pages::{named_schema, nullable, page_schema, pages};
use crate::emit::openapi::request_body::{JSON, wrapped};
use crate::emit::openapi::{Document, examples, schema};
use crate::ir::{Envelope, Operation, Response, Status, StatusBody, Type};

/// The responses of an operation, by status.
pub(crate) fn responses(document: &Document<'_>, operation: &Operation) -> Object {
    let mut object = Object::default();
    let success_status = success_status(operation);
    for status in &operation.statuses {
        let code = status.code.to_string();
        if !object.has(&code) {
            let has_body =
                success_status == Some(status.code) || status.body == StatusBody::Resource;
            object.put(&code, response(document, operation, status, has_body));
        }
    }
    if object.is_empty() {
        // OpenAPI asks for one response at least.
        let unknown = Object::default()
            .with("description", "Undocumented.")
            .with("x-unknown", true);
        object.put("default", unknown);
    }
    object
}

/// The status that has the response, if `api.yaml` leaves the body of each undocumented.
pub(crate) fn success_status(operation: &Operation) -> Option<u16> {
    let is_documented = operation
        .statuses
        .iter()
        .any(|status| status.body == StatusBody::Resource);
    let open =
        |status: &&Status| status.body == StatusBody::Unknown && (200..300).contains(&status.code);
    operation
        .statuses
        .iter()
        .find(open)
        .filter(|_| !is_documented)
        .map(|status| status.code)
}

fn response(
    document: &Document<'_>,
    operation: &Operation,
    status: &Status,
    has_body: bool,
) -> Object {
    let mut object = Object::default().with(
        "description",
        crate::emit::openapi::extensions::prose(&status.meaning),
    );
    if (200..300).contains(&status.code) && !status.not_found {
        object.put_object("headers", headers(document, operation));
    }
    let schema = match &status.body {
        _ if has_body => response_schema(document, &operation.response),
        StatusBody::Error(name) => document
            .components
            .error(name)
            .map(|key| Object::default().with("$ref", key)),
        _ => None,
    };
    let shown = schema.is_some() || status.body == StatusBody::None;
    if let Some(schema) = schema {
        let mut media = Object::default().with("schema", schema);
        let shape = Shape::from_response(&operation.response).filter(|_| has_body);
        media.put_some(
            "examples",
            shape
                .and_then(|shape| examples::reference(document, shape))
                .or_else(|| examples::error_reference(document, &status.body)),
        );
        object.put("content", Object::default().with(JSON, media));
    }
    object.put_mark("x-unknown", !shown);
    object.put_mark("x-not-found-status", status.not_found);
    object
}

/// The kind of a response, and the pagination of a list.
pub(crate) fn extensions(response: &Response) -> Object {
    let word = match response {
        Response::Record(_) => "record",
        Response::Wrapped(..) => "wrapped",
        Response::Unknown => "unknown",
        Response::Accepted => "status_only",
        Response::Payload(_) => "payload",
        Response::Page(_) => "page",
    };
    let mut object = Object::default().with("x-response", word);
    if let Response::Page(page) = response {
        object.put("x-pagination", pages(page));
    }
    object
}

/// The schema of a response; `None` if it is undocumented.
fn response_schema(document: &Document<'_>, response: &Response) -> Option<Object> {
    match response {
        Response::Record(named) => Some(named_schema(document, named)),
        Response::Wrapped(key, named) => Some(wrapped(key, named_schema(document, named))),
        Response::Payload(ty) => Some(payload(document, ty)),
        Response::Page(page) => Some(page_schema(document, page)),
        Response::Unknown | Response::Accepted => None,
    }
}

/// The envelope of a payload. A failure has none, so it must be there only when the flag says success.
fn payload(document: &Document<'_>, ty: &Type) -> Object {
    let payload = schema::type_schema(&document.components, ty);
    let Some(Envelope {
        success,
        payload: key,
        message,
    }) = &document.package.envelope
    else {
        return payload;
    };
    let mut properties = Object::default().with(success, Object::default().with("type", "boolean"));
    properties.put(key, schema::nullable_type_schema(&document.components, ty));
    properties.put(message, nullable("string"));
    let yes = Object::default().with("const", true);
    let worked = Object::default().with("properties", Object::default().with(success, yes));
    Object::default()
        .with("type", "object")
        .with("required", Value::row(vec![success.into()]))
        .with("properties", properties)
        .with("if", worked)
        .with("then", wrapped(key, payload))
}
