//! Values as text in a path or a query: the same text as in a body, without quotes.

use api_wire::{ToWire, WireValue};

/// The text of a path or query value.
pub(crate) enum ParamValue {
    /// No value.
    Absent,
    /// A single value.
    Single(String),
    /// A list of values.
    List(Vec<String>),
    /// A value without a text form: a record, a map, JSON or a nested list.
    Unsupported,
}

impl ParamValue {
    pub(crate) fn new(value: &dyn ToWire) -> Self {
        match value.to_wire() {
            WireValue::Absent | WireValue::Null => Self::Absent,
            WireValue::List(items) => {
                let texts = (0..items.count()).map(|index| scalar_text(items.item(index)));
                texts
                    .collect::<Option<Vec<_>>>()
                    .map_or(Self::Unsupported, Self::List)
            }
            value => scalar_text(value).map_or(Self::Unsupported, Self::Single),
        }
    }
}

fn scalar_text(value: WireValue<'_>) -> Option<String> {
    match value {
        WireValue::Bool(value) => Some(value.to_string()),
        WireValue::Integer(value) => Some(value.to_string()),
        WireValue::Number(text) | WireValue::String(text) => Some(text.into_owned()),
        WireValue::Secret(text) => Some(text.to_owned()),
        _ => None,
    }
}
