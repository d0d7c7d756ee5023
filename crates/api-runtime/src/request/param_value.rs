//! The text of a parameter.

use api_wire::{ToWire, WireValue};

/// The text of a value in a path, a query or a header; `None` if it is absent.
pub(crate) fn text(value: &dyn ToWire) -> Result<Option<String>, &'static str> {
    Ok(Some(match value.to_wire() {
        WireValue::Absent | WireValue::Null => return Ok(None),
        WireValue::Bool(value) => value.to_string(),
        WireValue::Integer(value) => value.to_string(),
        WireValue::Number(text) | WireValue::String(text) => text.into_owned(),
        WireValue::Secret(text) => text.to_owned(),
        _ => return Err("must be a single value"),
    }))
}
