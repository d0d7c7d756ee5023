//! Examples. That each fits its schema is checked by `openapi-tools`.

use serde_json::Value;

use super::documents::{documents, operations, resolve};
use crate::support::{generated, shop};

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

#[test]
fn a_sample_has_every_required_field_and_ends() {
    let tree = generated(&shop(NODES));
    let document = &tree.0["crates/api-description/openapi/shop.json"];
    let document: Value = serde_json::from_str(document).unwrap();
    let sample = &document["paths"]["/nodes"]["post"]["x-codeSamples"][0]["source"];
    let words: Vec<&str> = sample.as_str().unwrap().split_whitespace().collect();
    let expected = r#"price: Decimal::new(50, 2), due: Date::new(2026, 2, 14)?, tag: Tag::new().label("<label>"), children: Vec::new()"#;
    assert!(words.join(" ").contains(expected), "{sample}");
}
