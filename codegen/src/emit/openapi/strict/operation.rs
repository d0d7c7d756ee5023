//! Operation objects.

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::call::Call;
use crate::emit::openapi::examples;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::operation::{retry_sentence, security};
use crate::emit::openapi::request_body::JSON;
use crate::emit::openapi::samples::code_samples;
use crate::emit::openapi::slot::Slot;
use crate::emit::openapi::strict::parameters::parameters;
use crate::emit::openapi::strict::{Strict, bodies, prose, responses};
use crate::emit::openapi::summary::first_sentence;
use crate::emit::rust::markdown::end_sentence;
use crate::ir::{Deprecation, Operation, RequestBody, Route};

/// The operation object of a call. `slots` are the variables of its path item.
pub(super) fn operation(strict: &Strict<'_>, call: Call<'_>, slots: &[Slot<'_>]) -> Object {
    let operation = call.operation;
    let mut object = Object::default();
    object.put("tags", Value::row(vec![Value::from(&call.resource.name)]));
    object.put("summary", summary(operation));
    object.put("description", description(operation));
    object.put("operationId", id(operation, call.route));
    object.put_mark("deprecated", operation.deprecated.is_some());
    object.put_list("parameters", parameters(strict, operation, slots));
    let body = operation.body.as_ref();
    object.put_some("requestBody", body.map(|body| request_body(strict, body)));
    object.put("responses", responses::responses(strict, operation));
    object.put("security", security(&strict.document, operation));
    object.put_list("x-codeSamples", code_samples(&strict.document, call));
    object
}

/// The first sentence as a title, without a full stop.
fn summary(operation: &Operation) -> String {
    let (first, _) = first_sentence(operation.doc.trim());
    let words: Vec<&str> = first.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

/// What the summary does not say: tools show both, one after the other.
fn description(operation: &Operation) -> String {
    let deprecated = operation.deprecated.as_ref().map(Deprecation::sentence);
    let (_, rest) = first_sentence(operation.doc.trim());
    let mut paragraphs = Vec::new();
    if !rest.is_empty() {
        paragraphs.push(end_sentence(rest));
    }
    paragraphs.extend(deprecated.map(|text| end_sentence(&text)));
    paragraphs.push(end_sentence(&retry_sentence(&operation.retry)));
    paragraphs.extend(prose::details(&operation.notes, &operation.open_questions));
    paragraphs.join("\n\n")
}

/// The name. Paths besides the default one have theirs in it.
fn id(operation: &Operation, route: &Route) -> String {
    match is_default(operation, route) {
        true => operation.name.clone(),
        false => format!("{}_{}", operation.name, route.name),
    }
}

fn is_default(operation: &Operation, route: &Route) -> bool {
    let first = operation.routes.first();
    first.is_some_and(|first| std::ptr::eq(first, route))
}

fn request_body(strict: &Strict<'_>, body: &RequestBody) -> Object {
    let mut media = Object::default();
    match Shape::from_request(body) {
        Some(shape) => {
            media.put("schema", Value::row(bodies::reference(strict, shape)));
            media.put_some("examples", examples::reference(&strict.document, shape));
        }
        None => media.put("schema", Object::default()),
    }
    let mut object = Object::default();
    // A body that is undocumented may be omitted.
    object.put_mark("required", body.body.is_some());
    object.with("content", Object::default().with(JSON, media))
}
