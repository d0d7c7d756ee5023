//! The strict edition of the OpenAPI documents: what client generators rely on, compared with the
//! exact edition.

use std::collections::BTreeSet;

use serde_json::Value;

/// The exact and the strict document of each API.
fn documents() -> Vec<(&'static str, Value, Value)> {
    let strict = api_description::strict::ALL.iter();
    let pairs = api_description::ALL.iter().zip(strict);
    pairs
        .map(|((name, exact), (strict_name, strict))| {
            assert_eq!(name, strict_name);
            let parse = |text: &str| serde_json::from_str(text).unwrap();
            (*name, parse(exact), parse(strict))
        })
        .collect()
}

/// Path, method and operation.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, item)| {
        let operations = item.as_object().unwrap().iter();
        operations.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    });
    operations.collect()
}

/// All schemas with their pointers: those of fields, elements and bodies.
fn schemas<'d>(value: &'d Value, pointer: &str, found: &mut Vec<(String, &'d Value)>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            let members = members.iter().filter(|(key, _)| *key != "examples");
            members.map(|(key, value)| (key.clone(), value)).collect()
        }
        Value::Array(elements) => {
            let elements = elements.iter().enumerate();
            elements
                .map(|(index, value)| (index.to_string(), value))
                .collect()
        }
        _ => return,
    };
    found.push((pointer.to_owned(), value));
    for (key, value) in children {
        schemas(value, &format!("{pointer}/{key}"), found);
    }
}

/// The schema with the schema that it refers to.
fn resolve<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => value,
    }
}

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
            assert!(operation["description"].is_string(), "{place}");
            operations_total += 1;
            if let Some(source) = operation["x-codeSamples"][0]["source"].as_str() {
                assert!(source.contains("client.send("), "{place}");
                samples += 1;
            }
        }
        for tag in strict["tags"].as_array().unwrap() {
            let is_note = tag["x-traitTag"] == true;
            assert!(is_note || tag["x-displayName"].is_string(), "{api} {tag}");
        }
    }
    // The second path of an operation has no sample, nor has an operation without an example.
    assert!(
        samples >= operations_total - 4,
        "{samples} of {operations_total}"
    );
}

/// A value of an example, and the schema of its place.
struct Shown<'d> {
    pointer: String,
    schema: &'d Value,
    value: &'d Value,
}

impl<'d> Shown<'d> {
    /// The value, and the values in it.
    fn collect(self, document: &'d Value, found: &mut Vec<Self>) {
        let target = target(document, self.schema);
        let child = |key: &str, schema, value| Shown {
            pointer: format!("{}/{key}", self.pointer),
            schema,
            value,
        };
        match self.value {
            Value::Object(members) => {
                for (key, value) in members {
                    let property = target["properties"].get(key);
                    let schema = property.unwrap_or(&target["additionalProperties"]);
                    child(key, schema, value).collect(document, found);
                }
            }
            Value::Array(elements) => {
                for value in elements {
                    child("0", &target["items"], value).collect(document, found);
                }
            }
            _ => {}
        }
        found.push(self);
    }
}

/// The schema that has the type: without references, and null besides it.
fn target<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    let wrapped = ["allOf", "anyOf"]
        .into_iter()
        .find_map(|key| schema[key].get(0));
    match wrapped.or_else(|| schema.get("$ref").map(|_| resolve(document, schema))) {
        Some(inner) => target(document, inner),
        None => schema,
    }
}

/// Whether a text has a digit for every `0` of the form, and is the form elsewhere.
fn has_form(text: &str, form: &str) -> bool {
    let digits: String = text
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    digits == form
}

/// The values of the examples of a document's bodies.
fn shown(document: &Value) -> Vec<Shown<'_>> {
    let mut found = Vec::new();
    let schemas = &document["components"]["schemas"];
    let examples = document["components"]["examples"].as_object();
    for (name, example) in examples.into_iter().flatten() {
        let Some(schema) = schemas.get(name) else {
            // Errors have another name here.
            assert!(name.starts_with("error_body."), "{name}");
            continue;
        };
        let (pointer, value) = (name.clone(), &example["value"]);
        Shown {
            pointer,
            schema,
            value,
        }
        .collect(document, &mut found);
    }
    found
}

#[test]
fn examples_have_the_types_formats_and_values_of_their_schemas() {
    let mut texts = 0;
    for (api, _, strict) in documents() {
        for Shown {
            pointer,
            schema,
            value,
        } in shown(&strict)
        {
            let place = format!("{api} {pointer}: {value}");
            assert!(schema.is_object(), "{place}: no schema");
            let schema = target(&strict, schema);
            let types = &schema["type"];
            let ty = types.as_str().or(types[0].as_str());
            let fits = match ty {
                Some("string") => value.is_string(),
                Some("integer") => value.is_i64(),
                Some("number") => value.is_number(),
                Some("boolean") => value.is_boolean(),
                Some("array") => value.is_array(),
                Some("object") => value.is_object(),
                _ => true,
            };
            assert!(fits, "{place}: {types}");
            let Some(text) = value.as_str() else { continue };
            texts += 1;
            let fits = match schema["format"].as_str() {
                Some("date") => has_form(text, "0000-00-00"),
                Some("date-time") => {
                    has_form(text, "0000-00-00T00:00:00Z")
                        || has_form(text, "0000-00-00T00:00:00.000Z")
                }
                Some("date-time-local") => has_form(text, "0000-00-00T00:00:00"),
                _ => true,
            };
            assert!(fits, "{place}: {}", schema["format"]);
            if let Some(max) = schema["maxLength"].as_u64() {
                assert!(text.chars().count() as u64 <= max, "{place}: {max}");
            }
            if let Some(values) = schema["x-extensible-enum"].as_array() {
                assert!(values.contains(value), "{place}: {values:?}");
            }
        }
    }
    assert!(texts > 300, "{texts}");
}

#[test]
fn examples_have_the_forms_of_their_descriptions() {
    type Form = fn(&str) -> bool;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let forms: [(&str, Form); 7] = [
        ("the form of a UUID", |text| {
            let parts: Vec<usize> = text.split('-').map(str::len).collect();
            parts == [8, 4, 4, 4, 12]
                && text
                    .bytes()
                    .all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
        }),
        ("Digits.", is_digits),
        ("two-letter code", |text| text.len() == 2),
        ("A number, written as a string.", |text| {
            text.parse::<f64>().is_ok()
        }),
        ("decimal percentage, written as a string.", |text| {
            text.parse::<f64>().is_ok()
        }),
        ("URL ", |text| text.starts_with("https://example.com/")),
        ("with milliseconds.", |text| {
            has_form(text, "0000-00-00T00:00:00.000Z")
        }),
    ];
    let mut found = BTreeSet::new();
    for (api, _, strict) in documents() {
        for Shown {
            pointer,
            schema,
            value,
        } in shown(&strict)
        {
            let description = schema["description"].as_str().unwrap_or_default();
            let Some(text) = value.as_str() else { continue };
            for (words, has_form) in forms
                .iter()
                .filter(|(words, _)| description.contains(words))
            {
                assert!(has_form(text), "{api} {pointer}: {text}, {description}");
                found.insert(*words);
            }
        }
    }
    assert_eq!(found.len(), forms.len(), "{found:?}");
}

#[test]
fn examples_show_no_record_twice_and_error_bodies_as_documented() {
    let mut errors = 0;
    for (api, exact, strict) in documents() {
        let order = &strict["components"]["examples"]["IncomingOrderResponse"]["value"];
        if order.is_object() {
            assert!(order["order_items"].is_array(), "{api}");
            assert_eq!(order["incoming_order"].get("order_items"), None, "{api}");
        }
        for document in [&exact, &strict] {
            for (path, method, operation) in operations(document) {
                for (status, response) in operation["responses"].as_object().unwrap() {
                    let media = &resolve(document, response)["content"]["application/json"];
                    let documented = &target(document, &media["schema"])["examples"][0];
                    let example = &media["examples"]["example"];
                    if !status.starts_with(['4', '5']) || !example.is_object() {
                        continue;
                    }
                    let place = format!("{api} {method} {path} {status}");
                    assert_eq!(&resolve(document, example)["value"], documented, "{place}");
                    errors += 1;
                }
            }
        }
    }
    assert!(errors > 10, "{errors}");
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
