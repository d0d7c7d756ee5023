//! Normalization of values in updates of quotes, as observed of the service.

use serde_json::Value;

use super::digits;
use crate::exact::{decimal, parse_json};
use crate::state::decimal::integer_part;

/// Normalizes a value: a tip to a number, a fee to an integer, a telephone number to digits.
pub(super) fn normalize(key: &str, value: &Value) -> Value {
    let normalized = match (key, value) {
        ("tip_amount", Value::String(text)) => {
            decimal(value).and_then(|_| parse_json(text.trim()).ok())
        }
        ("processing_fee", value) => integer_part(value).map(Value::from),
        ("telephone", Value::String(text)) => Some(digits(text).into()),
        // Computed by the service.
        ("tip_calculated", _) => Some(Value::Null),
        _ => None,
    };
    normalized.unwrap_or_else(|| value.clone())
}
