//! Types and fields as JSON Schema 2020-12: one type for each value, besides null.
//!
//! A type is the documented one. Where the documents contradict themselves, or an inferred number may be a string, the schema
//! has no type but an example: generators of clients then return what they receive. The description has both types, and so has
//! `x-types`, the documented one first.

use crate::emit::openapi::components::Components;
use crate::emit::prose;
use crate::ir::{Default as Documented, Field, Json, Mark, Presence, Scalar, Type};
use crate::json::{Object, Value};

/// In which direction a schema is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the service.
    Read,
    /// To the service.
    Sent,
}

/// The schema of a type, without null.
pub(super) fn type_schema(components: &Components<'_>, ty: &Type, max: Option<u64>) -> Object {
    match ty {
        Type::Scalar(scalar) => scalar_schema(*scalar, max),
        Type::List(inner) => Object::default()
            .with("type", "array")
            .with("items", type_schema(components, inner, max)),
        Type::Map(inner) => Object::default()
            .with("type", "object")
            .with("additionalProperties", type_schema(components, inner, max)),
        Type::Named(named) => components.reference(named),
    }
}

/// Without a type, clients return any.
fn scalar_schema(scalar: Scalar, max: Option<u64>) -> Object {
    let row = scalar.row();
    let (ty, bound) = match row.json {
        Json::Text if row.format.is_some() => ("string", None),
        Json::Text => ("string", Some("maxLength")),
        Json::Integer => ("integer", Some("maximum")),
        Json::Number => ("number", Some("maximum")),
        Json::Boolean => ("boolean", None),
        Json::Any => return Object::default(),
        Json::IntegerOrText => return untyped(INTEGER_OR_TEXT, 1u64),
    };
    let mut object = Object::default().with("type", ty);
    if let Some(bound) = bound {
        object.put_some(bound, max);
    }
    object.put_some("format", row.format);
    object
}

/// An integer or a text.
const INTEGER_OR_TEXT: [&str; 2] = ["integer", "string"];

/// A schema that allows any type, with an example.
fn untyped(types: [&str; 2], example: impl Into<Value>) -> Object {
    let types = types.into_iter().map(Value::from);
    Object::default()
        .with("x-types", Value::row(types.collect::<Vec<_>>()))
        .with("examples", Value::row(vec![example.into()]))
}

/// The schema of a field, with its description.
pub(super) fn field_schema(
    components: &Components<'_>,
    field: &Field,
    direction: Direction,
) -> Object {
    let nullable = match direction {
        Direction::Read => !field.has(Mark::Envelope),
        Direction::Sent => field.presence == Presence::Nullable,
    };
    let mut schema = field_type(components, field, direction);
    if nullable {
        schema = self::nullable(schema);
    }
    let mut beside = constant_or_default(field);
    beside.put_mark("readOnly", field.has(Mark::Readonly));
    beside.put_mark("deprecated", field.deprecated.is_some());
    beside.put_some(
        "description",
        prose::field(field, several(field, direction).map(|several| several.0)),
    );
    beside.extend(marks(field, direction));
    with_siblings(schema, beside)
}

/// What a program must know of a value besides its type.
pub(super) fn marks(field: &Field, direction: Direction) -> Object {
    let mut object = Object::default();
    for mark in Mark::ALL {
        if let Some(name) = mark.row().extension {
            object.put_mark(name, field.has(*mark));
        }
    }
    let accepts_1 = direction == Direction::Sent && field.has(Mark::Accepts1);
    object.put_mark("x-accepts-1", accepts_1);
    object
}

/// The type of a parameter, whose description is beside its schema.
pub(super) fn parameter_schema(components: &Components<'_>, field: &Field) -> Object {
    let mut schema = match field.ty {
        Type::Scalar(Scalar::IntegerOrText) => Object::default().with("type", "string"),
        _ => field_type(components, field, Direction::Sent),
    };
    let is_count = field.ty == Type::Scalar(Scalar::Count);
    schema.put_some("minimum", is_count.then_some(1u64));
    with_siblings(schema, constant_or_default(field))
}

/// The types of a field that has several: a sentence, and JSON's words.
fn several(field: &Field, direction: Direction) -> Option<(&'static str, [&'static str; 2])> {
    let is_contradictory = !field.open_questions.conflicts.is_empty();
    match &field.ty {
        Type::Scalar(Scalar::IntegerOrText) => Some(("An integer or a string.", INTEGER_OR_TEXT)),
        Type::List(inner) if **inner == Type::Scalar(Scalar::IntegerOrText) => {
            Some(("Integers or strings.", INTEGER_OR_TEXT))
        }
        _ if direction == Direction::Sent => None,
        Type::Scalar(Scalar::Integer | Scalar::Int32) if is_contradictory => {
            Some(("An integer, or its digits in a string.", INTEGER_OR_TEXT))
        }
        // An exact number that is not documented as one may be a string.
        Type::Scalar(Scalar::Decimal) if field.has(Mark::Inferred) || is_contradictory => {
            Some(("A number or a string.", ["number", "string"]))
        }
        Type::Scalar(Scalar::Text) if field.has(Mark::StringOrNumber) && is_contradictory => {
            Some(("A string or a number.", ["string", "number"]))
        }
        _ => None,
    }
}

fn field_type(components: &Components<'_>, field: &Field, direction: Direction) -> Object {
    match (&field.ty, several(field, direction)) {
        (Type::Scalar(Scalar::Date), _) if field.has(Mark::AlsoUsDate) => {
            let formats = vec!["YYYY-MM-DD".into(), "MM/DD/YYYY".into()];
            Object::default()
                .with("type", "string")
                .with("x-formats", Value::row(formats))
        }
        (ty, _) if field.has(Mark::Digits) => {
            type_schema(components, ty, field.max).with("pattern", "^[0-9]*$")
        }
        (Type::List(_), _) | (_, None) => type_schema(components, &field.ty, field.max),
        (ty, Some((_, types))) => {
            let example = match (&field.example, ty) {
                (_, Type::Scalar(Scalar::Decimal)) => Value::decimal("12.5"),
                (Some(example), _) => default_value(example),
                (None, Type::Scalar(Scalar::Text)) => "text".into(),
                (None, _) => 1u64.into(),
            };
            untyped(types, example)
        }
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

fn default_value(default: &Documented) -> Value {
    match default {
        Documented::Text(text) | Documented::Variant(text, _) => text.into(),
        Documented::Integer(number) => (*number).into(),
        Documented::Decimal(text) => Value::decimal(text),
        Documented::Boolean(value) => (*value).into(),
    }
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
            Direction::Read => field.example_name(),
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

/// Whether a field is in `required`. `documented_required` is not: records lack such fields.
fn is_required(field: &Field, direction: Direction) -> bool {
    match (&field.presence, direction) {
        (Presence::FromClient(_) | Presence::Environment | Presence::Constant(_), _) => true,
        (Presence::Required, Direction::Sent) => true,
        _ => field.has(Mark::Envelope) && direction == Direction::Read,
    }
}
