//! Schemas as documents of their own.

use serde_json::{Map, Value, json};

use super::format::DECIMAL;

const PREFIX: &str = "#/components/schemas/";

/// A schema with the schemas that it refers to, and no others, so that it compiles fast.
///
/// When `strict`, objects allow the described properties only.
pub(super) fn self_contained(root: &Value, schema: &Value, strict: bool) -> Value {
    let mut referenced = Map::new();
    collect(root, schema, &mut referenced);
    let mut schema = schema.clone();
    for schema in referenced.values_mut().chain([&mut schema]) {
        bound_integers(schema);
        write_types(schema);
        if strict {
            deny_additional_properties(schema);
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "allOf": [schema],
        "components": { "schemas": referenced },
    })
}

fn collect(root: &Value, schema: &Value, referenced: &mut Map<String, Value>) {
    match schema {
        Value::Object(members) => {
            if let Some(name) = members
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|to| to.strip_prefix(PREFIX))
            {
                if !referenced.contains_key(name) {
                    if let Some(found) = root.pointer(&format!("/components/schemas/{name}")) {
                        referenced.insert(name.to_owned(), found.clone());
                        collect(root, found, referenced);
                    }
                }
            }
            members
                .values()
                .for_each(|member| collect(root, member, referenced));
        }
        Value::Array(elements) => elements
            .iter()
            .for_each(|element| collect(root, element, referenced)),
        _ => {}
    }
}

/// Writes the range of `int32` and `int64` as `minimum` and `maximum`, because JSON Schema
/// validates the formats of strings only. Narrower bounds of the document are kept.
fn bound_integers(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let range = match members.get("format").and_then(Value::as_str) {
                Some("int32") => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
                Some("int64") => Some((i64::MIN, i64::MAX)),
                _ => None,
            };
            if let Some((minimum, maximum)) = range {
                members.entry("minimum").or_insert(minimum.into());
                members.entry("maximum").or_insert(maximum.into());
            }
            members.values_mut().for_each(bound_integers);
        }
        Value::Array(elements) => elements.iter_mut().for_each(bound_integers),
        _ => {}
    }
}

/// Writes the types of a value that has two, which the documents have for programs only: a boolean that may be sent as 1, and
/// scalars of which the first type is documented. A number may then be a text, and null.
fn write_types(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let accepts_1 = members.contains_key("x-accepts-1");
            if let Some(types) = accepts_1.then(|| members.remove("type")).flatten() {
                let alternatives = json!([{ "type": types }, { "const": 1 }]);
                members.insert("anyOf".to_owned(), alternatives);
            }
            if let Some(Value::Array(mut types)) = members.remove("x-types") {
                if types.first().is_some_and(|first| first == "number") {
                    members.insert("format".to_owned(), DECIMAL.into());
                }
                types.push("null".into());
                members.insert("type".to_owned(), types.into());
            }
            members.values_mut().for_each(write_types);
        }
        Value::Array(elements) => elements.iter_mut().for_each(write_types),
        _ => {}
    }
}

fn deny_additional_properties(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("properties").is_some_and(Value::is_object)
                && !members.contains_key("additionalProperties")
            {
                members.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            members.values_mut().for_each(deny_additional_properties);
        }
        Value::Array(elements) => elements.iter_mut().for_each(deny_additional_properties),
        _ => {}
    }
}
