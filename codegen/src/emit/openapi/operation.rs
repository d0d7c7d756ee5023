//! Operation objects: parameters, request body, security.

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::body_schemas::content;
use crate::emit::openapi::document::Document;
use crate::emit::openapi::paths::{Call, Slot};
use crate::emit::openapi::samples::code_samples;
use crate::emit::openapi::schema::Direction;
use crate::emit::openapi::{extensions, responses, schema};
use crate::emit::prose;
use crate::ir::{Auth, Deprecation, Field, Operation, Place, RequestBody, Response};
use crate::json::{Object, Value};
use crate::markdown::{code, end_sentence, escape_markdown};

/// The operation object of a call. `slots` are the variables of its path item.
pub(super) fn operation(document: &Document<'_>, call: Call<'_>, slots: &[Slot<'_>]) -> Object {
    let operation = call.operation;
    let mut object = Object::default();
    object.put("tags", Value::row(vec![Value::from(&call.resource.name)]));
    object.put("summary", prose::summary(&operation.doc));
    object.put("description", description(operation));
    object.put("operationId", id(call));
    object.put_mark("deprecated", operation.deprecated.is_some());
    object.put_list("parameters", parameters(document, operation, slots));
    let body = operation.body.as_ref();
    object.put_some("requestBody", body.map(|body| request_body(document, body)));
    object.put("responses", responses::responses(document, operation));
    object.put("security", security(document, operation));
    if !call.is_default() {
        object.put("x-operation", &operation.name);
    }
    if let Response::Page(page) = &operation.response {
        object.put("x-pagination", extensions::pagination(page));
    }
    object.put_list("x-codeSamples", code_samples(document, call));
    object
}

/// What the summary does not say.
fn description(operation: &Operation) -> String {
    let deprecated = operation.deprecated.as_ref().map(Deprecation::sentence);
    let mut paragraphs: Vec<String> = prose::after_summary(&operation.doc).into_iter().collect();
    paragraphs.extend(deprecated.map(|text| end_sentence(&text)));
    paragraphs.push(prose::retry(&operation.retry));
    paragraphs.extend(prose::details(&operation.notes, &operation.open_questions));
    paragraphs.join("\n\n")
}

/// The name. Paths besides the default one have theirs in it.
fn id(call: Call<'_>) -> String {
    match call.is_default() {
        true => call.operation.name.clone(),
        false => format!("{}_{}", call.operation.name, call.route.name),
    }
}

/// The parameters, path first.
fn parameters(document: &Document<'_>, operation: &Operation, slots: &[Slot<'_>]) -> Vec<Value> {
    let path = slots
        .iter()
        .map(|slot| path_parameter(document, operation, *slot));
    let query = operation.parameters_in(Place::Query);
    let query = query.map(|field| parameter(document, field, "query"));
    let headers = operation.values_in(Place::Header);
    let headers = headers.map(|field| parameter(document, field, "header"));
    path.chain(query).chain(headers).map(Value::from).collect()
}

/// A variable of the path: a parameter, a value that is the same in all calls, or a credential.
fn path_parameter(document: &Document<'_>, operation: &Operation, slot: Slot<'_>) -> Object {
    let package = document.package;
    let mut sentences: Vec<String> = Vec::new();
    let mut schema = Object::default().with("type", "string");
    let mut marks = Object::default();
    let mut path = operation.parameters_in(Place::Path);
    if let Some(field) = path.find(|field| field.wire == slot.name) {
        sentences.extend(prose::field(field));
        schema = schema::parameter_schema(&document.components, field);
        marks.put_mark("deprecated", field.deprecated.is_some());
        marks.extend(schema::marks(field, Direction::Sent));
    } else if let Some(name) = operation.client_value_of(slot.name) {
        let mut values = package.client_values.iter();
        if let Some(known) = values.find(|known| known.name == name) {
            sentences.push(end_sentence(&known.doc));
            marks.put_some("example", known.default.as_ref());
        }
    } else {
        let mut schemes = package.accepted_by(operation);
        if let Some(auth) = schemes.find(|auth| auth.path.as_deref() == Some(slot.name)) {
            // What the credential is. How to get it is in the auth scheme.
            let (first, _) = prose::first_sentence(auth.doc.trim());
            sentences.push(escape_markdown(first));
            marks.put("x-credential-of", &auth.name);
            marks.put("x-secret", true);
        }
    }
    if slot.key != slot.name {
        sentences.push(format!("The documents name it {}.", code(slot.name)));
    }
    let mut object = Object::default()
        .with("name", slot.key)
        .with("in", "path")
        .with("required", true);
    if !sentences.is_empty() {
        object.put("description", sentences.join(" "));
    }
    object.put("schema", Value::row(schema));
    object.extend(marks);
    let documented_name = (slot.key != slot.name).then_some(slot.name);
    object.put_some("x-documented-name", documented_name);
    object
}

fn parameter(document: &Document<'_>, field: &Field, location: &str) -> Object {
    let schema = schema::parameter_schema(&document.components, field);
    let mut object = Object::default()
        .with("name", &field.wire)
        .with("in", location);
    object.put_mark("required", schema::is_required(field, Direction::Sent));
    object.put_mark("deprecated", field.deprecated.is_some());
    object.put_some("description", prose::field(field));
    object.put("schema", Value::row(schema));
    object.extend(schema::marks(field, Direction::Sent));
    let is_required_here = schema::is_required_here(field, Direction::Sent);
    object.put_mark("x-required-here", is_required_here);
    object
}

fn request_body(document: &Document<'_>, body: &RequestBody) -> Object {
    let mut object = Object::default();
    // A body that is undocumented may be omitted.
    object.put_mark("required", body.body.is_some());
    object.with("content", content(document, Shape::from_request(body)))
}

/// The auth schemes, of which one is enough.
fn security(document: &Document<'_>, operation: &Operation) -> Vec<Value> {
    let schemes = document.package.accepted_by(operation);
    let requirement =
        |auth: &Auth| Value::row(Object::default().with(&auth.name, Value::List(Vec::new())));
    schemes.map(requirement).collect()
}
