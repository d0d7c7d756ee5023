//! Normalization of values in updates of quotes, as observed of the service.

use serde_json::Value;

use crate::exact::{decimal, number_text, parse_json};
use crate::state::decimal::integer_part;

/// Converts a value to a string, except null.
pub(super) fn to_string(value: &Value) -> Value {
    match value {
        Value::String(_) | Value::Null => value.clone(),
        other => match number_text(other) {
            Some(text) => text.into(),
            None => other.to_string().into(),
        },
    }
}

/// Normalizes a value: a tip to a number, its type to a string, a fee to an integer, a telephone
/// number to digits.
pub(super) fn normalize(key: &str, value: &Value) -> Value {
    match (key, value) {
        ("tip_amount", Value::String(text)) => {
            let number = decimal(value).and_then(|_| parse_json(text.trim()).ok());
            number.unwrap_or_else(|| value.clone())
        }
        ("tip_type", value) => to_string(value),
        ("processing_fee", value) => integer_part(value).map_or_else(|| value.clone(), Value::from),
        ("telephone", value) => match to_string(value) {
            Value::String(text) => text
                .chars()
                .filter(char::is_ascii_digit)
                .collect::<String>()
                .into(),
            other => other,
        },
        // Computed by the service.
        ("tip_calculated", _) => Value::Null,
        _ => value.clone(),
    }
}
