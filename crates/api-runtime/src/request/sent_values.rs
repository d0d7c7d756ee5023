//! The values of a request that its response repeats.

use api_wire::{ToWire, WireValue};

use crate::request::param_value;

/// The values of a request that its response repeats, by path variable or body field.
///
/// They may be personal data, and are never printed.
#[derive(Clone, Default)]
pub(crate) struct SentValues(Vec<(&'static str, SentValue)>);

/// A single value that was sent.
#[derive(Clone)]
pub(crate) struct SentValue {
    pub(crate) text: String,
    /// Whether it is a string, rather than an integer.
    pub(crate) is_string: bool,
}

impl SentValues {
    /// Adds a value that is not blank, unless there is one of this name.
    pub(crate) fn add(&mut self, name: &'static str, value: impl FnOnce() -> Option<SentValue>) {
        if self.get(name).is_none() {
            if let Some(value) = value().filter(|value| !value.text.trim().is_empty()) {
                self.0.push((name, value));
            }
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&SentValue> {
        let (_, value) = self.0.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }
}

impl SentValue {
    /// The value, if it is a single one.
    pub(crate) fn new(value: &dyn ToWire) -> Option<Self> {
        Some(Self {
            text: param_value::text(value).ok()??,
            is_string: matches!(value.to_wire(), WireValue::String(_) | WireValue::Secret(_)),
        })
    }
}
