//! Reads and writes the values that entries keep as JSON.

use serde_json::{Map, Value};

use crate::JournalError;

/// Pairs of a name and a value, as an object.
pub(crate) fn from_pairs(pairs: &[(String, String)]) -> Value {
    let pairs = pairs.iter();
    Value::Object(
        pairs
            .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
            .collect(),
    )
}

/// Adds a member, unless the value is empty.
pub(crate) fn add(members: &mut Map<String, Value>, key: &str, value: Value) {
    let is_empty = match &value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    if !is_empty {
        members.insert(key.to_owned(), value);
    }
}

/// Reads the members of an object. Unknown members are ignored, so that an older process reads the
/// entries of a newer one.
pub(crate) struct Members<'v>(pub(crate) &'v Map<String, Value>);

impl<'v> Members<'v> {
    pub(crate) fn new(name: &str, value: &'v Value) -> Result<Self, JournalError> {
        let members = value.as_object().map(Self);
        members.ok_or_else(|| JournalError::invalid(name, &value.to_string()))
    }

    pub(crate) fn value(&self, key: &str) -> Option<&'v Value> {
        self.0.get(key)
    }

    pub(crate) fn text(&self, key: &str) -> String {
        self.text_or_none(key).unwrap_or_default()
    }

    pub(crate) fn text_or_none(&self, key: &str) -> Option<String> {
        self.value(key).and_then(Value::as_str).map(str::to_owned)
    }

    pub(crate) fn number<N: TryFrom<u64>>(&self, key: &str) -> Option<N> {
        let number = self.value(key).and_then(Value::as_u64)?;
        N::try_from(number).ok()
    }

    pub(crate) fn numbers(&self, key: &str) -> Vec<i64> {
        let items = self.items(key).iter();
        items.filter_map(Value::as_i64).collect()
    }

    pub(crate) fn texts(&self, key: &str) -> Vec<String> {
        let items = self.items(key).iter();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    pub(crate) fn items(&self, key: &str) -> &'v [Value] {
        let items = self.value(key).and_then(Value::as_array);
        items.map_or(&[], Vec::as_slice)
    }

    pub(crate) fn pairs(&self, key: &str) -> Vec<(String, String)> {
        let members = self.value(key).and_then(Value::as_object);
        let members = members.into_iter().flatten();
        members
            .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
            .collect()
    }
}
