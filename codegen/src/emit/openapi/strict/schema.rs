//! Types and fields as schemas of OpenAPI 3.0.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::{Components, example_name};
use crate::emit::openapi::schema::{Direction, default_value, is_required};
use crate::emit::openapi::strict::prose;
use crate::ir::{Field, NamedKind, Presence, Type};

/// The schema of a type: the documented one of its types.
pub(super) fn type_schema(components: &Components<'_>, ty: &Type, max: Option<u64>) -> Object {
    let bounded = |ty: &str, key: &str| {
        let mut object = Object::default().with("type", ty);
        object.put_some(key, max);
        object
    };
    match ty {
        Type::Text | Type::Time | Type::IntegerOrText => bounded("string", "maxLength"),
        Type::Integer { bits } => {
            bounded("integer", "maximum").with("format", format!("int{bits}"))
        }
        Type::Count => bounded("integer", "maximum").with("minimum", 0u64),
        // Without a format, generators use a decimal type where the language has one.
        Type::Decimal => bounded("number", "maximum"),
        Type::Boolean => Object::default().with("type", "boolean"),
        Type::Date => formatted("date"),
        Type::DateTime => formatted("date-time"),
        Type::LocalDateTime => formatted("date-time-local"),
        Type::Json => Object::default(),
        Type::List(inner) => Object::default()
            .with("type", "array")
            .with("items", type_schema(components, inner, max)),
        Type::Map(inner) => Object::default()
            .with("type", "object")
            .with("additionalProperties", type_schema(components, inner, max)),
        Type::Named(named) => {
            let mut object = Object::default();
            object.put_some("$ref", components.reference(named));
            object
        }
    }
}

fn formatted(format: &str) -> Object {
    Object::default()
        .with("type", "string")
        .with("format", format)
}

/// The schema of a field, with its description.
pub(super) fn field_schema(
    components: &Components<'_>,
    field: &Field,
    direction: Direction,
) -> Object {
    let mut beside = Object::default();
    let nullable = match direction {
        Direction::Read => !field.envelope,
        Direction::Sent => field.presence == Presence::Nullable,
    };
    if nullable {
        beside.extend(nullable_members(&field.ty));
    }
    beside.extend(constant_or_default(field));
    beside.put_mark("readOnly", field.readonly);
    beside.put_some("description", prose::field(field));
    with_siblings(field_type(components, field), beside)
}

/// The type of a parameter, whose description is beside its schema.
pub(super) fn parameter_schema(components: &Components<'_>, field: &Field) -> Object {
    with_siblings(field_type(components, field), constant_or_default(field))
}

fn field_type(components: &Components<'_>, field: &Field) -> Object {
    match field.ty {
        // Some are written in another format.
        Type::Date if field.also_us_date => Object::default().with("type", "string"),
        _ => type_schema(components, &field.ty, field.max),
    }
}

fn constant_or_default(field: &Field) -> Object {
    let mut object = Object::default();
    match (&field.presence, &field.ty) {
        (Presence::Constant(text), Type::List(_)) => {
            object.put("default", Value::row(vec![text.into()]));
        }
        (Presence::Constant(text), _) => object.put("enum", Value::row(vec![text.into()])),
        _ => object.put_some("default", field.default.as_ref().map(default_value)),
    }
    object
}

/// A schema with more members. Those beside a reference are ignored in 3.0, so it is wrapped.
pub(super) fn with_siblings(schema: Object, siblings: Object) -> Object {
    if siblings.is_empty() {
        return schema;
    }
    let mut object = match schema.has("$ref") {
        true => Object::default().with("allOf", Value::row(vec![schema.into()])),
        false => schema,
    };
    object.extend(siblings);
    object
}

/// The schema of a type that allows null.
pub(super) fn nullable_schema(components: &Components<'_>, ty: &Type) -> Object {
    with_siblings(type_schema(components, ty, None), nullable_members(ty))
}

/// What makes a schema nullable. `nullable` has an effect beside `type` only.
fn nullable_members(ty: &Type) -> Object {
    let mut object = Object::default();
    match ty {
        // Any JSON.
        Type::Json => return object,
        Type::Named(named) => object.put(
            "type",
            match named.kind {
                NamedKind::Record | NamedKind::Body => "object",
                NamedKind::Enum { .. } | NamedKind::Id => "string",
            },
        ),
        _ => {}
    }
    object.with("nullable", true)
}

/// The members of records and bodies, and which of them must be there.
pub(super) fn members(
    components: &Components<'_>,
    fields: &[Field],
    direction: Direction,
) -> Object {
    let mut properties = Object::default();
    let mut required = Vec::new();
    for field in fields {
        let name = match direction {
            Direction::Read => example_name(field),
            Direction::Sent => &field.wire,
        };
        properties.put(name, field_schema(components, field, direction));
        if is_required(field, direction) {
            required.push(Value::from(name));
        }
    }
    let mut object = Object::default().with("type", "object");
    object.put_list("required", required);
    object.put_object("properties", properties);
    object
}
