//! Reads and writes the values that entries keep as JSON. What is missing is empty.

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

pub(crate) fn text(members: &Map<String, Value>, key: &str) -> String {
    let text = members.get(key).and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

pub(crate) fn number(members: &Map<String, Value>, key: &str) -> i64 {
    members.get(key).and_then(Value::as_i64).unwrap_or_default()
}

pub(crate) fn time(members: &Map<String, Value>, key: &str) -> Option<Timestamp> {
    let millis = members.get(key).and_then(Value::as_i64);
    millis.map(Timestamp::from_millis)
}

pub(crate) fn texts(members: &Map<String, Value>, key: &str) -> Vec<String> {
    let items = items(members, key).iter().filter_map(Value::as_str);
    items.map(str::to_owned).collect()
}

pub(crate) fn pairs(members: &Map<String, Value>, key: &str) -> Vec<(String, String)> {
    let pairs = items(members, key).iter().filter_map(|pair| {
        let part = |index: usize| pair.get(index)?.as_str().map(str::to_owned);
        Some((part(0)?, part(1)?))
    });
    pairs.collect()
}

fn items<'v>(members: &'v Map<String, Value>, key: &str) -> &'v [Value] {
    let items = members.get(key).and_then(Value::as_array);
    items.map(Vec::as_slice).unwrap_or_default()
}
