//! How callers create values.

use crate::ir::{Body, BrowserSdk, Operation, Package, Presence};
use crate::names;

/// How a value is created from its required fields. The others have setters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConstructorForm {
    /// `new()`: no field is required.
    Unset,
    /// `new(a)` or `new(a, b)`.
    Positional,
    /// `new(required)`: the required fields are a struct of their own.
    RequiredStruct,
}

/// The maximum number of positional arguments.
const MAX_POSITIONAL: usize = 2;

impl ConstructorForm {
    /// The form for a number of required fields.
    fn of(required: usize) -> Self {
        match required {
            0 => Self::Unset,
            1..=MAX_POSITIONAL => Self::Positional,
            _ => Self::RequiredStruct,
        }
    }

    fn of_fields<'p>(presences: impl Iterator<Item = &'p Presence>) -> Self {
        Self::of(
            presences
                .filter(|presence| **presence == Presence::Required)
                .count(),
        )
    }

    /// The struct of the required fields of `owner`, if there is one.
    pub(crate) fn required_struct(self, owner: &str) -> Option<String> {
        (self == Self::RequiredStruct).then(|| names::required_struct(owner))
    }
}

impl Body {
    /// How the body is created.
    pub(crate) fn constructor_form(&self) -> ConstructorForm {
        ConstructorForm::of_fields(self.fields.iter().map(|field| &field.presence))
    }

    /// The struct of its required fields, if there is one.
    pub(crate) fn required_struct(&self) -> Option<String> {
        self.constructor_form().required_struct(&self.name)
    }
}

impl Operation {
    /// How the operation is created.
    pub(crate) fn constructor_form(&self) -> ConstructorForm {
        ConstructorForm::of_fields(self.fields().iter().map(|field| &field.presence))
    }

    /// The struct of its required fields, if there is one.
    pub(crate) fn required_struct(&self) -> Option<String> {
        self.constructor_form().required_struct(&self.rust)
    }
}

impl BrowserSdk {
    /// How the configuration of the page is created.
    pub(crate) fn constructor_form(&self) -> ConstructorForm {
        ConstructorForm::of_fields(self.configuration.iter().map(|field| &field.presence))
    }
}

impl Package {
    /// How its client values, all of which are texts, are created.
    pub(crate) fn client_values_form(&self) -> ConstructorForm {
        let required = self.client_values.iter();
        ConstructorForm::of(required.filter(|value| value.default.is_none()).count())
    }
}
