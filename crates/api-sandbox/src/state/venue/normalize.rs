//! What the service was observed to make of values in an update of a quote.

use serde_json::Value;

use crate::state::decimal::whole;

/// A value as text; null stays null.
pub(super) fn as_text(value: &Value) -> Value {
    match value {
        Value::String(_) | Value::Null => value.clone(),
        other => other.to_string().into(),
    }
}

/// What an update makes of a value: a tip is a number, its type a text, a fee whole, a telephone number digits.
pub(super) fn normalised(key: &str, value: &Value) -> Value {
    match (key, value) {
        ("tip_amount", Value::String(text)) => serde_json::from_str(text.trim())
            .ok()
            .filter(Value::is_number)
            .unwrap_or_else(|| value.clone()),
        ("tip_type", value) => as_text(value),
        ("processing_fee", value) => whole(value).map_or_else(|| value.clone(), Value::from),
        ("telephone", value) => match as_text(value) {
            Value::String(text) => text
                .chars()
                .filter(char::is_ascii_digit)
                .collect::<String>()
                .into(),
            other => other,
        },
        // The service computes it.
        ("tip_calculated", _) => Value::Null,
        _ => value.clone(),
    }
}
