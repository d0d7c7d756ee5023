//! Conversions into JSON values.

use super::{Object, Value};

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Number(value.to_string())
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Number(value.to_string())
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Number(value.to_string())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<Value>> for Value {
    fn from(list: Vec<Value>) -> Self {
        Self::List(list)
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

/// Keys are sorted: another crate of the build may turn on `preserve_order`, and the bytes must not change then.
impl From<&serde_json::Value> for Value {
    fn from(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(value) => Self::Boolean(*value),
            serde_json::Value::Number(number) => Self::Number(number.to_string()),
            serde_json::Value::String(text) => Self::Text(text.clone()),
            serde_json::Value::Array(list) => Self::List(list.iter().map(Self::from).collect()),
            serde_json::Value::Object(map) => {
                let mut members: Vec<_> = map.iter().collect();
                members.sort_by_key(|(key, _)| key.as_str());
                let members = members
                    .into_iter()
                    .map(|(key, value)| (key.clone(), Self::from(value)));
                Self::Object(Object(members.collect()))
            }
        }
    }
}
