//! Examples of bodies with every field, and those of errors as documented.

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::document::Document;
use crate::example::{Examples, Extent, json};
use crate::ir::{Named, Type};
use crate::json::{Object, Value};

/// `components.examples`, by the name of the body.
pub(super) fn body_examples(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    let bodies = document.bodies.0.iter().filter(|body| body.is_body);
    for body in bodies {
        let value = example(document, body.shape);
        object.put(&body.key, Object::default().with("value", value));
    }
    for error in &document.package.error_bodies {
        if let Some(key) = document.components.errors.get(error.name.as_str()) {
            let value = Value::from(&error.example);
            object.put(key, Object::default().with("value", value));
        }
    }
    object
}

/// The `examples` of a media type: a reference to that of the body.
pub(super) fn reference(document: &Document<'_>, shape: Shape<'_>) -> Option<Object> {
    Some(only(document.bodies.key(shape)?))
}

/// The `examples` of a media type: a reference to this one.
pub(super) fn only(key: &str) -> Object {
    Object::default().with("example", reference_to(key))
}

/// A reference to an example.
pub(super) fn reference_to(key: &str) -> Value {
    let example = Object::default().with("$ref", format!("#/components/examples/{key}"));
    Value::row(example)
}

/// The example of a body.
fn example(document: &Document<'_>, shape: Shape<'_>) -> Value {
    match shape {
        Shape::Declared(body) => named(document, body, ""),
        Shape::Wrapped(key, body) => Object::default()
            .with(key, named(document, body, key))
            .into(),
        Shape::Payload(ty) => payload(document, ty),
        Shape::Page(page) => {
            let mut object = Object::default();
            for total in page.totals() {
                object.put(total, 1u64);
            }
            let metadata = page.metadata.iter();
            for field in metadata.flat_map(|facts| document.spec.fields(facts)) {
                let value = examples(document).field(field);
                object.put_some(&field.wire, value.as_ref().map(json));
            }
            let item = named(document, &page.item, "");
            let element = match &page.item_wrapper {
                Some(key) => Object::default().with(key, item).into(),
                None => item,
            };
            // Without a documented key, the list is left out.
            if let Some(key) = &page.items_key {
                object.put(key, vec![element]);
            }
            object.into()
        }
    }
}

fn payload(document: &Document<'_>, ty: &Type) -> Value {
    let name = ty.named().map_or("payload", |named| &named.name);
    let value = examples(document).of(ty, name, None);
    let value = value.as_ref().map_or(Value::Null, json);
    match &document.package.envelope {
        None => value,
        Some(envelope) => Object::default()
            .with(&envelope.success, true)
            .with(&envelope.payload, value)
            .with(&envelope.message, "")
            .into(),
    }
}

fn named(document: &Document<'_>, named: &Named, name: &str) -> Value {
    let example = examples(document).named(named, name);
    example.as_ref().map_or(Value::Null, json)
}

fn examples<'a>(document: &Document<'a>) -> Examples<'a> {
    Examples::new(document.spec, document.package, Extent::Whole)
}
