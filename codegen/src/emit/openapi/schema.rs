//! Types and fields as JSON Schema 2020-12.
//!
//! The type is the documented one. Where the documents contradict themselves, or an inferred number may be a string, there
//! are two, the documented one first. What is read may also be null.

use crate::emit::openapi::components::Components;
use crate::emit::prose;
use crate::ir::{Default as DefaultValue, Field, Json, Mark, Presence, Scalar, Type};
use crate::json::{Object, Value};

/// In which direction a schema is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the service.
    Read,
    /// To the service.
    Sent,
}

/// What the documents say of the values of a type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Documented {
    max: Option<u64>,
    /// Their word for a scalar, if they have several.
    word: Option<&'static str>,
}

impl Documented {
    fn of(field: &Field) -> Self {
        Self {
            max: field.max,
            word: field.documented_as,
        }
    }

    /// The types of a scalar that has several, as in `integer|string`.
    fn types(self, scalar: Scalar) -> impl Iterator<Item = &'static str> {
        self.word.unwrap_or(scalar.row().name).split('|')
    }
}

/// The schema of a type, without null.
pub(super) fn type_schema(
    components: &Components<'_>,
    ty: &Type,
    documented: Documented,
) -> Object {
    match ty {
        Type::Scalar(scalar) => scalar_schema(*scalar, documented),
        Type::List(inner) => Object::default()
            .with("type", "array")
            .with("items", type_schema(components, inner, documented)),
        Type::Map(inner) => {
            let values = type_schema(components, inner, documented);
            Object::default()
                .with("type", "object")
                .with("additionalProperties", values)
        }
        Type::Named(named) => components.reference(named),
    }
}

/// Without a type, clients return any.
fn scalar_schema(scalar: Scalar, documented: Documented) -> Object {
    let row = scalar.row();
    let (ty, bound) = match row.json {
        Json::Text if row.format.is_some() => ("string", None),
        Json::Text => ("string", Some("maxLength")),
        Json::Integer => ("integer", Some("maximum")),
        Json::Number => ("number", Some("maximum")),
        Json::Boolean => ("boolean", None),
        Json::Any => return Object::default(),
        Json::IntegerOrText => {
            let types: Vec<Value> = documented.types(scalar).map(Value::from).collect();
            return Object::default().with("type", Value::row(types));
        }
    };
    let mut object = Object::default().with("type", ty);
    if let Some(bound) = bound {
        object.put_some(bound, documented.max);
    }
    let is_exact = documented.word != Some("float");
    object.put_some("format", row.format.filter(|_| is_exact));
    object
}

/// The schema of a field, with its description.
fn field_schema(components: &Components<'_>, field: &Field, direction: Direction) -> Object {
    let nullable = match direction {
        Direction::Read => !field.has(Mark::Envelope),
        Direction::Sent => field.presence == Presence::Nullable,
    };
    let mut schema = field_type(components, field, direction);
    if nullable {
        schema = self::nullable(schema);
    }
    let mut beside = constant_or_default(field);
    if let Type::Named(_) = field.ty {
        beside.put_some("maxLength", field.max);
    }
    beside.put_mark("readOnly", field.has(Mark::Readonly));
    beside.put_mark("deprecated", field.deprecated.is_some());
    beside.put_some("description", prose::field(field));
    beside.extend(marks(field, direction));
    beside.put_mark("x-required-here", is_required_here(field, direction));
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

/// The type of a parameter, whose description is beside its schema. Of a list of types, openapi-generator's Python takes the
/// first one here, so several are schemas.
pub(super) fn parameter_schema(components: &Components<'_>, field: &Field) -> Object {
    let schema = match field.ty {
        Type::Scalar(scalar @ Scalar::IntegerOrText) => {
            let types = Documented::of(field).types(scalar);
            let schemas = types.map(|ty| Object::default().with("type", ty).into());
            Object::default().with("anyOf", schemas.collect::<Vec<Value>>())
        }
        _ => field_type(components, field, Direction::Sent),
    };
    with_siblings(schema, constant_or_default(field))
}

/// The type that the values of a field may have instead of the documented one: the documents contradict themselves, or show
/// no type of a number.
fn other_type(field: &Field, direction: Direction) -> Option<&'static str> {
    let is_contradictory = !field.open_questions.conflicts.is_empty();
    match (direction, &field.ty) {
        (Direction::Sent, _) => None,
        (_, Type::Scalar(Scalar::Integer | Scalar::Int32)) => is_contradictory.then_some("string"),
        (_, Type::Scalar(Scalar::Decimal)) => {
            (is_contradictory || field.has(Mark::Inferred)).then_some("string")
        }
        (_, Type::Scalar(Scalar::Text)) => {
            (is_contradictory && field.has(Mark::StringOrNumber)).then_some("number")
        }
        _ => None,
    }
}

fn field_type(components: &Components<'_>, field: &Field, direction: Direction) -> Object {
    if field.ty == Type::Scalar(Scalar::Date) && field.has(Mark::AlsoUsDate) {
        let formats = vec!["YYYY-MM-DD".into(), "MM/DD/YYYY".into()];
        return Object::default()
            .with("type", "string")
            .with("x-formats", Value::row(formats));
    }
    if field.has(Mark::AsString) {
        return Object::default().with("type", "string");
    }
    let mut schema = type_schema(components, &field.ty, Documented::of(field));
    schema.put_some("pattern", field.has(Mark::Digits).then_some("^[0-9]*$"));
    match other_type(field, direction) {
        Some(other) => schema.with_type(other),
        None => schema,
    }
}

fn constant_or_default(field: &Field) -> Object {
    let mut object = Object::default();
    match (&field.presence, &field.ty) {
        (Presence::Constant(text), Type::List(_)) => {
            object.put("default", Value::row(vec![text.into()]));
        }
        (Presence::Constant(text), _) => object.put("enum", Value::row(vec![text.into()])),
        _ if field.has(Mark::AsString) => {
            object.put_some("default", field.default.as_ref().map(DefaultValue::text));
        }
        _ => object.put_some("default", field.default.as_ref().map(default_value)),
    }
    object
}

fn default_value(default: &DefaultValue) -> Value {
    match default {
        DefaultValue::Text(text) | DefaultValue::Variant(text, _) => text.into(),
        DefaultValue::Integer(number) => (*number).into(),
        DefaultValue::Decimal(text) => Value::decimal(text),
        DefaultValue::Boolean(value) => (*value).into(),
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
    schema.with_type("null")
}

/// The members of records and bodies, and which of them must be there.
pub(super) fn members(
    components: &Components<'_>,
    fields: &[Field],
    direction: Direction,
) -> Object {
    let required = fields.iter().filter(|field| is_required(field, direction));
    let required = required.map(|field| Value::from(field.example_name()));
    let mut object = Object::default().with("type", "object");
    object.put_list("required", required.collect());
    object.put_object("properties", properties(components, fields, direction));
    object
}

/// The schemas of fields, by name. A field that the documents spell in two ways is two properties: that of their example, and
/// before it the other one. Of two names that differ in their case only, openapi-generator's Python keeps the last.
pub(super) fn properties<'a>(
    components: &Components<'_>,
    fields: impl IntoIterator<Item = &'a Field>,
    direction: Direction,
) -> Object {
    let mut properties = Object::default();
    for field in fields {
        let name = field.example_name();
        let schema = field_schema(components, field, direction);
        let names = std::iter::once(&field.wire).chain(&field.aliases);
        for other in names.filter(|other| *other != name) {
            properties.put(other, schema.clone().with("x-alias-of", name));
        }
        properties.put(name, schema);
    }
    properties
}

/// Whether the documents say that a field must be there, or it makes the shape: the record in an envelope, or a constant.
/// `documented_required` of what is read is no such promise: records lack such fields.
pub(super) fn is_required(field: &Field, direction: Direction) -> bool {
    match direction {
        Direction::Read => field.has(Mark::Envelope),
        Direction::Sent => {
            matches!(field.presence, Presence::Constant(_)) || field.has(Mark::DocumentedRequired)
        }
    }
}

/// Whether callers must set a field by the choice of these crates: the documents do not say so.
pub(super) fn is_required_here(field: &Field, direction: Direction) -> bool {
    let is_set = !matches!(field.presence, Presence::Optional | Presence::Nullable);
    direction == Direction::Sent && is_set && !is_required(field, direction)
}
