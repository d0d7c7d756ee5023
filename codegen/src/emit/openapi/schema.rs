//! Types and fields as JSON Schema 2020-12.
//!
//! Schemas of responses are as tolerant as the decoder: every field may be absent or null, and a field with an inferred
//! type or a conflict accepts the other representations of its scalar. Schemas of requests have the documented type, and
//! null only for nullable fields. Inferred types are not enforced there either, since they are undocumented.

use crate::emit::openapi::extensions;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::Components;
use crate::ir::{Default as Documented, Field, Mark, Presence, Type};

/// In which direction a schema is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the service.
    Read,
    /// To the service.
    Sent,
}

/// A schema before it is written: its types are still apart, so that null can join them.
#[derive(Debug, Default)]
struct Schema {
    types: Vec<&'static str>,
    reference: Option<String>,
    rest: Object,
}

impl Schema {
    fn of(types: &[&'static str]) -> Self {
        Self {
            types: types.to_vec(),
            ..Self::default()
        }
    }

    fn format(mut self, format: &str) -> Self {
        self.rest.put("format", format);
        self
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.rest.put(key, value);
        self
    }

    fn write(self, nullable: bool) -> Object {
        let mut object = Object::default();
        let types = self.types.into_iter().chain(nullable.then_some("null"));
        match (self.reference, types.map(Value::from).collect::<Vec<_>>()) {
            (Some(reference), nulls) if nulls.is_empty() => object.put("$ref", reference),
            (Some(reference), _) => {
                let reference = Object::default().with("$ref", reference).into();
                let null = Object::default().with("type", "null").into();
                object.put("anyOf", Value::row(vec![reference, null]));
            }
            // Any JSON: null is among it.
            (None, types) if types.is_empty() || types == [Value::from("null")] => {}
            (None, mut types) if types.len() == 1 => object.put_some("type", types.pop()),
            (None, types) => object.put("type", Value::row(types)),
        }
        object.extend(self.rest);
        object
    }
}

/// A type as a schema that has no null.
pub(crate) fn type_schema(components: &Components<'_>, ty: &Type) -> Object {
    schema(components, ty, None, false, false).write(false)
}

/// A type as a schema that has null.
pub(crate) fn nullable_type_schema(components: &Components<'_>, ty: &Type) -> Object {
    schema(components, ty, None, false, false).write(true)
}

/// A field of a record or body: its type, what the documents say of it, its marks.
pub(super) fn field_schema(
    components: &Components<'_>,
    field: &Field,
    direction: Direction,
) -> Object {
    let mut object = field_type(components, field, direction);
    object.put_some("default", field.default.as_ref().map(default_value));
    object.put_some("const", constant(field));
    object.put_mark("readOnly", field.has(Mark::Readonly));
    object.put_mark("deprecated", field.deprecated.is_some());
    object.put_some("description", extensions::description(field));
    if let Some(value) = field.presence.client_value() {
        object.put("x-from-client", value);
    }
    if direction == Direction::Read {
        object.put("x-evidence", extensions::evidence(field.evidence));
    }
    object.extend(extensions::field(field));
    object
}

/// The type of a parameter with its default. Its docs are beside the schema.
pub(crate) fn parameter_schema(
    components: &Components<'_>,
    field: &Field,
    minimum: Option<u64>,
) -> Object {
    let mut object = field_type(components, field, Direction::Sent);
    object.put_some("minimum", minimum);
    object.put_some("maxItems", field.max_items);
    object.put_some("default", field.default.as_ref().map(default_value));
    object.put_some("const", constant(field));
    object
}

fn field_type(components: &Components<'_>, field: &Field, direction: Direction) -> Object {
    let nullable = match direction {
        Direction::Read => !field.has(Mark::Envelope),
        Direction::Sent => field.presence == Presence::Nullable,
    };
    let loose = field.has(Mark::Inferred)
        || (direction == Direction::Read && !field.open_questions.conflicts.is_empty());
    let mut schema = schema(
        components,
        &field.ty,
        field.max,
        loose,
        field.has(Mark::StringOrNumber),
    );
    if field.has(Mark::AlsoUsDate) {
        // The format is `date`, or another one.
        schema = Schema::of(&["string"]).with(
            "x-formats",
            Value::row(vec!["YYYY-MM-DD".into(), "MM/DD/YYYY".into()]),
        );
    }
    if field.has(Mark::Accepts1) && direction == Direction::Sent {
        let types = ["boolean", "integer", "null"];
        let types = &types[..if nullable { 3 } else { 2 }];
        let schemas = types.iter().map(|ty| {
            let schema = Object::default().with("type", *ty);
            Value::from(match *ty {
                "integer" => schema.with("const", 1u64),
                _ => schema,
            })
        });
        return Object::default().with("anyOf", Value::row(schemas.collect::<Vec<_>>()));
    }
    schema.write(nullable)
}

/// The members of records and bodies, and which of them must be there.
pub(crate) fn members(
    components: &Components<'_>,
    fields: &[Field],
    direction: Direction,
) -> Object {
    let mut properties = Object::default();
    let mut required = Vec::new();
    for field in fields {
        properties.put(&field.wire, field_schema(components, field, direction));
        for also in &field.aliases {
            let mut same = field_type(components, field, direction).with("x-same-as", &field.wire);
            same.put_mark("deprecated", field.deprecated.is_some());
            same.extend(extensions::redaction(field));
            properties.put(also, same);
        }
        if is_required(field, direction) {
            required.push(Value::from(&field.wire));
        }
    }
    let mut object = Object::default().with("type", "object");
    object.put_list("required", required);
    object.put_object("properties", properties);
    object
}

/// Whether a field is in `required`. `documented_required` is not: records lack such fields.
pub(crate) fn is_required(field: &Field, direction: Direction) -> bool {
    match (&field.presence, direction) {
        (Presence::FromClient(_) | Presence::Environment | Presence::Constant(_), _) => true,
        (Presence::Required, Direction::Sent) => true,
        _ => field.has(Mark::Envelope) && direction == Direction::Read,
    }
}

fn schema(
    components: &Components<'_>,
    ty: &Type,
    max: Option<u64>,
    loose: bool,
    string_or_number: bool,
) -> Schema {
    let either = |types: &[&'static str]| Schema::of(if loose { types } else { &types[..1] });
    let bounded = |schema: Schema, key| match max {
        Some(max) => schema.with(key, max),
        None => schema,
    };
    match ty {
        Type::Text if string_or_number => {
            bounded(Schema::of(&["string", "number", "boolean"]), "maxLength")
        }
        Type::Text => bounded(Schema::of(&["string"]), "maxLength"),
        Type::Integer { bits } => bounded(
            either(&["integer", "string"]).format(&format!("int{bits}")),
            "maximum",
        ),
        // Page numbers have no documented size.
        Type::Count => bounded(either(&["integer", "string"]), "maximum"),
        Type::Decimal => bounded(either(&["number", "string"]).format("decimal"), "maximum"),
        Type::Boolean => either(&["boolean", "integer", "string"]),
        Type::Date => Schema::of(&["string"]).format("date"),
        Type::DateTime => Schema::of(&["string"]).format("date-time"),
        Type::LocalDateTime => Schema::of(&["string"]).format("date-time-local"),
        Type::Time => bounded(Schema::of(&["string"]), "maxLength"),
        Type::Json => Schema::default(),
        Type::IntegerOrText => bounded(Schema::of(&["integer", "string"]), "maxLength"),
        Type::List(inner) => {
            let items = schema(components, inner, max, loose, string_or_number).write(false);
            Schema::of(&["array"]).with("items", items)
        }
        Type::Map(inner) => {
            let values = schema(components, inner, max, loose, string_or_number).write(false);
            Schema::of(&["object"]).with("additionalProperties", values)
        }
        Type::Named(named) => match components.reference(named) {
            Some(reference) => bounded(
                Schema {
                    reference: Some(reference),
                    ..Schema::default()
                },
                "maxLength",
            ),
            None => Schema::default().with("x-not-described", &named.name),
        },
    }
}

fn constant(field: &Field) -> Option<Value> {
    let Presence::Constant(text) = &field.presence else {
        return None;
    };
    Some(match &field.ty {
        Type::List(_) => Value::row(vec![text.into()]),
        _ => text.into(),
    })
}

pub(crate) fn default_value(default: &Documented) -> Value {
    match default {
        Documented::Text(text) | Documented::Variant(text, _) => text.into(),
        Documented::Integer(number) => (*number).into(),
        Documented::Decimal(text) => Value::decimal(text),
        Documented::Boolean(value) => (*value).into(),
    }
}
