//! Types and fields as schemas with one type, besides null.

use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::{Components, example_name};
use crate::emit::openapi::schema::{Direction, default_value, is_required};
use crate::emit::openapi::strict::prose;
use crate::ir::{Field, Mark, Presence, Type};

/// The schema of a type: the documented one of its types.
pub(super) fn type_schema(components: &Components<'_>, ty: &Type, max: Option<u64>) -> Object {
    let bounded = |ty: &str, key: &str| {
        let mut object = Object::default().with("type", ty);
        object.put_some(key, max);
        object
    };
    match ty {
        Type::Text | Type::Time => bounded("string", "maxLength"),
        Type::Integer { bits } => {
            bounded("integer", "maximum").with("format", format!("int{bits}"))
        }
        Type::Count => bounded("integer", "maximum"),
        // Without a format, generators use a decimal type where the language has one.
        Type::Decimal => bounded("number", "maximum"),
        Type::Boolean => Object::default().with("type", "boolean"),
        Type::Date => formatted("date"),
        Type::DateTime => formatted("date-time"),
        Type::LocalDateTime => formatted("date-time-local"),
        // Without a type, clients return either.
        Type::Json => Object::default(),
        Type::IntegerOrText => untyped(1u64),
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

/// A schema that allows any type, with an example.
fn untyped(example: impl Into<Value>) -> Object {
    Object::default().with("examples", Value::row(vec![example.into()]))
}

/// The schema of a field, with its description.
pub(super) fn field_schema(
    components: &Components<'_>,
    field: &Field,
    direction: Direction,
) -> Object {
    let mut beside = Object::default();
    let nullable = match direction {
        Direction::Read => !field.has(Mark::Envelope),
        Direction::Sent => field.presence == Presence::Nullable,
    };
    let mut schema = field_type(components, field, direction);
    if nullable {
        schema = self::nullable(schema);
    }
    beside.extend(constant_or_default(field));
    beside.put_mark("readOnly", field.has(Mark::Readonly));
    beside.put_mark("deprecated", field.deprecated.is_some());
    beside.put_some("description", prose::field(field, types(field, direction)));
    with_siblings(schema, beside)
}

/// The type of a parameter, whose description is beside its schema.
pub(super) fn parameter_schema(
    components: &Components<'_>,
    field: &Field,
    minimum: Option<u64>,
) -> Object {
    let mut schema = match field.ty {
        Type::IntegerOrText => Object::default().with("type", "string"),
        _ => field_type(components, field, Direction::Sent),
    };
    schema.put_some("minimum", minimum);
    schema.put_some("maxItems", field.max_items);
    with_siblings(schema, constant_or_default(field))
}

/// The types of a field that has several.
fn types(field: &Field, direction: Direction) -> Option<&'static str> {
    match &field.ty {
        Type::IntegerOrText => Some("An integer or a string."),
        Type::List(inner) if **inner == Type::IntegerOrText => Some("Integers or strings."),
        // An exact number that is not documented as one may be a string.
        Type::Decimal if direction == Direction::Read && field.has(Mark::Inferred) => {
            Some("A number or a string.")
        }
        _ => None,
    }
}

fn field_type(components: &Components<'_>, field: &Field, direction: Direction) -> Object {
    match &field.ty {
        // Some are written in another format.
        Type::Date if field.has(Mark::AlsoUsDate) => Object::default().with("type", "string"),
        Type::Decimal if types(field, direction).is_some() => untyped(Value::decimal("12.5")),
        Type::IntegerOrText => match &field.example {
            Some(example) => untyped(default_value(example)),
            None => type_schema(components, &field.ty, None),
        },
        ty => type_schema(components, ty, field.max),
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

/// A schema with more members. Some generators ignore those beside a reference, so it is wrapped.
fn with_siblings(schema: Object, siblings: Object) -> Object {
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

/// A schema that allows null, too.
pub(super) fn nullable(schema: Object) -> Object {
    if schema.has("$ref") {
        let null = Object::default().with("type", "null");
        let schemas = Value::row(vec![schema.into(), null.into()]);
        return Object::default().with("anyOf", schemas);
    }
    schema.with_null_in_type()
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
