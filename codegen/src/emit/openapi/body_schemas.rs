//! The schemas of bodies that are no declared type: wrappers, envelopes and pages.

use crate::emit::openapi::bodies::{NamedShape, Shape};
use crate::emit::openapi::document::Document;
use crate::emit::openapi::examples;
use crate::emit::openapi::schema::{self, Direction, Documented, nullable, type_schema};
use crate::ir::{Pagination, Type};
use crate::json::{JSON, Object, Value};

/// By name.
pub(super) fn schemas(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    for NamedShape { key, shape, .. } in &document.bodies.0 {
        match shape {
            Shape::Declared(_) => {}
            Shape::Wrapped(wrapper, named) => object.put(
                key,
                object_of(
                    &format!("`{}` under the key `{wrapper}`.", named.name),
                    &[wrapper],
                    Object::default().with(wrapper, document.components.reference(named)),
                ),
            ),
            Shape::Payload(ty) => object.put(key, envelope(document, ty)),
            Shape::Page(page) => object.put(key, self::page(document, page)),
        }
    }
    object
}

fn envelope(document: &Document<'_>, ty: &Type) -> Object {
    let components = &document.components;
    let Some(envelope) = &document.package.envelope else {
        return type_schema(components, ty, Documented::default());
    };
    let ty = nullable(type_schema(components, ty, Documented::default()));
    let properties = Object::default()
        .with(&envelope.success, Object::default().with("type", "boolean"))
        .with(&envelope.payload, ty)
        .with(&envelope.message, null_or("string"));
    object_of("An envelope.", &[&envelope.success], properties)
}

fn page(document: &Document<'_>, page: &Pagination) -> Object {
    let components = &document.components;
    let mut properties = Object::default();
    for total in page.totals() {
        properties.put(total, null_or("integer").with("format", "int64"));
    }
    let metadata = page.metadata.iter();
    let metadata = metadata.flat_map(|named| document.spec.fields(named));
    properties.extend(schema::properties(components, metadata, Direction::Read));
    let description = format!("A page of `{}`.", page.item.name);
    let Some(key) = &page.items_key else {
        let description = format!("{description} **Not documented:** The key of the list.");
        return object_of(&description, &[], properties).with("additionalProperties", true);
    };
    let element = match &page.item_wrapper {
        Some(key) => document.bodies.reference(Shape::Wrapped(key, &page.item)),
        None => components.reference(&page.item),
    };
    let list = Object::default()
        .with("type", "array")
        .with("items", element);
    properties.put(key, list);
    object_of(&description, &[key], properties)
}

/// The content of a request or response. A body that is undocumented has any schema.
pub(super) fn content(document: &Document<'_>, shape: Option<Shape<'_>>) -> Object {
    let media = Object::default();
    let media = match shape {
        Some(shape) => {
            let schema = Value::row(document.bodies.reference(shape));
            let mut media = media.with("schema", schema);
            media.put_some("examples", examples::reference(document, shape));
            media
        }
        None => media.with("schema", Object::default()),
    };
    Object::default().with(JSON, media)
}

/// A scalar or null.
fn null_or(ty: &str) -> Object {
    nullable(Object::default().with("type", ty))
}

fn object_of(description: &str, required: &[&str], properties: Object) -> Object {
    let mut object = Object::default()
        .with("description", description)
        .with("type", "object");
    let required: Vec<Value> = required.iter().map(|key| Value::from(*key)).collect();
    object.put_list("required", required);
    object.put("properties", properties);
    object
}
