//! Strings have at most the length that the documents have for the record.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::calls;
use crate::common::{Demo, TOKEN, VENUE, demo, quote};
use crate::responses::{document, operations, problems};

const APIS: [&str; 5] = ["payments", "pos-v1", "pos-v2", "pos-v3", "vendor"];

/// The maximum lengths in the records of all documents, by resource and field.
fn max_lengths() -> BTreeMap<(String, String), usize> {
    let mut lengths = BTreeMap::new();
    for api in APIS {
        let schemas = document(api)["components"]["schemas"].as_object();
        for schema in schemas.into_iter().flat_map(|schemas| schemas.values()) {
            let resource = schema["x-resource"].as_str().unwrap_or_default();
            let fields = schema["properties"].as_object();
            for (field, schema) in fields.into_iter().flatten() {
                if let Some(max) = schema["maxLength"].as_u64() {
                    let max = usize::try_from(max).expect("a length");
                    let other = lengths.insert((resource.to_owned(), field.clone()), max);
                    assert!(other.is_none_or(|other| other == max), "{resource}.{field}");
                }
            }
        }
    }
    lengths
}

/// The fields of a schema that can be strings, as JSON pointers with their resource.
fn strings(
    api: &str,
    schema: &Value,
    pointer: &str,
    resource: &str,
    found: &mut BTreeSet<(String, String)>,
) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document(api).pointer(&reference[1..]).expect("a schema");
        // The type of a field may be that of another resource.
        let own = target["x-resource"].as_str();
        let resource = own
            .filter(|_| target["properties"].is_object())
            .unwrap_or(resource);
        return strings(api, target, pointer, resource, found);
    }
    let kind = &schema["type"];
    let can_be = |kind: &Value| {
        kind == "string"
            || kind
                .as_array()
                .is_some_and(|kinds| kinds.contains(&"string".into()))
    };
    if can_be(kind) {
        found.insert((pointer.to_owned(), resource.to_owned()));
    }
    for schema in ["anyOf", "allOf", "oneOf"]
        .iter()
        .filter_map(|key| schema[*key].as_array())
        .flatten()
    {
        strings(api, schema, pointer, resource, found);
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        strings(api, schema, &format!("{pointer}/{name}"), resource, found);
    }
    if schema["items"].is_object() {
        strings(
            api,
            &schema["items"],
            &format!("{pointer}/0"),
            resource,
            found,
        );
    }
}

/// The fields of request bodies with a maximum: API, operation, pointer, maximum.
fn limited_fields() -> Vec<(&'static str, String, String, usize)> {
    let lengths = max_lengths();
    let mut fields = Vec::new();
    for (api, id, _, operation) in operations() {
        let schema = operation.pointer("/requestBody/content/application~1json/schema");
        let Some(schema) = schema else { continue };
        let mut found = BTreeSet::new();
        strings(api, schema, "", "", &mut found);
        for (pointer, resource) in found {
            let name = pointer.rsplit('/').next().unwrap_or_default().to_owned();
            if let Some(&max) = lengths.get(&(resource, name)) {
                fields.push((api, id.clone(), pointer, max));
            }
        }
    }
    fields
}

fn set(body: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
    body.pointer_mut(parent).expect("the parent")[name] = value;
}

#[test]
fn maximum_lengths_of_requests_are_derived_from_the_documents() {
    let fields: BTreeSet<_> = limited_fields()
        .into_iter()
        .map(|(api, id, pointer, max)| format!("{api} {id} {pointer} {max}"))
        .collect();
    let expected = [
        "pos-v1 create_incoming_order /incoming_order/requested_window_end_time 100",
        "pos-v1 create_incoming_order /incoming_order/requested_window_start_time 100",
        "pos-v1 create_incoming_order /incoming_order/source 30",
        "pos-v2 create_customer /customer/gender 15",
        "pos-v2 create_customer /customer/zipcode 10",
        "pos-v2 update_customer /customer/gender 15",
        "pos-v2 update_customer /customer/zipcode 10",
        "pos-v3 create_incoming_order /incoming_order/requested_window_end_time 100",
        "pos-v3 create_incoming_order /incoming_order/requested_window_start_time 100",
        "pos-v3 create_incoming_order /incoming_order/source 30",
    ];
    assert_eq!(fields, expected.map(str::to_owned).into());
}

#[tokio::test]
async fn requests_have_strings_of_the_maximum_length_and_none_longer() {
    let demo = demo().await;
    for (index, (api, id, pointer, max)) in limited_fields().into_iter().enumerate() {
        for (length, character, is_valid) in [
            (max, "x", true),
            (max, "é", true),
            (max + 1, "x", false),
            (max + 1, "é", false),
            (40.max(max + 1), " ", false),
        ] {
            let calls = calls::all(&demo).await.into_iter();
            let mut calls = calls.filter(|call| call.api == api && call.operation_id == id);
            let call = calls.next().expect("a request");
            let mut body = call.body.expect("a body");
            set(&mut body, &pointer, character.repeat(length).into());
            if let Some(reference) = body.pointer_mut("/incoming_order/reference_no") {
                *reference = format!("LENGTH-{index}-{length}-{character}").into();
            }
            let (status, response) = demo
                .send(call.auth, call.method, &call.path, Some(body))
                .await;
            let text = response.to_string();
            if is_valid {
                assert_eq!(status, 200, "{api} {id} {pointer} {length}: {text}");
            } else {
                assert!(
                    [400, 422].contains(&status),
                    "{api} {id} {pointer} {length}: {status} {text}"
                );
                let name = pointer.rsplit('/').next().unwrap_or_default();
                assert!(
                    text.contains(name) && text.contains(&max.to_string()),
                    "{text}"
                );
            }
            demo.sandbox.control().reset().expect("a reset");
        }
    }
}

#[tokio::test]
async fn orders_of_quotes_have_no_longer_strings_either() {
    let demo = demo().await;
    for (key, max) in [
        ("source", 30),
        ("requested_window_start_time", 100),
        ("requested_window_end_time", 100),
    ] {
        for (length, expected) in [(max, 200), (max + 1, 400)] {
            let mut body = quote();
            body["quote"]["fulfillment"][key] = "x".repeat(length).into();
            let (status, response) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
            assert_eq!(status, 200, "a quote has no maximum: {response}");
            let reference = response["quote"]["reference_no"]
                .as_str()
                .expect("a reference");
            let path = format!("/api/demo-api-token/v1/incoming_quotes/{reference}/finalize");
            let (status, response) = demo.send(TOKEN, "PUT", &path, None).await;
            assert_eq!(status, expected, "{key} {length}: {response}");
        }
    }
}

/// The longest text of a key in all rows of a list.
async fn longest(demo: &Demo, path: &str, key: &str) -> usize {
    let (status, response) = demo.get(TOKEN, path).await;
    assert_eq!(status, 200, "{path}: {response}");
    fn walk(value: &Value, key: &str, longest: &mut usize) {
        match value {
            Value::Array(elements) => elements
                .iter()
                .for_each(|element| walk(element, key, longest)),
            Value::Object(members) => {
                if let Some(text) = members.get(key).and_then(Value::as_str) {
                    *longest = text.chars().count().max(*longest);
                }
                members
                    .values()
                    .for_each(|member| walk(member, key, longest));
            }
            _ => {}
        }
    }
    let mut length = 0;
    walk(&response, key, &mut length);
    length
}

/// Maximum lengths copied from the documents by hand.
#[tokio::test]
async fn responses_have_no_string_longer_than_the_documents() {
    let demo = demo().await;
    let long = json!({ "customer": { "gender": "x".repeat(15), "zipcode": "x".repeat(10) } });
    assert_eq!(
        demo.post(TOKEN, "/api/v2/venue/customers", long).await.0,
        200
    );
    let id = demo.order("LENGTHS", None).await;
    let order = format!("/api/demo-api-token/v1/incoming_orders/{id}");
    for (path, key, max) in [
        ("/api/v2/venue/customers", "gender", 15),
        ("/api/v2/venue/customers", "zipcode", 10),
        ("/api/v2/venue/customers", "country", 2),
        ("/api/v1/venue/customers", "gender", 15),
        ("/api/v2/venue/inventories", "unit", 15),
        ("/api/v2/venue/inventories", "weight_unit", 15),
        ("/api/v2/venue/manifest_items", "weight_unit", 15),
        ("/api/v1/venue/manifest_items", "batch_number", 1000),
        ("/api/v2/venue/manifests", "payment_method", 25),
        ("/api/v2/venue/manifests", "core_external_ref", 50),
        ("/api/v2/venue/sales_histories", "order_origin", 30),
        ("/api/v2/venue/sales_histories", "client_type", 20),
        ("/api/v2/venue/sales_histories", "fulfillment_method", 20),
        ("/api/v2/venue/sales_histories", "fulfillment_sub_type", 30),
        ("/api/v2/venue/sales_histories", "api_version", 10),
        ("/api/v2/venue/users", "language", 5),
        ("/api/v2/venue/users", "encrypted_password", 128),
        (&order, "aasm_state", 50),
        (&order, "source", 30),
        (&order, "requested_window_start_time", 100),
        (&order, "payment_source", 80),
        (&order, "payment_reference_id", 80),
        (&order, "api_id", 64),
    ] {
        let length = longest(&demo, path, key).await;
        assert!(length <= max, "{path}: {key} has {length} characters");
    }
}

#[tokio::test]
async fn lists_stay_valid_after_strings_of_the_maximum_length() {
    let demo = demo().await;
    let body = json!({ "customer": { "gender": "é".repeat(15), "zipcode": "é".repeat(10) } });
    for (method, path) in [
        ("POST", "/api/v2/venue/customers"),
        ("PATCH", "/api/v2/venue/customers/8801"),
    ] {
        let (status, response) = demo.send(TOKEN, method, path, Some(body.clone())).await;
        assert_eq!(status, 200, "{response}");
    }
    for (api, path, pointer) in [
        (
            "pos-v2",
            "/api/v2/venue/customers",
            "/paths/~1v2~1venue~1customers/get",
        ),
        (
            "pos-v1",
            "/api/v1/venue/customers",
            "/paths/~1v1~1venue~1customers/get",
        ),
    ] {
        let (_, response) = demo.get(TOKEN, path).await;
        let pointer = format!("{pointer}/responses/200/content/application~1json/schema");
        assert!(document(api).pointer(&pointer).is_some());
        assert_eq!(problems(api, &pointer, &response), [""; 0], "{path}");
    }
}
