//! Operations, schemas, parameters and descriptions.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::documents::{documents, operations, resolve, schemas};

#[test]
fn has_the_operations_of_the_exact_edition() {
    for (api, exact, strict) in documents() {
        let names = |document| -> Vec<(String, String)> {
            let operations: Vec<(&str, &str, &Value)> = operations(document);
            let names = operations.iter();
            names
                .map(|(path, method, _)| ((*path).to_owned(), (*method).to_owned()))
                .collect()
        };
        assert_eq!(names(&exact), names(&strict), "{api}");
        let ids: Vec<&str> = operations(&strict)
            .iter()
            .map(|(_, _, operation)| operation["operationId"].as_str().unwrap())
            .collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        for id in ids {
            let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(id.chars().all(is_word), "{api} {id}");
        }
        assert_eq!(strict["webhooks"], Value::Null, "{api}");
    }
}

#[test]
fn a_value_has_one_type_besides_null() {
    let mut nullable = 0;
    for (api, _, strict) in documents() {
        let mut found = Vec::new();
        schemas(&strict, "", &mut found);
        for (pointer, schema) in found {
            if pointer.ends_with("/properties") {
                continue;
            }
            if let Some(types) = schema["type"].as_array() {
                assert_eq!(types.len(), 2, "{api} {pointer}");
                assert_eq!(types[1], "null", "{api} {pointer}");
                nullable += 1;
            }
            if let Some(schemas) = schema["anyOf"].as_array() {
                assert_eq!(schemas.len(), 2, "{api} {pointer}");
                assert!(schemas[0]["$ref"].is_string(), "{api} {pointer}");
                assert_eq!(schemas[1]["type"], "null", "{api} {pointer}");
            }
            for keyword in ["oneOf", "if"] {
                assert_eq!(schema[keyword], Value::Null, "{api} {pointer}");
            }
        }
    }
    assert!(nullable > 500, "{nullable}");
}

#[test]
fn a_field_has_one_name() {
    let mut compared = Vec::new();
    for (api, exact, strict) in documents() {
        let schemas = exact["components"]["schemas"].as_object();
        for (name, schema) in schemas.into_iter().flatten() {
            let properties = schema["properties"].as_object();
            for (key, property) in properties.into_iter().flatten() {
                let Some(other) = property["x-same-as"].as_str() else {
                    continue;
                };
                let strict = &strict["components"]["schemas"][name]["properties"];
                // The examples of lists have the other spelling.
                assert_eq!(strict.get(other), None, "{api} {name}");
                assert!(strict.get(key).is_some(), "{api} {name} {key}");
                compared.push(format!("{name}.{key}"));
            }
        }
    }
    assert!(compared.contains(&"Customer.firstName".to_owned()));
}

#[test]
fn bodies_are_named_and_errors_are_described() {
    for (api, _, strict) in documents() {
        for (path, method, operation) in operations(&strict) {
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
                let response = resolve(&strict, response);
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
fn operations_and_tags_are_described_for_readers() {
    let (mut operations_total, mut samples) = (0, 0);
    for (api, _, strict) in documents() {
        for (path, method, operation) in operations(&strict) {
            let place = format!("{api} {method} {path}");
            let description = operation["description"].as_str().unwrap();
            let summary = operation["summary"].as_str().unwrap();
            assert!(
                !description.starts_with(summary),
                "{place} repeats its summary"
            );
            operations_total += 1;
            for sample in operation["x-codeSamples"].as_array().unwrap() {
                let source = sample["source"].as_str().unwrap();
                let call = match sample["lang"].as_str().unwrap() {
                    "Rust" => "= client.",
                    "Shell" => "curl ",
                    "TypeScript" => "await fetch(",
                    other => panic!("{place}: {other}"),
                };
                assert!(source.contains(call), "{place}");
                samples += 1;
            }
        }
        for tag in strict["tags"].as_array().unwrap() {
            let is_note = tag["x-traitTag"] == true;
            assert!(is_note || tag["x-displayName"].is_string(), "{api} {tag}");
        }
    }
    // The second path of an operation has no sample in Rust, where it is the same call.
    assert_eq!(samples, 3 * operations_total - 2);
}

#[test]
fn pages_are_counted_from_one() {
    let mut pages = 0;
    for (api, exact, strict) in documents() {
        for document in [&exact, &strict] {
            for (path, _, operation) in operations(document) {
                let parameters = operation["parameters"].as_array();
                for parameter in parameters.into_iter().flatten() {
                    if parameter["name"] == "page" || parameter["name"] == "per_page" {
                        assert_eq!(parameter["schema"]["minimum"], 1, "{api} {path}");
                        pages += 1;
                    }
                }
            }
        }
    }
    assert!(pages > 20, "{pages}");
}

#[test]
fn values_of_two_scalar_types_have_no_type_but_an_example() {
    let mut described = 0;
    for (api, exact, strict) in documents() {
        let mut found = Vec::new();
        schemas(&strict, "", &mut found);
        for (pointer, schema) in found {
            let description = schema["description"].as_str().unwrap_or_default();
            let two_types = ["An integer or a string.", "A number or a string."];
            let schema = if two_types.iter().any(|text| description.contains(text)) {
                schema
            } else if description.contains("Integers or strings.") {
                &schema["items"]
            } else {
                continue;
            };
            // Parameters have their schema beside the description.
            if !pointer.contains("/properties/") {
                continue;
            }
            assert_eq!(schema["type"], Value::Null, "{api} {pointer}");
            let example = &schema["examples"][0];
            assert!(
                example.is_number() || example.is_string(),
                "{api} {pointer}"
            );
            let in_exact = exact
                .pointer(&pointer)
                .expect("the field of the exact edition");
            assert!(
                in_exact.to_string().contains("\"string\""),
                "{api} {pointer}"
            );
            described += 1;
        }
    }
    assert!(described > 10, "{described}");
}
