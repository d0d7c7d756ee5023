//! Operations, schemas, parameters and descriptions.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::documents::{documents, operations, resolve, schemas};
use crate::support::{generated, shop};

#[test]
fn a_value_has_one_or_two_types_and_null() {
    let (mut nullable, mut either) = (0, 0);
    for (api, document) in documents() {
        let mut found = Vec::new();
        schemas(&document, "", &mut found);
        for (pointer, schema) in found {
            if pointer.ends_with("/properties") {
                continue;
            }
            if let Some(types) = schema["type"].as_array() {
                let types = types.iter().filter(|ty| *ty != "null");
                match types.count() {
                    1 => nullable += 1,
                    2 => either += 1,
                    count => panic!("{api} {pointer}: {count} types"),
                }
            }
            if let Some(schemas) = schema["anyOf"].as_array() {
                assert_eq!(schemas.len(), 2, "{api} {pointer}");
                let is_parameter = pointer.contains("/parameters/");
                let first = if is_parameter { "type" } else { "$ref" };
                assert!(schemas[0][first].is_string(), "{api} {pointer}");
                assert_eq!(
                    schemas[1]["type"] == "null",
                    !is_parameter,
                    "{api} {pointer}"
                );
            }
            for keyword in ["oneOf", "if"] {
                assert_eq!(schema[keyword], Value::Null, "{api} {pointer}");
            }
        }
    }
    assert!(nullable > 500, "{nullable}");
    assert!(either > 20, "{either}");
}

/// The record that is read, and the body that is sent.
const PARTS: &str = r#"
enums:
  Color: { doc: A color., values: { red: ~ } }
records:
  Part:
    doc: A part.
    fields:
      id: string|integer
      weight: decimal
      length: float
      color: Color(50)
      price: decimal inferred
      count: { type: integer, conflicts: [{ says: It is an integer., but: It is a string., so: Read as an integer. }] }
      size: { type: string string_or_number, conflicts: [{ says: It is a string., but: It is an integer., so: Read as a string. }] }
bodies:
  NewPart:
    doc: A part to create.
    fields:
      price: decimal inferred
      id: integer|string
      maker: string required
      name: string required documented_required
operations:
  create_part:
    doc: Creates a part.
    http: POST /parts
    request_body: NewPart
    response: Part
    statuses: [200]
    retry: { never: Twice is two. }
"#;

#[test]
fn types_formats_and_limits_are_those_of_the_documents() {
    let tree = generated(&shop(PARTS));
    let document = &tree.0["crates/api-description/openapi/shop.json"];
    let document: Value = serde_json::from_str(document).unwrap();
    let property = |schema: &str, name: &str, member: &str| {
        document["components"]["schemas"][schema]["properties"][name][member].clone()
    };
    let types = |schema: &str, name: &str| property(schema, name, "type");
    assert_eq!(types("Part", "id"), json!(["string", "integer", "null"]));
    assert_eq!(types("Part", "price"), json!(["number", "string", "null"]));
    assert_eq!(types("Part", "count"), json!(["integer", "string", "null"]));
    assert_eq!(types("Part", "size"), json!(["string", "number", "null"]));
    assert_eq!(types("NewPart", "price"), json!("number"));
    assert_eq!(types("NewPart", "id"), json!(["integer", "string"]));
    for name in ["weight", "price"] {
        assert_eq!(property("Part", name, "format"), "decimal", "{name}");
    }
    assert_eq!(property("Part", "length", "format"), Value::Null);
    assert_eq!(property("Part", "color", "maxLength"), 50);
}

#[test]
fn bodies_are_named_and_errors_are_described() {
    for (api, document) in documents() {
        for (path, method, operation) in operations(&document) {
            let place = format!("{api} {method} {path}");
            let is_named = |holder: &Value| {
                let schema = &holder["content"]["application/json"]["schema"];
                // An empty schema is that of an undocumented body.
                schema["$ref"].is_string() || schema.as_object().is_some_and(|it| it.is_empty())
            };
            if operation["requestBody"].is_object() {
                assert!(is_named(&operation["requestBody"]), "{place}");
            }
            let responses = operation["responses"].as_object().unwrap();
            let successes = responses.keys().filter(|status| status.starts_with('2'));
            assert_ne!(successes.count(), 0, "{place}");
            for (status, response) in responses {
                let response = resolve(&document, response);
                let description = response["description"].as_str().unwrap();
                assert!(description.ends_with('.'), "{place} {status}");
                if response.get("content").is_some() || status.starts_with(['4', '5']) {
                    assert!(is_named(response), "{place} {status}");
                }
            }
        }
    }
}

#[test]
fn an_operation_lists_its_documented_statuses_and_default() {
    let tree = generated(&shop(
        r#"
operations:
  get_part:
    doc: Reads a part.
    http: GET /parts
    response: unknown
    statuses: [422, 200]
"#,
    ));
    let document = &tree.0["crates/api-description/openapi/shop.json"];
    let document: Value = serde_json::from_str(document).unwrap();
    let responses = document["paths"]["/parts"]["get"]["responses"].as_object();
    let listed: Vec<&String> = responses.unwrap().keys().collect();
    assert_eq!(listed, ["200", "422", "default"]);
    let other = &document["components"]["responses"]["OtherStatus"];
    let schema = &other["content"]["application/json"]["schema"];
    assert_eq!(schema, &json!({}));
    let description = other["description"].as_str().unwrap();
    assert!(description.contains("- 401: "), "{description}");
}

#[test]
fn required_is_what_the_documents_require() {
    let tree = generated(&shop(PARTS));
    let document = &tree.0["crates/api-description/openapi/shop.json"];
    let document: Value = serde_json::from_str(document).unwrap();
    let body = &document["components"]["schemas"]["NewPart"];
    assert_eq!(body["required"], json!(["name"]));
    let mark = |name: &str| &body["properties"][name]["x-required-here"];
    assert_eq!(mark("maker"), &json!(true));
    assert_eq!(mark("name"), &Value::Null);
    assert_eq!(mark("price"), &Value::Null);
}

/// The members that someone reads, and no others: each costs a line in every document.
#[test]
fn members_of_our_own_are_those_of_the_readme() {
    let readme = include_str!("../../../../crates/api-description/README.md");
    let rows = readme.lines().filter(|line| line.starts_with("| `x-"));
    let columns = rows.map(|row| row.split('|').nth(1).unwrap());
    let listed: BTreeSet<String> = columns
        .flat_map(|names| names.split(','))
        .map(|name| name.trim_matches([' ', '`']).to_owned())
        .collect();
    let mut used = BTreeSet::new();
    for (_, document) in documents() {
        let mut found = Vec::new();
        schemas(&document, "", &mut found);
        let objects = found.iter().filter_map(|(_, value)| value.as_object());
        let keys = objects.flat_map(|object| object.keys());
        used.extend(keys.filter(|key| key.starts_with("x-")).cloned());
    }
    assert_eq!(used, listed);
}
