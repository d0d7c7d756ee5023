//! Exact numbers as JSON values.

use std::borrow::Cow;

use serde::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

use super::decimal::Decimal;

/// The key of the object that holds the text of a number without an exact float. `serde_json` has
/// such objects itself with its feature `arbitrary_precision`, which would change the `serde_json`
/// of the services that the sandbox tests.
pub(super) const NUMBER_KEY: &str = "$api_sandbox::exact_number";

/// The text of a number; `None` for a value of another type.
pub(crate) fn number_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Number(number) => Some(number.to_string().into()),
        Value::Object(members) => exact_text(members).map(Cow::Borrowed),
        _ => None,
    }
}

/// The number of a value, which may be written as a string.
pub(crate) fn decimal(value: &Value) -> Option<Decimal> {
    match value {
        Value::String(text) => Decimal::parse(text.trim()),
        value => Decimal::parse(&number_text(value)?),
    }
}

/// The text of a number without an exact float.
fn exact_text(members: &Map<String, Value>) -> Option<&str> {
    let text = members.get(NUMBER_KEY)?.as_str()?;
    // Also of a client that sends such an object, it is nothing else than a number.
    (members.len() == 1 && Decimal::parse(text).is_some()).then_some(text)
}

/// The value as a JSON Schema library needs it: numbers without an exact float are replaced by
/// floats that are integers if they are, and out of the range of 64 bits if they are.
pub(crate) fn approximate(value: &Value) -> Cow<'_, Value> {
    if has_exact_number(value) {
        Cow::Owned(approximated(value))
    } else {
        Cow::Borrowed(value)
    }
}

fn has_exact_number(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().any(has_exact_number),
        Value::Object(members) => {
            exact_text(members).is_some() || members.values().any(has_exact_number)
        }
        Value::Number(number) => is_above_i64(number),
        _ => false,
    }
}

fn approximated(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(approximated).collect(),
        Value::Object(members) => match exact_text(members).and_then(Decimal::parse) {
            Some(number) => nearest_float(&number, exact_text(members).unwrap_or_default()).into(),
            None => members
                .iter()
                .map(|(key, member)| (key.clone(), approximated(member)))
                .collect(),
        },
        Value::Number(number) if is_above_i64(number) => {
            // The validator compares floats: one just above the range of `i64` would be its end.
            const ABOVE_MAXIMUM: f64 = f64::from_bits((i64::MAX as f64).to_bits() + 1);
            number
                .as_f64()
                .unwrap_or(f64::MAX)
                .max(ABOVE_MAXIMUM)
                .into()
        }
        other => other.clone(),
    }
}

fn is_above_i64(number: &Number) -> bool {
    number.is_u64() && !number.is_i64()
}

fn nearest_float(number: &Decimal, text: &str) -> f64 {
    /// The float before `i64::MIN`, whose magnitude is the next higher one.
    const BELOW_MINIMUM: f64 = f64::from_bits((i64::MIN as f64).to_bits() + 1);
    if !number.is_integer() {
        return if number.is_negative() { -0.5 } else { 0.5 };
    }
    let float: f64 = text.parse().unwrap_or(f64::MAX);
    if number.is_negative() {
        // An integer just below the range of `i64` would round to its end.
        float.clamp(f64::MIN, BELOW_MINIMUM)
    } else {
        float.min(f64::MAX)
    }
}

/// A value as JSON, with the digits of its numbers.
pub(crate) fn exact_json(value: &Value) -> String {
    serde_json::to_string(&Exact(value)).unwrap_or_default()
}

/// Serializes a value with the exact text of each number.
pub(crate) struct Exact<'v>(pub(crate) &'v Value);

impl Serialize for Exact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(elements) => {
                let mut seq = serializer.serialize_seq(Some(elements.len()))?;
                for element in elements {
                    seq.serialize_element(&Exact(element))?;
                }
                seq.end()
            }
            Value::Object(members) => {
                if let Some(text) = exact_text(members) {
                    let text = RawValue::from_string(text.to_owned());
                    return text.map_err(S::Error::custom)?.serialize(serializer);
                }
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (key, member) in members {
                    map.serialize_entry(key, &Exact(member))?;
                }
                map.end()
            }
            other => other.serialize(serializer),
        }
    }
}
