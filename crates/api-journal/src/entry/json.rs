//! Reads and writes the values that entries keep as JSON. What is missing is empty, and what was read is
//! taken out: what is left is of a later version.

use api_wire::Timestamp;
use serde_json::{Map, Value};

/// Pairs of a name and a value, in their order.
pub(crate) fn from_pairs(pairs: &[(String, String)]) -> Value {
    let pairs = pairs.iter();
    pairs
        .map(|(name, value)| Value::from(vec![name.as_str(), value.as_str()]))
        .collect()
}

/// Adds a member, unless the value is empty.
pub(crate) fn add(members: &mut Map<String, Value>, key: &str, value: Value) {
    let is_empty = match &value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Number(number) => number.as_i64() == Some(0),
        Value::Bool(_) => false,
    };
    if !is_empty {
        members.insert(key.to_owned(), value);
    }
}

pub(crate) fn text(members: &mut Map<String, Value>, key: &str) -> String {
    let text = members.remove(key);
    let text = text.as_ref().and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

pub(crate) fn number(members: &mut Map<String, Value>, key: &str) -> i64 {
    let number = members.remove(key).and_then(|number| number.as_i64());
    number.unwrap_or_default()
}

pub(crate) fn flag(members: &mut Map<String, Value>, key: &str) -> bool {
    members.remove(key) == Some(Value::Bool(true))
}

pub(crate) fn time(members: &mut Map<String, Value>, key: &str) -> Option<Timestamp> {
    let millis = members.remove(key).and_then(|millis| millis.as_i64());
    millis.map(Timestamp::from_millis)
}

pub(crate) fn texts(members: &mut Map<String, Value>, key: &str) -> Vec<String> {
    let items = items(members, key);
    let items = items.iter().filter_map(Value::as_str);
    items.map(str::to_owned).collect()
}

pub(crate) fn pairs(members: &mut Map<String, Value>, key: &str) -> Vec<(String, String)> {
    let items = items(members, key);
    let pairs = items.iter().filter_map(|pair| {
        let part = |index: usize| pair.get(index)?.as_str().map(str::to_owned);
        Some((part(0)?, part(1)?))
    });
    pairs.collect()
}

fn items(members: &mut Map<String, Value>, key: &str) -> Vec<Value> {
    match members.remove(key) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}

/// Bytes as digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]))
        .collect()
}

/// The bytes of such digits. `None`: it has others.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: char| digit.to_digit(16).filter(|_| !digit.is_ascii_uppercase());
    let digits: Option<Vec<u32>> = text.chars().map(digit).collect();
    let digits = digits?;
    let bytes = digits.chunks(2).map(|pair| match pair {
        [high, low] => u8::try_from(16 * high + low).ok(),
        _ => None,
    });
    bytes.collect()
}
