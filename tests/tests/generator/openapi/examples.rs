//! Examples.

use serde_json::Value;

use super::documents::{documents, operations, resolve};
use crate::support::{generated, shop};

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
        let (pointer, value) = (name.clone(), &example["value"]);
        let schema = &schemas[name];
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
    for (api, document) in documents() {
        for Shown {
            pointer,
            schema,
            value,
        } in shown(&document)
        {
            let place = format!("{api} {pointer}: {value}");
            assert!(schema.is_object(), "{place}: no schema");
            let schema = target(&document, schema);
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
fn examples_show_no_record_twice_and_error_bodies_as_documented() {
    let mut errors = 0;
    for (api, document) in documents() {
        let order = &document["components"]["examples"]["IncomingOrderResponse"]["value"];
        if order.is_object() {
            assert!(order["order_items"].is_array(), "{api}");
            assert_eq!(order["incoming_order"].get("order_items"), None, "{api}");
        }
        for (path, method, operation) in operations(&document) {
            for (status, response) in operation["responses"].as_object().unwrap() {
                let media = &resolve(&document, response)["content"]["application/json"];
                let documented = &target(&document, &media["schema"])["examples"][0];
                let example = &media["examples"]["example"];
                if !status.starts_with(['4', '5']) || !example.is_object() {
                    continue;
                }
                let place = format!("{api} {method} {path} {status}");
                assert_eq!(&resolve(&document, example)["value"], documented, "{place}");
                errors += 1;
            }
        }
    }
    assert!(errors > 5, "{errors}");
}

/// A body that holds itself, and a record that the request has.
const NODES: &str = r#"
records:
  Tag: { doc: A tag., fields: { label: string, size: integer } }
bodies:
  NewNode:
    doc: A part with parts.
    fields:
      price: { type: decimal required, example: "0.50" }
      due: date required
      tag: Tag required
      children: list(NewNode) required
operations:
  create_node:
    doc: Creates a part.
    http: POST /nodes
    request_body: NewNode
    response: unknown
    statuses: [200]
    retry: { never: Twice is two. }
"#;

/// In Rust, curl and TypeScript: each required field, once.
#[test]
fn samples_have_every_required_field_and_end() {
    let tree = generated(&shop(NODES));
    let document = &tree.0["crates/api-description/openapi/shop.json"];
    let document: Value = serde_json::from_str(document).unwrap();
    let samples = document["paths"]["/nodes"]["post"]["x-codeSamples"].as_array();
    let samples = samples.unwrap().iter().map(|sample| {
        let source = sample["source"].as_str().unwrap();
        source.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    let expected = [
        r#"price: Decimal::new(50, 2), due: Date::new(2026, 2, 14)?, tag: Tag::new().label("<label>"), children: Vec::new()"#,
        r#"{ "price": 0.50, "due": "2026-02-14", "tag": {"label": "'"$LABEL"'"}, "children": [] }"#,
        r#"{ price: 0.50, due: "2026-02-14", tag: { label: LABEL }, children: [] }"#,
    ];
    for (sample, expected) in samples.zip(expected) {
        assert!(sample.contains(expected), "{sample}\n{expected}");
    }
}
