//! Wrappers, envelopes and pages as named schemas.

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::pages;
use crate::emit::openapi::schema::Direction;
use crate::emit::openapi::strict::Strict;
use crate::emit::openapi::strict::schema::{field_schema, nullable, type_schema};
use crate::ir::{Named, Pagination, Type};

/// The schemas of bodies that are no declared type.
pub(super) fn schemas(strict: &Strict<'_>) -> Object {
    let mut object = Object::default();
    for body in &strict.document.bodies.0 {
        match body.shape {
            Shape::Declared(_) => {}
            Shape::Wrapped(key, named) => object.put(&body.key, wrapper(strict, key, named)),
            Shape::Payload(ty) => object.put(&body.key, envelope(strict, ty)),
            Shape::Page(page) => object.put(&body.key, self::page(strict, page)),
        }
    }
    object
}

/// The names of the records whose fields are members of pages.
pub(super) fn flattened<'s>(strict: &'s Strict<'_>) -> Vec<&'s str> {
    let bodies = strict.document.bodies.0.iter();
    let metadata = bodies.filter_map(|body| match body.shape {
        Shape::Page(page) => page.metadata.as_ref(),
        _ => None,
    });
    let keys = metadata.filter_map(|named| strict.document.components.key(named));
    keys.collect()
}

/// A reference to the schema of a body.
pub(super) fn reference(strict: &Strict<'_>, shape: Shape<'_>) -> Object {
    let mut object = Object::default();
    let key = strict.document.bodies.key(shape);
    object.put_some("$ref", key.map(|key| format!("#/components/schemas/{key}")));
    object
}

fn wrapper(strict: &Strict<'_>, key: &str, named: &Named) -> Object {
    object_of(
        &format!("`{}` under the key `{key}`.", named.name),
        &[key],
        Object::default().with(key, named_schema(strict, named)),
    )
}

fn envelope(strict: &Strict<'_>, ty: &Type) -> Object {
    let components = &strict.document.components;
    let Some(envelope) = &strict.document.package.envelope else {
        return type_schema(components, ty, None);
    };
    let mut properties = Object::default();
    properties.put(&envelope.success, Object::default().with("type", "boolean"));
    properties.put(
        &envelope.payload,
        nullable(type_schema(components, ty, None)),
    );
    properties.put(&envelope.message, pages::nullable("string"));
    let description = "An envelope. The payload is null in a failure.";
    object_of(description, &[&envelope.success], properties)
}

fn page(strict: &Strict<'_>, page: &Pagination) -> Object {
    let components = &strict.document.components;
    let mut properties = Object::default();
    for total in page.style.totals() {
        properties.put(total, pages::nullable("integer").with("format", "int64"));
    }
    let metadata = page.metadata.iter();
    for field in metadata.flat_map(|named| components.fields(named)) {
        let schema = field_schema(components, field, Direction::Read);
        properties.put(&field.wire, schema);
    }
    let description = format!("A page of `{}`.", page.item.name);
    let Some(key) = &page.items_key else {
        let description = format!("{description} The key of the list is undocumented.");
        return object_of(&description, &[], properties).with("additionalProperties", true);
    };
    let element = match &page.item_wrapper {
        Some(key) => reference(strict, Shape::Wrapped(key, &page.item)),
        None => named_schema(strict, &page.item),
    };
    let list = Object::default()
        .with("type", "array")
        .with("items", element);
    properties.put(key, list);
    object_of(&description, &[key], properties)
}

fn named_schema(strict: &Strict<'_>, named: &Named) -> Object {
    let mut object = Object::default();
    object.put_some("$ref", strict.document.components.reference(named));
    object
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
