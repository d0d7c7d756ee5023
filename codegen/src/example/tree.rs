//! The tree of an example.

use crate::ir::{
    Body, Default, Field, IDEMPOTENCY_KEY, Json, Mark, Named, NamedKind, Package, Presence, Record,
    Scalar, Spec, Type,
};
use crate::names;

const DECIMAL: &str = "12.5";

#[derive(Clone, Debug)]
pub(crate) enum Example<'s> {
    Text(String),
    /// What only the reader has, such as an id: the name of the field.
    Placeholder(&'s str),
    Integer(i64),
    Decimal(String),
    Boolean(bool),
    /// A text with a format.
    Formatted(Scalar, String),
    Json,
    List(Vec<Example<'s>>),
    Map(Box<Example<'s>>),
    Object {
        of: &'s Named,
        members: Vec<(&'s Field, Example<'s>)>,
    },
}

/// How much an example has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What a call needs: the required fields, else the first one that can be set.
    Call,
    /// Every field.
    Whole,
}

/// Makes the examples of a package.
#[derive(Debug)]
pub(crate) struct Examples<'s> {
    spec: &'s Spec,
    package: &'s Package,
    extent: Extent,
    /// The types around the current field, so that recursive types end.
    open: Vec<&'s Named>,
}

impl<'s> Examples<'s> {
    pub(crate) fn new(spec: &'s Spec, package: &'s Package, extent: Extent) -> Self {
        Self {
            spec,
            package,
            extent,
            open: Vec::new(),
        }
    }

    /// The value of a field; `None` if its type is open, or if it has no value.
    pub(crate) fn field(&mut self, field: &'s Field) -> Option<Example<'s>> {
        let client_value = match &field.presence {
            Presence::Constant(text) => Some(Example::Text(text.clone())),
            Presence::Environment => {
                let mut environments = self.package.environments.iter();
                let name = environments.find_map(|environment| environment.sdk_name.clone());
                Some(Example::Text(name?))
            }
            Presence::FromClient(name) => Some(self.client_value(name)),
            Presence::Required | Presence::Optional | Presence::Nullable => None,
        };
        let documented = || {
            let value = field.example.as_ref().or(field.default.as_ref())?;
            Some(documented(&field.ty, value))
        };
        let value = match client_value.or_else(documented) {
            Some(value) => in_lists(&field.ty, value),
            None => self.of(&field.ty, &field.wire, field.max)?,
        };
        Some(match value {
            Example::Decimal(digits) if field.has(Mark::AsString) => {
                Example::Formatted(Scalar::Decimal, digits)
            }
            value => value,
        })
    }

    /// A value of a type; `name` is what it is called where it stands.
    pub(crate) fn of(
        &mut self,
        ty: &'s Type,
        name: &'s str,
        max: Option<u64>,
    ) -> Option<Example<'s>> {
        Some(match ty {
            Type::Scalar(scalar) => self.scalar(*scalar, name, max),
            Type::List(inner) => Example::List(self.of(inner, name, max).into_iter().collect()),
            Type::Map(inner) => Example::Map(Box::new(self.of(inner, name, max)?)),
            Type::Named(named) => self.named(named, name)?,
        })
    }

    fn scalar(&self, scalar: Scalar, name: &'s str, max: Option<u64>) -> Example<'s> {
        let row = scalar.row();
        match (row.json, row.example) {
            (Json::Text, Some(example)) => Example::Formatted(scalar, example.to_owned()),
            (Json::Text, None) => self.text(name, max),
            (Json::IntegerOrText, _) if self.extent == Extent::Call => Example::Placeholder(name),
            (Json::IntegerOrText | Json::Integer, _) => Example::Integer(1),
            // The example is within the documented maximum.
            (Json::Number, _) => match max {
                Some(max @ 0..12) => Example::Decimal(max.to_string()),
                _ => Example::Decimal(DECIMAL.to_owned()),
            },
            (Json::Boolean, _) => Example::Boolean(true),
            (Json::Any, _) => Example::Json,
        }
    }

    /// A value of a declared type; `None` if it is open.
    pub(crate) fn named(&mut self, named: &'s Named, name: &'s str) -> Option<Example<'s>> {
        if self.open.contains(&named) {
            return None;
        }
        self.open.push(named);
        let fields = match named.kind {
            NamedKind::Record => self.spec.record(named).map(|record| self.read(record)),
            NamedKind::Body => self.spec.body(named).map(|body| self.sent(body)),
            NamedKind::Enum { .. } | NamedKind::Id => None,
        };
        let example = match fields {
            Some(fields) => {
                let members = fields.into_iter();
                let members = members.filter_map(|field| Some((field, self.field(field)?)));
                let members = members.collect();
                Example::Object { of: named, members }
            }
            None => self
                .spec
                .enumeration(named)
                .and_then(|declared| declared.values.first())
                .map_or_else(
                    || self.text(name, None),
                    |value| Example::Text(value.text.clone()),
                ),
        };
        self.open.pop();
        Some(example)
    }

    /// The fields of a record that an example has.
    fn read(&self, record: &'s Record) -> Vec<&'s Field> {
        let mut fields = record.fields.iter();
        match self.extent {
            Extent::Whole => fields
                .filter(|field| !self.is_shown_around(field))
                .collect(),
            Extent::Call => {
                let is_chosen = |field: &&Field| {
                    field.example.is_some() && field.ty == Type::Scalar(Scalar::Integer)
                };
                let chosen: Vec<&Field> = fields.clone().filter(is_chosen).collect();
                match chosen.is_empty() {
                    true => fields
                        .find(|field| is_shown_alone(field))
                        .into_iter()
                        .collect(),
                    false => chosen,
                }
            }
        }
    }

    /// The fields of a body that an example has.
    fn sent(&self, body: &'s Body) -> Vec<&'s Field> {
        let fields = body.fields.iter();
        if self.extent == Extent::Whole {
            return fields.filter(|field| !field.has(Mark::Readonly)).collect();
        }
        let is_required = |field: &Field| field.presence == Presence::Required;
        let only = match body.fields.iter().any(is_required) {
            true => None,
            false => body.fields.iter().position(is_settable),
        };
        fields
            .enumerate()
            .filter(|(index, field)| {
                is_required(field) || !field.is_set_by_caller() || Some(*index) == only
            })
            .map(|(_, field)| field)
            .collect()
    }

    /// Whether the place of records is inferred, and a record around has the same field.
    fn is_shown_around(&self, field: &Field) -> bool {
        let around = self.open.iter().filter_map(|named| self.spec.record(named));
        let is_same = |other: &Field| {
            other.wire == field.wire && other.ty == field.ty && !other.has(Mark::Inferred)
        };
        field.has(Mark::Inferred)
            && field.ty.named().is_some()
            && around.flat_map(|record| &record.fields).any(is_same)
    }

    /// The value that the client fills in under this name.
    fn client_value(&self, name: &'s str) -> Example<'s> {
        if name == IDEMPOTENCY_KEY {
            return Example::Text("6a204bd8-9a1f-4c7e-8b3d-2f1e0c9d8b7a".to_owned());
        }
        let mut known = self.package.client_values.iter();
        let default = known
            .find(|known| known.name == name)
            .and_then(|known| known.default.clone());
        default.map_or_else(|| self.text(name, None), Example::Text)
    }

    /// A text: the name in words, unless only the reader has it.
    fn text(&self, name: &'s str, max: Option<u64>) -> Example<'s> {
        if self.extent == Extent::Call {
            return Example::Placeholder(name);
        }
        let length = max.and_then(|max| usize::try_from(max).ok());
        let words = names::kebab(name).replace('-', " ");
        Example::Text(words.chars().take(length.unwrap_or(words.len())).collect())
    }
}

/// A documented value.
fn documented<'s>(ty: &Type, value: &Default) -> Example<'s> {
    let element = element(ty);
    match value {
        Default::Integer(number) if *element == Type::Scalar(Scalar::Decimal) => {
            Example::Decimal(number.to_string())
        }
        Default::Integer(number) => Example::Integer(*number),
        Default::Decimal(digits) => Example::Decimal(digits.clone()),
        Default::Boolean(value) => Example::Boolean(*value),
        Default::Text(text) | Default::Variant(text, _) => match element {
            Type::Scalar(scalar) if scalar.row().example.is_some() => {
                Example::Formatted(*scalar, text.clone())
            }
            _ => Example::Text(text.clone()),
        },
    }
}

/// The type within lists and maps.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::List(inner) | Type::Map(inner) => element(inner),
        ty => ty,
    }
}

/// A value as the element of the lists and maps of a type.
fn in_lists<'s>(ty: &Type, value: Example<'s>) -> Example<'s> {
    match ty {
        Type::List(inner) => Example::List(vec![in_lists(inner, value)]),
        Type::Map(inner) => Example::Map(Box::new(in_lists(inner, value))),
        _ => value,
    }
}

/// Whether a record in a request is shown by this field, if it is the first such one.
fn is_shown_alone(field: &Field) -> bool {
    match field.ty {
        Type::Scalar(scalar) if scalar.is_integer() => true,
        Type::Scalar(Scalar::Text) => !field.has(Mark::Secret),
        _ => false,
    }
}

/// Whether a body without required fields is shown by this field, if it is the first such one.
fn is_settable(field: &Field) -> bool {
    match field.presence {
        // A `Change` takes a value itself.
        Presence::Nullable => field.ty == Type::Scalar(Scalar::Text) && !field.has(Mark::Secret),
        Presence::Optional => !matches!(field.ty, Type::List(_) | Type::Map(_) | Type::Named(_)),
        _ => false,
    }
}
