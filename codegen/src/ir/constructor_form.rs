//! How callers create values with required fields.

use crate::ir::{
    Body, BrowserSdk, Field, Json, Mark, Named, NamedKind, Operation, Package, Presence, Type,
};
use crate::names;

/// How a value is created from its required fields.
///
/// They are positional arguments only if no two of them accept the same literal: swapped arguments
/// would compile otherwise, and so would every call after a change of the fields' order in the spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConstructorForm {
    /// `new()`: no field is required.
    Unset,
    /// `new(a, b)`.
    Positional,
    /// A struct literal, without `new`: all fields are required.
    Literal,
    /// `new(required)`: the required fields are a struct of their own.
    RequiredStruct,
}

/// The maximum number of positional arguments.
const MAX_POSITIONAL: usize = 3;

impl ConstructorForm {
    /// The form for these fields; `has_more` is whether the struct has members beside them.
    fn new<'f>(fields: impl Iterator<Item = &'f Field>, has_more: bool) -> Self {
        let mut required = Vec::new();
        let mut has_optional = has_more;
        for field in fields {
            match field.presence {
                Presence::Required => required.push(field),
                Presence::Optional | Presence::Nullable => has_optional = true,
                Presence::FromClient(_) | Presence::Environment | Presence::Constant(_) => {}
            }
        }
        if required.is_empty() {
            return Self::Unset;
        }
        let are_alike = |(index, field): (usize, &&Field)| {
            let mut earlier = required[..index].iter();
            earlier.any(|earlier| have_common_literal(earlier, field))
        };
        if required.len() <= MAX_POSITIONAL && !required.iter().enumerate().any(are_alike) {
            return Self::Positional;
        }
        match has_optional {
            true => Self::RequiredStruct,
            false => Self::Literal,
        }
    }

    /// The struct of the required fields of `owner`, if there is one.
    pub(crate) fn required_struct(self, owner: &str) -> Option<String> {
        (self == Self::RequiredStruct).then(|| names::required_struct(owner))
    }
}

impl Body {
    /// How the body is created.
    pub(crate) fn constructor_form(&self) -> ConstructorForm {
        ConstructorForm::new(self.fields.iter(), false)
    }

    /// The struct of its required fields, if there is one.
    pub(crate) fn required_struct(&self) -> Option<String> {
        self.constructor_form().required_struct(&self.name)
    }
}

impl Operation {
    /// How the operation is created.
    pub(crate) fn constructor_form(&self) -> ConstructorForm {
        ConstructorForm::new(self.fields().iter(), self.routes.len() > 1)
    }

    /// The struct of its required fields, if there is one.
    pub(crate) fn required_struct(&self) -> Option<String> {
        self.constructor_form().required_struct(&self.rust)
    }
}

impl BrowserSdk {
    /// How the configuration of the page is created.
    pub(crate) fn constructor_form(&self) -> ConstructorForm {
        ConstructorForm::new(self.configuration.iter(), !self.event_handlers.is_empty())
    }
}

impl Package {
    /// How its client values, all of which are texts, are created.
    pub(crate) fn client_values_form(&self) -> ConstructorForm {
        let (optional, required): (Vec<_>, Vec<_>) = self
            .client_values
            .iter()
            .partition(|value| value.default.is_some());
        match (required.len(), optional.is_empty()) {
            (0, _) => ConstructorForm::Unset,
            (1, _) => ConstructorForm::Positional,
            (_, true) => ConstructorForm::Literal,
            (_, false) => ConstructorForm::RequiredStruct,
        }
    }
}

/// A kind of expressions, such as literals, that the arguments of several types accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Literal<'f> {
    Text,
    Number,
    Boolean,
    /// Dates and times convert into each other.
    Time,
    Json,
    /// `vec![]` is a list of anything.
    List,
    Map,
    Named(&'f Named),
}

/// Whether an expression exists that the arguments of both fields accept.
fn have_common_literal(left: &Field, right: &Field) -> bool {
    let right = literals(right);
    literals(left).iter().any(|literal| right.contains(literal))
}

/// The literals that the argument of a field accepts.
fn literals(field: &Field) -> Vec<Literal<'_>> {
    if field.has(Mark::Secret) {
        return vec![Literal::Text];
    }
    vec![match &field.ty {
        Type::Scalar(scalar) => match scalar.row().json {
            Json::Text if scalar.is_plain_text() => Literal::Text,
            Json::Text => Literal::Time,
            Json::Integer | Json::Number => Literal::Number,
            Json::IntegerOrText => return vec![Literal::Text, Literal::Number],
            Json::Boolean => Literal::Boolean,
            Json::Any => Literal::Json,
        },
        Type::List(_) => Literal::List,
        Type::Map(_) => Literal::Map,
        Type::Named(named) => match named.kind {
            NamedKind::Id | NamedKind::Enum { .. } => Literal::Text,
            NamedKind::Record | NamedKind::Body => Literal::Named(named),
        },
    }]
}
