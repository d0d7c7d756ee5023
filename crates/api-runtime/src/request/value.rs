//! The text that a value has in a path or a query: the same as in a body, without quotes.

use api_wire::{ToWire, WireValue};

/// What a value looks like outside JSON.
pub(crate) enum Spelling {
    /// There is no value.
    Absent,
    /// One text.
    One(String),
    /// A list of texts.
    Several(Vec<String>),
    /// Nothing that fits: a record, a map, JSON, a list of lists.
    None,
}

pub(crate) fn spell(value: &dyn ToWire) -> Spelling {
    match value.to_wire() {
        WireValue::Absent | WireValue::Null => Spelling::Absent,
        WireValue::List(items) => {
            let texts = (0..items.count()).map(|index| scalar(items.item(index)));
            texts
                .collect::<Option<Vec<_>>>()
                .map_or(Spelling::None, Spelling::Several)
        }
        shape => scalar(shape).map_or(Spelling::None, Spelling::One),
    }
}

fn scalar(shape: WireValue<'_>) -> Option<String> {
    match shape {
        WireValue::Bool(value) => Some(value.to_string()),
        WireValue::Integer(value) => Some(value.to_string()),
        WireValue::Number(text) | WireValue::String(text) => Some(text.into_owned()),
        WireValue::Secret(text) => Some(text.to_owned()),
        _ => None,
    }
}
