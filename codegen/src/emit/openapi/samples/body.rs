//! The body of a sample: the fields of the example in Rust, and those that clients set.

use crate::emit::example::{DATE, ExampleValue, example_value, is_settable, is_shown_in_record};
use crate::emit::openapi::document::Document;
use crate::emit::openapi::samples::variable::variable;
use crate::emit::rust::constructor::is_set_by_caller;
use crate::ir::{Field, Named, NamedKind, Presence, Type};

/// A JSON value with variables.
#[derive(Clone, Debug)]
pub(super) enum Json {
    /// The name of a variable with a text.
    Variable(String),
    Text(String),
    /// A number or a boolean.
    Literal(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Adds the names of all variables.
    pub(super) fn variables<'a>(&'a self, names: &mut Vec<&'a str>) {
        match self {
            Self::Variable(name) => names.push(name),
            Self::Text(_) | Self::Literal(_) => {}
            Self::List(elements) => elements.iter().for_each(|value| value.variables(names)),
            Self::Object(members) => members.iter().for_each(|(_, value)| value.variables(names)),
        }
    }
}

/// A request body: its required fields, or the first one that can be set.
pub(super) fn body(document: &Document<'_>, named: &Named) -> Option<Json> {
    let fields = &document.spec.body(named)?.fields;
    let is_required =
        |field: &&Field| is_set_by_caller(field) && field.presence == Presence::Required;
    let only = match fields.iter().any(|field| is_required(&field)) {
        true => None,
        false => fields
            .iter()
            .find(|field| is_set_by_caller(field) && is_settable(field)),
    };
    let is_only = |field: &Field| only.is_some_and(|only| std::ptr::eq(only, field));
    let members = fields.iter().filter_map(|field| {
        let value = match is_set_by_caller(field) {
            false => client_value(document, field),
            true if is_required(&field) || is_only(field) => value(document, field),
            true => None,
        };
        Some((field.wire.clone(), value?))
    });
    Some(Json::Object(members.collect()))
}

/// The value of a field that the caller sets.
fn value(document: &Document<'_>, field: &Field) -> Option<Json> {
    if let Type::Named(named) = &field.ty
        && named.kind == NamedKind::Id
    {
        return Some(Json::Variable(variable(&field.wire)));
    }
    if let Some(value) = example_value(field) {
        return Some(json_text(&value));
    }
    match &field.ty {
        Type::List(inner) => {
            let element = inner.named().and_then(|named| match named.kind {
                NamedKind::Body => body(document, named),
                NamedKind::Record => record(document, named),
                _ => None,
            });
            Some(Json::List(element.into_iter().collect()))
        }
        Type::Named(named) if named.kind == NamedKind::Body => body(document, named),
        _ => None,
    }
}

/// A record with one field.
fn record(document: &Document<'_>, named: &Named) -> Option<Json> {
    let mut fields = document.spec.record(named)?.fields.iter();
    let field = fields.find(|field| is_shown_in_record(field))?;
    let value = json_text(&example_value(field)?);
    Some(Json::Object(vec![(field.wire.clone(), value)]))
}

/// The value of a field that the client sets.
fn client_value(document: &Document<'_>, field: &Field) -> Option<Json> {
    let package = document.package;
    let value = match &field.presence {
        Presence::Constant(text) => Json::Text(text.clone()),
        Presence::Environment => {
            let mut environments = package.environments.iter();
            let name = environments.find_map(|environment| environment.sdk_name.as_ref());
            Json::Text(name?.clone())
        }
        Presence::FromClient(name) => {
            let known = package.client_values.iter();
            let mut known = known.filter(|known| known.name == *name);
            match known.find_map(|known| known.default.as_ref()) {
                Some(default) => Json::Text(default.clone()),
                None => Json::Variable(variable(name)),
            }
        }
        _ => return None,
    };
    Some(match field.ty {
        Type::List(_) => Json::List(vec![value]),
        _ => value,
    })
}

/// A scalar as JSON.
pub(super) fn json_text(value: &ExampleValue) -> Json {
    let (year, month, day) = DATE;
    let date = format!("{year}-{month:02}-{day:02}");
    match value {
        ExampleValue::Text(text) => Json::Text(text.clone()),
        ExampleValue::Integer(number) | ExampleValue::Decimal(number) => {
            Json::Literal(number.to_string())
        }
        ExampleValue::Boolean(value) => Json::Literal(value.to_string()),
        ExampleValue::Date => Json::Text(date),
        ExampleValue::LocalDateTime => Json::Text(format!("{date}T12:00:00")),
    }
}
