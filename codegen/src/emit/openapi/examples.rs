//! Examples of bodies: made from the types, and those of errors as documented.
//!
//! An example has every field, with the value that the spec has for it, the documented default or a
//! value of its type. Another string is the field's name in words.

use crate::emit::openapi::bodies::Shape;
use crate::emit::openapi::components::DeclaredKind;
use crate::emit::openapi::document::Document;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::schema::default_value;
use crate::ir::{Field, Mark, Named, Presence, Type};
use crate::names;

/// `components.examples`, by the name of the body.
pub(super) fn examples(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    let bodies = document.bodies.0.iter().filter(|body| body.is_body);
    for body in bodies {
        let value = Example::new(document).shape(body.shape);
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
    Some(reference_to(document.bodies.key(shape)?))
}

/// The `examples` of a media type: a reference to this one.
pub(super) fn reference_to(key: &str) -> Object {
    let example = Object::default().with("$ref", format!("#/components/examples/{key}"));
    Object::default().with("example", Value::row(example))
}

/// An example that is being made.
struct Example<'d, 'a> {
    document: &'d Document<'a>,
    /// The types around the current field, so that recursive types end.
    open: Vec<&'d Named>,
    /// Their fields.
    around: Vec<&'d [Field]>,
}

impl<'d, 'a> Example<'d, 'a> {
    fn new(document: &'d Document<'a>) -> Self {
        Self {
            document,
            open: Vec::new(),
            around: Vec::new(),
        }
    }

    fn shape(&mut self, shape: Shape<'d>) -> Value {
        match shape {
            Shape::Declared(named) => self.named(named, ""),
            Shape::Wrapped(key, named) => {
                Object::default().with(key, self.named(named, key)).into()
            }
            Shape::Payload(ty) => self.payload(ty),
            Shape::Page(page) => {
                let mut object = Object::default();
                for total in page.style.totals() {
                    object.put(total, 1u64);
                }
                for field in page
                    .metadata
                    .iter()
                    .flat_map(|facts| self.document.components.fields(facts))
                {
                    object.put(&field.wire, self.field(field));
                }
                let item = self.named(&page.item, "");
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

    fn payload(&mut self, ty: &'d Type) -> Value {
        let Some(envelope) = &self.document.package.envelope else {
            return self.value(ty, "", None);
        };
        Object::default()
            .with(&envelope.success, true)
            .with(
                &envelope.payload,
                self.value(ty, ty.named().map_or("payload", |named| &named.name), None),
            )
            .with(&envelope.message, "")
            .into()
    }

    fn field(&mut self, field: &'d Field) -> Value {
        if let Some(value) = field.example.as_ref().or(field.default.as_ref()) {
            return elements(&field.ty, default_value(value));
        }
        let text = match &field.presence {
            Presence::Constant(text) => Some(text),
            presence => presence.client_value().and_then(|name| {
                let mut values = self.document.package.client_values.iter();
                let known = values.find(|value| value.name == name)?;
                known.default.as_ref()
            }),
        };
        match (text, &field.ty) {
            (Some(text), Type::List(_)) => Value::row(vec![text.into()]),
            (Some(text), _) => text.into(),
            (None, ty) => self.value(ty, &field.wire, field.max),
        }
    }

    fn value(&mut self, ty: &'d Type, name: &str, max: Option<u64>) -> Value {
        let at_most = |number: u64| number.min(max.unwrap_or(number));
        match ty {
            Type::Text | Type::Time => {
                let length = max.and_then(|max| usize::try_from(max).ok());
                let words = words(name);
                words
                    .chars()
                    .take(length.unwrap_or(words.len()))
                    .collect::<String>()
                    .into()
            }
            Type::IntegerOrText => 1u64.into(),
            Type::Integer { .. } | Type::Count => at_most(1).into(),
            Type::Decimal if at_most(12) < 12 => at_most(12).into(),
            Type::Decimal => Value::decimal("12.5"),
            Type::Boolean => true.into(),
            Type::Date => "2026-02-14".into(),
            Type::DateTime => "2026-02-14T12:00:00Z".into(),
            Type::LocalDateTime => "2026-02-14T12:00:00".into(),
            Type::Json => Object::default().into(),
            Type::List(inner) => {
                let element = self.value(inner, name, max);
                match element {
                    Value::Object(_) => vec![element].into(),
                    _ => Value::row(vec![element]),
                }
            }
            Type::Map(inner) => Object::default()
                .with("key", self.value(inner, name, max))
                .into(),
            Type::Named(named) => self.named(named, name),
        }
    }

    fn named(&mut self, named: &'d Named, name: &str) -> Value {
        let components = &self.document.components;
        match components.declaration(named) {
            Some(DeclaredKind::Enum(declared)) => {
                let first = declared.values.first();
                first
                    .map_or_else(|| words(name), |value| value.text.clone())
                    .into()
            }
            Some(DeclaredKind::Id(_)) => words(name).into(),
            Some(DeclaredKind::Record(record)) => self.members(named, &record.fields, true),
            Some(DeclaredKind::Body(body)) => self.members(named, &body.fields, false),
            None => Object::default().into(),
        }
    }

    fn members(&mut self, named: &'d Named, fields: &'d [Field], is_read: bool) -> Value {
        let mut object = Object::default();
        self.open.push(named);
        for field in fields {
            let recurs = field.ty.named().is_some_and(|ty| self.open.contains(&ty));
            if !recurs && !self.is_shown_around(field) && (is_read || !field.has(Mark::Readonly)) {
                let name = match is_read {
                    true => field.example_name(),
                    false => &field.wire,
                };
                self.around.push(fields);
                object.put(name, self.field(field));
                self.around.pop();
            }
        }
        self.open.pop();
        object.into()
    }

    /// Whether the place of records is inferred, and an object around has the same field.
    fn is_shown_around(&self, field: &Field) -> bool {
        let is_same = |other: &Field| {
            other.wire == field.wire && other.ty == field.ty && !other.has(Mark::Inferred)
        };
        let mut around = self.around.iter().copied().flatten();
        field.has(Mark::Inferred) && field.ty.named().is_some() && around.any(is_same)
    }
}

/// A value as the element of the lists and maps of a type.
fn elements(ty: &Type, value: Value) -> Value {
    match ty {
        Type::List(inner) => match elements(inner, value) {
            Value::Object(element) => vec![element.into()].into(),
            element => Value::row(vec![element]),
        },
        Type::Map(inner) => Object::default().with("key", elements(inner, value)).into(),
        _ => value,
    }
}

/// A name in words: `reference no` for `reference_no`.
fn words(name: &str) -> String {
    names::kebab(name).replace('-', " ")
}
