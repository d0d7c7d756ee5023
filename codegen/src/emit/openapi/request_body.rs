//! Request bodies.

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::{Document, examples, schema};
use crate::ir::{RequestBody, Type};

pub(crate) fn request_body(document: &Document<'_>, body: &RequestBody) -> Object {
    let inner = match &body.body {
        Some(named) => schema::type_schema(&document.components, &Type::Named(named.clone())),
        None => Object::default(),
    };
    let schema = match &body.key {
        Some(key) => wrapped(key, inner),
        None => inner,
    };
    let mut media = Object::default().with("schema", schema);
    let shape = Shape::from_request(body);
    media.put_some(
        "examples",
        shape.and_then(|shape| examples::reference(document, shape)),
    );
    let mut object = Object::default();
    // A body that is not shown may as well be none.
    object.put_mark("required", body.body.is_some());
    object.put("content", Object::default().with(JSON, media));
    object.put_mark("x-unknown", body.body.is_none());
    object
}

/// The media type of everything but callbacks.
pub(crate) const JSON: &str = "application/json";

/// An object with this one member, which must be there: a wrapper is no field.
pub(crate) fn wrapped(key: &str, inner: Object) -> Object {
    Object::default()
        .with("type", "object")
        .with("required", Value::row(vec![key.into()]))
        .with("properties", Object::default().with(key, inner))
}
