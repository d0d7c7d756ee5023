//! Schemas as documents of their own.

use serde_json::{Map, Value, json};

use crate::json::each_object;

const PREFIX: &str = "#/components/schemas/";

/// A schema with the schemas that it refers to, and no others, so that it compiles fast.
///
/// When `strict`, objects allow the described properties only.
pub(super) fn self_contained(root: &Value, schema: &Value, strict: bool) -> Value {
    let mut referenced = Map::new();
    collect(root, schema, &mut referenced);
    let mut schema = schema.clone();
    for schema in referenced.values_mut().chain([&mut schema]) {
        each_object(schema, &mut |members| {
            bound_integers(members);
            accept_1(members);
            require(members);
            if strict {
                deny_additional_properties(members);
            }
        });
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
fn bound_integers(schema: &mut Map<String, Value>) {
    let (minimum, maximum) = match schema.get("format").and_then(Value::as_str) {
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Some("int64") => (i64::MIN, i64::MAX),
        _ => return,
    };
    schema.entry("minimum").or_insert(minimum.into());
    schema.entry("maximum").or_insert(maximum.into());
}

/// Writes that a boolean may be sent as 1, which the documents have for programs only.
fn accept_1(schema: &mut Map<String, Value>) {
    let accepts_1 = schema.contains_key("x-accepts-1");
    if let Some(types) = accepts_1.then(|| schema.remove("type")).flatten() {
        let alternatives = json!([{ "type": types }, { "const": 1 }]);
        schema.insert("anyOf".to_owned(), alternatives);
    }
}

/// Requires also what the documents leave open and the crates require.
fn require(schema: &mut Map<String, Value>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required_here = properties
        .into_iter()
        .flatten()
        .filter(|(_, property)| is_required_here(property));
    let names: Vec<Value> = required_here
        .map(|(name, _)| name.as_str().into())
        .collect();
    if names.is_empty() {
        return;
    }
    let required = schema
        .entry("required")
        .or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(required) = required {
        required.extend(names);
    }
}

/// Whether the crates require a property or parameter, whatever the documents say.
pub(super) fn is_required_here(described: &Value) -> bool {
    described["x-required-here"] == true
}

fn deny_additional_properties(schema: &mut Map<String, Value>) {
    let has_properties = schema.get("properties").is_some_and(Value::is_object);
    if has_properties && !schema.contains_key("additionalProperties") {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}
