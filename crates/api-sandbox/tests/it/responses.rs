//! Responses and errors of every operation are as documented.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

use api_sandbox::{Effect, Fault};
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::calls::{self, GoodRequest};
use crate::common::{Auth, CLIENT, TOKEN, VENUE, demo, demo_with, order};

pub(crate) fn documents() -> &'static [(&'static str, Value)] {
    static DOCUMENTS: OnceLock<Vec<(&str, Value)>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| {
        let parsed = |&(name, text): &(&'static str, &str)| {
            (name, serde_json::from_str(text).expect("JSON"))
        };
        api_description::ALL.iter().map(parsed).collect()
    })
}

/// The APIs that the sandbox implements. Of others it serves the documents only.
const IMPLEMENTED: [&str; 5] = ["payments", "pos-v1", "pos-v2", "pos-v3", "vendor"];

/// The operations of the implemented APIs: API, operationId, JSON pointer, and the operation itself with its own responses,
/// without those that any operation may return.
pub(crate) fn operations() -> Vec<(&'static str, String, String, Value)> {
    let mut operations = Vec::new();
    for &api in &IMPLEMENTED {
        let (_, document) = documents()
            .iter()
            .find(|(name, _)| *name == api)
            .expect("the document");
        for (path, item) in document["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("operations") {
                let id = operation["operationId"].as_str().expect("an id").to_owned();
                let escaped = path.replace('~', "~0").replace('/', "~1");
                let mut operation = operation.clone();
                let responses = operation["responses"].as_object_mut().expect("responses");
                responses.retain(|status, response| {
                    status.parse::<u16>().is_ok() && response.get("$ref").is_none()
                });
                let pointer = format!("/paths/{escaped}/{method}");
                operations.push((api, id, pointer, operation));
            }
        }
    }
    operations
}

/// The name of an operation, which all of its paths share.
pub(crate) fn name_of(operation: &Value) -> &str {
    let name = operation["x-operation"].as_str();
    name.unwrap_or_else(|| operation["operationId"].as_str().expect("an id"))
}

/// The document of an API.
pub(crate) fn document(api: &str) -> &'static Value {
    let mut documents = documents().iter();
    let found = documents.find(|(name, _)| *name == api);
    &found.expect("the document").1
}

/// Validates a body against a schema in the document, without the sandbox's code.
pub(crate) fn problems(api: &str, pointer: &str, body: &Value) -> Vec<String> {
    // A validator of a whole document takes some milliseconds to build.
    static VALIDATORS: Mutex<BTreeMap<String, Arc<Validator>>> = Mutex::new(BTreeMap::new());
    let document = document(api);
    if document.pointer(pointer).is_none() {
        return Vec::new();
    }
    let key = format!("{api}{pointer}");
    let known = VALIDATORS.lock().expect("no panic").get(&key).cloned();
    let validator = known.unwrap_or_else(|| {
        let mut document = document.clone();
        document["$ref"] = format!("#{}", pointer.replace('{', "%7B").replace('}', "%7D")).into();
        let options = jsonschema::options().should_validate_formats(true);
        let validator = Arc::new(options.build(&document).expect("a schema"));
        let mut validators = VALIDATORS.lock().expect("no panic");
        validators.insert(key, Arc::clone(&validator));
        validator
    });
    validator
        .iter_errors(body)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[tokio::test]
async fn responses_match_their_documents() {
    let demo = demo().await;
    let good = calls::all(&demo).await;
    let mut called = BTreeSet::new();
    for GoodRequest {
        api,
        operation_id,
        auth,
        method,
        path,
        body,
    } in good
    {
        let (status, response) = demo.send(auth, method, &path, body).await;
        assert_eq!(status, 200, "{api} {operation_id}: {response}");
        let found = operations()
            .into_iter()
            .find(|(other, id, _, _)| *other == api && *id == operation_id);
        let (_, _, pointer, _) = found.unwrap_or_else(|| panic!("{api} has no {operation_id}"));
        let schema = format!("{pointer}/responses/200/content/application~1json/schema");
        let problems = problems(api, &schema, &response);
        assert!(problems.is_empty(), "{api} {operation_id}: {problems:#?}");
        called.insert((api, operation_id.to_owned()));
    }
    let described = operations()
        .into_iter()
        .map(|(api, id, _, _)| (api, id))
        .collect();
    assert_eq!(called, described, "operations without a request");
}

#[tokio::test]
async fn every_operation_requires_credentials() {
    let demo = demo().await;
    for GoodRequest {
        api,
        operation_id,
        method,
        path,
        body,
        auth: good,
        ..
    } in calls::all(&demo).await
    {
        let wrong = path.replace("demo-api-token", "demo-wrong-token");
        for auth in [
            Auth::Anonymous,
            Auth::Bearer("live-token"),
            Auth::Basic("demo-integrator-token", "demo-wrong-token"),
        ] {
            let (status, response) = demo.send(auth, method, &wrong, body.clone()).await;
            assert_eq!(status, 401, "{api} {operation_id}: {response}");
            let text = response.to_string();
            assert!(!text.contains("live-token"), "{response}");
            // The error for a credential of the right kind without the prefix `demo-`. If the path
            // has a token, the error is about that one.
            if wrong == path && matches!((auth, good), (Auth::Bearer(_), Auth::Bearer(_))) {
                assert!(text.contains("not a demo credential"), "{response}");
            }
        }
    }
}

#[tokio::test]
async fn documented_failures_have_their_documented_bodies() {
    let demo = demo().await;
    for GoodRequest {
        api,
        operation_id,
        auth,
        method,
        path,
        body,
    } in calls::all(&demo).await
    {
        let (_, _, pointer, operation) = operations()
            .into_iter()
            .find(|(other, id, _, _)| *other == api && *id == operation_id)
            .expect("the operation");
        let name = name_of(&operation);
        let responses = operation["responses"].as_object().expect("responses");
        let failures = responses.keys().filter(|status| *status != "200");
        for status in failures.cloned().chain(["500".to_owned()]) {
            let status: u16 = status.parse().expect("a status");
            let fault = Fault::new(name, Effect::Status(status)).for_api(api);
            demo.sandbox.control().inject(fault).expect("a fault");
            let (actual, response) = demo.send(auth, method, &path, body.clone()).await;
            assert_eq!(actual, status, "{api} {operation_id}");
            let schema = format!("{pointer}/responses/{status}/content/application~1json/schema");
            let problems = problems(api, &schema, &response);
            assert!(
                problems.is_empty(),
                "{api} {operation_id} {status}: {problems:?}"
            );
        }
    }
}

#[tokio::test]
async fn invalid_requests_are_rejected_with_the_reason() {
    let demo = demo().await;
    let cases = [
        // 422 is documented for orders, with a list of errors.
        (
            VENUE,
            "POST",
            "/api/v3/incoming_orders",
            json!({ "incoming_order": { "reference_no": 7, "order_items_attributes": [] } }),
            422,
            "reference_no",
        ),
        (
            VENUE,
            "POST",
            "/api/v3/incoming_orders",
            json!({}),
            422,
            "incoming_order",
        ),
        (
            VENUE,
            "POST",
            "/api/v3/incoming_orders",
            order(" ", None),
            422,
            "reference_no",
        ),
        // 400 for customers.
        (
            TOKEN,
            "POST",
            "/api/v2/venue/customers",
            json!({ "customer": { "first_name": 7 } }),
            400,
            "first_name",
        ),
        (
            TOKEN,
            "POST",
            "/api/v2/venue/customers",
            json!({ "customer": { "birthday": "a day" } }),
            400,
            "birthday",
        ),
        (
            TOKEN,
            "PATCH",
            "/api/v2/venue/customers/8801",
            json!({ "customer": { "telephone": "1" } }),
            400,
            "telephone",
        ),
        // A boolean may be 1 where documented, but not 0.
        (
            TOKEN,
            "PATCH",
            "/api/v2/venue/customers/8801",
            json!({ "customer": { "active": 0 } }),
            400,
            "active",
        ),
        // An integer out of the range of its format.
        (
            VENUE,
            "POST",
            "/api/v3/incoming_orders",
            json!({ "incoming_order": { "reference_no": "BITS", "order_items_attributes": [
                { "product_parent_id": "7001", "product_id": 9001, "quantity": 1, "price": u64::MAX },
            ] } }),
            422,
            "price",
        ),
        // The API's general table.
        (
            TOKEN,
            "GET",
            "/api/v2/venue/customers?page=a",
            Value::Null,
            422,
            "page",
        ),
        (
            TOKEN,
            "GET",
            "/api/v2/venue/inventories?per_page=101",
            Value::Null,
            422,
            "100",
        ),
        (
            TOKEN,
            "GET",
            "/api/v2/venue/users?q%5Bupdated_at_gt%5D=yesterday",
            Value::Null,
            422,
            "updated_at_gt",
        ),
        (
            TOKEN,
            "GET",
            "/api/v2/venue/customers/first",
            Value::Null,
            422,
            "id",
        ),
        (
            CLIENT,
            "POST",
            "/payments/test/thirdparty/payments/v1.0/RefundRequest",
            json!({ "RequestUid": "x" }),
            400,
            "Reason",
        ),
    ];
    for (auth, method, path, body, status, word) in cases {
        let body = (!body.is_null()).then_some(body);
        let (actual, response) = demo.send(auth, method, path, body).await;
        assert_eq!(actual, status, "{method} {path}: {response}");
        assert!(response.to_string().contains(word), "{path}: {response}");
    }
}

#[tokio::test]
async fn unknown_records_and_paths_are_not_found() {
    let demo = demo().await;
    let none = "/api/demo-api-token/v1/incoming_quotes/1";
    let cases = [
        (VENUE, "GET", "/api/v3/incoming_orders/1", None, 404),
        (VENUE, "GET", "/api/v3/incoming_quotes/Q-1", None, 404),
        (VENUE, "GET", "/api/v3/menu_feeds/none", None, 404),
        (TOKEN, "GET", "/api/v2/menu_feeds/7/options", None, 404),
        (TOKEN, "GET", "/api/v2/venue/customers/1", None, 404),
        (
            TOKEN,
            "PATCH",
            "/api/v2/venue/customers/1",
            Some(json!({ "customer": {} })),
            204,
        ),
        (TOKEN, "GET", none, None, 404),
        (TOKEN, "PATCH", none, Some(json!({ "quote": {} })), 204),
        (
            TOKEN,
            "PUT",
            "/api/demo-api-token/v1/incoming_quotes/1/finalize",
            None,
            204,
        ),
        (VENUE, "GET", "/api/v3/nothing", None, 404),
        (VENUE, "DELETE", "/api/v3/info", None, 404),
    ];
    for (auth, method, path, body, status) in cases {
        let (actual, response) = demo.send(auth, method, path, body).await;
        assert_eq!(actual, status, "{method} {path}");
        assert_eq!(
            response.is_null(),
            status == 204,
            "{method} {path}: {response}"
        );
    }
}

#[tokio::test]
async fn insufficient_permissions_are_forbidden() {
    let demo = demo().await;
    let gone = Auth::Basic("demo-integrator-token", "demo-venue-token-disconnected");
    assert_eq!(demo.get(gone, "/api/v3/venue/info").await.0, 403);
    let partner = Auth::Bearer("demo-menu-partner-token");
    assert_eq!(demo.get(partner, "/api/v2/menu_feeds/501").await.0, 200);
    assert_eq!(demo.get(partner, "/api/v2/venue/customers").await.0, 403);
    // The records of another venue are not found.
    let id = demo.order("MINE", None).await;
    let other = Auth::Basic("demo-integrator-token", "demo-venue-token-2");
    assert_eq!(
        demo.get(other, &format!("/api/v3/incoming_orders/{id}"))
            .await
            .0,
        404
    );
    // Credentials of another environment are wrong.
    let path = "/payments/stage/thirdparty/payments/v1.0/CreateRequest";
    assert_eq!(
        demo.post(CLIENT, path, crate::common::payment()).await.0,
        401
    );
}

#[tokio::test]
async fn unknown_fields_can_be_denied() {
    let demo = demo_with(api_sandbox::Sandbox::builder().deny_unknown_fields(true)).await;
    let mut body = order("STRICT", None);
    body["incoming_order"]["color"] = "teal".into();
    let (status, response) = demo
        .post(VENUE, "/api/v3/incoming_orders", body.clone())
        .await;
    assert_eq!(
        (status, response.to_string().contains("color")),
        (422, true),
        "{response}"
    );
    assert_eq!(
        demo.get(TOKEN, "/api/v2/venue/users?color=teal").await.0,
        422
    );
    demo.sandbox.control().deny_unknown_fields(false);
    assert_eq!(
        demo.post(VENUE, "/api/v3/incoming_orders", body).await.0,
        200
    );
}

#[tokio::test]
async fn errors_name_the_value_that_is_wrong() {
    let demo = demo().await;
    for (pointer, value, reason) in [
        (
            "/quote/customer/customer_type",
            json!(7),
            "the value is not of type \"string\"",
        ),
        (
            "/quote/fulfillment/delivery_address",
            json!([]),
            "the value is not of type \"object\"",
        ),
        (
            "/quote/items/0/test_results/thc/unit_type",
            json!(1),
            "the value is not of type \"string\"",
        ),
        (
            "/quote/items/0/quantity",
            json!("2"),
            "the value is not of types \"null\", \"integer\"",
        ),
    ] {
        let mut body = crate::common::quote();
        body["quote"]["fulfillment"]["delivery_address"] = json!({});
        body["quote"]["items"][0]["test_results"] = json!({ "thc": {} });
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        body.pointer_mut(parent).expect("the parent")[name] = value;
        let (status, response) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
        let expected = json!({ "errors": [format!("{pointer}: {reason}")] });
        assert_eq!((status, response), (422, expected));
    }
}
