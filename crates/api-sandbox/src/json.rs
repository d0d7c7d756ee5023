//! JSON values: their objects, and members of records.

use serde::Serialize;
use serde_json::{Map, Value};

/// Changes each object of a value, the inner ones first.
pub(crate) fn each_object(value: &mut Value, change: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            for member in members.values_mut() {
                each_object(member, change);
            }
            change(members);
        }
        Value::Array(elements) => {
            for element in elements {
                each_object(element, change);
            }
        }
        _ => {}
    }
}

/// The JSON of a record, and more members.
pub(crate) fn with(record: &impl Serialize, more: Value) -> Value {
    // Records have string keys and types whose serialization cannot fail.
    let mut json = serde_json::to_value(record).unwrap_or_default();
    if let (Value::Object(members), Value::Object(more)) = (&mut json, more) {
        members.extend(more);
    }
    json
}
