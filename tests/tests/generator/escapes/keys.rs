//! The keys of the language that the fixture uses.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::escapes::description::full_description;

#[test]
fn fixture_uses_every_key_of_the_language() {
    let mut used = BTreeSet::new();
    for (path, value) in full_description() {
        let schema = match path.ends_with("api.yaml") {
            true => codegen::schema_of_api(),
            false => codegen::schema_of_resource(),
        };
        use_keys(&schema, &schema, &value, &mut used);
    }
    let mut all = BTreeSet::new();
    for schema in [codegen::schema_of_api(), codegen::schema_of_resource()] {
        let definitions = schema["definitions"].as_object().unwrap();
        for (name, definition) in definitions {
            for key in definition["properties"].as_object().into_iter().flatten() {
                all.insert(format!("{name}.{}", key.0));
            }
        }
    }
    let missing: Vec<_> = all.difference(&used).collect();
    assert!(
        missing.is_empty(),
        "not used in the fixture `whole`: {missing:?}"
    );
}

/// Collects the keys that a value uses, by their definition.
fn use_keys(root: &Value, schema: &Value, value: &Value, used: &mut BTreeSet<String>) {
    if let Some(target) = schema["$ref"].as_str() {
        let name = target.rsplit('/').next().unwrap();
        let definition = &root["definitions"][name];
        for key in value.as_object().into_iter().flatten() {
            if definition["properties"].get(key.0).is_some() {
                used.insert(format!("{name}.{}", key.0));
            }
        }
        return use_keys(root, definition, value, used);
    }
    for word in ["anyOf", "oneOf", "allOf"] {
        for alternative in schema[word].as_array().into_iter().flatten() {
            use_keys(root, alternative, value, used);
        }
    }
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let of_key = &schema["properties"][key.as_str()];
                let schema = match of_key {
                    Value::Null => &schema["additionalProperties"],
                    of_key => of_key,
                };
                use_keys(root, schema, value, used);
            }
        }
        Value::Array(items) => {
            for item in items {
                use_keys(root, &schema["items"], item, used);
            }
        }
        _ => {}
    }
}
