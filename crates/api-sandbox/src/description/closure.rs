//! A schema of a document with the schemas that it refers to, and nothing else.

use serde_json::{Map, Value, json};

use super::bits;

const PREFIX: &str = "#/components/schemas/";

/// The schema as a document of its own. It is small, so that it compiles fast.
///
/// When `strict`, an object does not take properties that the description does not name.
pub(crate) fn closure(root: &Value, schema: &Value, strict: bool) -> Value {
    let mut needed = Map::new();
    collect(root, schema, &mut needed);
    let mut schema = schema.clone();
    for schema in needed.values_mut().chain([&mut schema]) {
        bits::write(schema);
        if strict {
            close(schema);
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "allOf": [schema],
        "components": { "schemas": needed },
    })
}

fn collect(root: &Value, schema: &Value, needed: &mut Map<String, Value>) {
    match schema {
        Value::Object(members) => {
            if let Some(name) = members
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|to| to.strip_prefix(PREFIX))
                && !needed.contains_key(name)
                && let Some(found) = root.pointer(&format!("/components/schemas/{name}"))
            {
                needed.insert(name.to_owned(), found.clone());
                collect(root, found, needed);
            }
            members
                .values()
                .for_each(|member| collect(root, member, needed));
        }
        Value::Array(elements) => elements
            .iter()
            .for_each(|element| collect(root, element, needed)),
        _ => {}
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("properties").is_some_and(Value::is_object)
                && !members.contains_key("additionalProperties")
            {
                members.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            members.values_mut().for_each(close);
        }
        Value::Array(elements) => elements.iter_mut().for_each(close),
        _ => {}
    }
}
