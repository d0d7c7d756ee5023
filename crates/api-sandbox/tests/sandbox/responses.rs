//! Every operation answers as its document says, and fails as its document says.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use api_sandbox::{Effect, Fault};
use serde_json::{Value, json};

use crate::calls::{self, Good};
use crate::common::{As, CLIENT, TOKEN, VENUE, demo, demo_with, order};

fn documents() -> &'static [(&'static str, Value)] {
    static DOCUMENTS: OnceLock<Vec<(&str, Value)>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| {
        let parsed = |&(name, text): &(&'static str, &str)| {
            (name, serde_json::from_str(text).expect("JSON"))
        };
        api_description::ALL.iter().map(parsed).collect()
    })
}

/// The operations of the documents: API, operationId, JSON pointer, and the operation itself.
pub(crate) fn operations() -> Vec<(&'static str, String, String, Value)> {
    let mut operations = Vec::new();
    for &(api, ref document) in documents() {
        for (path, item) in document["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("operations") {
                let id = operation["operationId"].as_str().expect("an id").to_owned();
                let escaped = path.replace('~', "~0").replace('/', "~1");
                operations.push((
                    api,
                    id,
                    format!("/paths/{escaped}/{method}"),
                    operation.clone(),
                ));
            }
        }
    }
    operations
}

/// Holds a body against a schema in the document, by the library alone.
pub(crate) fn problems(api: &str, pointer: &str, body: &Value) -> Vec<String> {
    let (_, document) = documents()
        .iter()
        .find(|(name, _)| *name == api)
        .expect("the document");
    if document.pointer(pointer).is_none() {
        return Vec::new();
    }
    let mut document = document.clone();
    document["$ref"] = format!("#{}", pointer.replace('{', "%7B").replace('}', "%7D")).into();
    let options = jsonschema::options().should_validate_formats(true);
    let validator = options.build(&document).expect("a schema");
    validator
        .iter_errors(body)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[tokio::test]
async fn every_reply_is_what_its_document_says() {
    let demo = demo().await;
    let good = calls::all(&demo).await;
    let mut called = BTreeSet::new();
    for Good {
        api,
        operation_id,
        who,
        method,
        path,
        body,
    } in good
    {
        let (status, reply) = demo.send(who, method, &path, body).await;
        assert_eq!(status, 200, "{api} {operation_id}: {reply}");
        let found = operations()
            .into_iter()
            .find(|(other, id, _, _)| *other == api && *id == operation_id);
        let (_, _, pointer, _) = found.unwrap_or_else(|| panic!("{api} has no {operation_id}"));
        let schema = format!("{pointer}/responses/200/content/application~1json/schema");
        let problems = problems(api, &schema, &reply);
        assert!(problems.is_empty(), "{api} {operation_id}: {problems:#?}");
        called.insert((api, operation_id.to_owned()));
    }
    let described = operations()
        .into_iter()
        .map(|(api, id, _, _)| (api, id))
        .collect();
    assert_eq!(called, described, "an operation is not called");
}

#[tokio::test]
async fn every_operation_wants_credentials() {
    let demo = demo().await;
    for Good {
        api,
        operation_id,
        method,
        path,
        body,
        who: good,
        ..
    } in calls::all(&demo).await
    {
        let wrong = path.replace("demo-api-token", "demo-wrong-token");
        for who in [
            As::Nobody,
            As::Bearer("live-token"),
            As::Basic("demo-integrator-token", "demo-wrong-token"),
        ] {
            let (status, reply) = demo.send(who, method, &wrong, body.clone()).await;
            assert_eq!(status, 401, "{api} {operation_id}: {reply}");
            let told = reply.to_string();
            assert!(!told.contains("live-token"), "{reply}");
            // A credential of the kind that is asked for, and none of the sandbox's own: it says so. Where the path has
            // the token, that one is spoken of.
            if wrong == path && matches!((who, good), (As::Bearer(_), As::Bearer(_))) {
                assert!(told.contains("not a demo credential"), "{reply}");
            }
        }
    }
}

#[tokio::test]
async fn every_documented_failure_comes_with_its_documented_body() {
    let demo = demo().await;
    for Good {
        api,
        operation_id,
        who,
        method,
        path,
        body,
    } in calls::all(&demo).await
    {
        let (_, _, pointer, operation) = operations()
            .into_iter()
            .find(|(other, id, _, _)| *other == api && *id == operation_id)
            .expect("the operation");
        let name = operation["x-operation"].as_str().expect("a name");
        let replies = operation["responses"].as_object().expect("replies");
        let failures = replies.keys().filter(|status| *status != "200");
        for status in failures.cloned().chain(["500".to_owned()]) {
            let status: u16 = status.parse().expect("a status");
            let fault = Fault::new(name, Effect::Status(status)).for_api(api);
            demo.sandbox.control().inject(fault).expect("a fault");
            let (came, reply) = demo.send(who, method, &path, body.clone()).await;
            assert_eq!(came, status, "{api} {operation_id}");
            let schema = format!("{pointer}/responses/{status}/content/application~1json/schema");
            let problems = problems(api, &schema, &reply);
            assert!(
                problems.is_empty(),
                "{api} {operation_id} {status}: {problems:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_request_that_is_not_described_is_refused_with_its_reason() {
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
        // A boolean may be 1, where the documents say so; nothing else.
        (
            TOKEN,
            "PATCH",
            "/api/v2/venue/customers/8801",
            json!({ "customer": { "active": 0 } }),
            400,
            "active",
        ),
        // An integer has the bits that its format says.
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
        // The general table for the others.
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
    for (who, method, path, body, status, word) in cases {
        let body = (!body.is_null()).then_some(body);
        let (came, reply) = demo.send(who, method, path, body).await;
        assert_eq!(came, status, "{method} {path}: {reply}");
        assert!(reply.to_string().contains(word), "{path}: {reply}");
    }
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
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
    for (who, method, path, body, status) in cases {
        let (came, reply) = demo.send(who, method, path, body).await;
        assert_eq!(came, status, "{method} {path}");
        assert_eq!(reply.is_null(), status == 204, "{method} {path}: {reply}");
    }
}

#[tokio::test]
async fn what_a_token_does_not_reach_is_forbidden() {
    let demo = demo().await;
    let gone = As::Basic("demo-integrator-token", "demo-venue-token-disconnected");
    assert_eq!(demo.get(gone, "/api/v3/venue/info").await.0, 403);
    let partner = As::Bearer("demo-menu-partner-token");
    assert_eq!(demo.get(partner, "/api/v2/menu_feeds/501").await.0, 200);
    assert_eq!(demo.get(partner, "/api/v2/venue/customers").await.0, 403);
    // Another venue's records are not there.
    let id = demo.order("MINE", None).await;
    let other = As::Basic("demo-integrator-token", "demo-venue-token-2");
    assert_eq!(
        demo.get(other, &format!("/api/v3/incoming_orders/{id}"))
            .await
            .0,
        404
    );
    // Credentials of one environment are wrong in another.
    let path = "/payments/stage/thirdparty/payments/v1.0/CreateRequest";
    assert_eq!(
        demo.post(CLIENT, path, crate::common::payment()).await.0,
        401
    );
}

#[tokio::test]
async fn unknown_fields_are_refused_on_demand() {
    let demo = demo_with(api_sandbox::Sandbox::builder().deny_unknown_fields()).await;
    let mut body = order("STRICT", None);
    body["incoming_order"]["colour"] = "teal".into();
    let (status, reply) = demo
        .post(VENUE, "/api/v3/incoming_orders", body.clone())
        .await;
    assert_eq!(
        (status, reply.to_string().contains("colour")),
        (422, true),
        "{reply}"
    );
    assert_eq!(
        demo.get(TOKEN, "/api/v2/venue/users?colour=teal").await.0,
        422
    );
    demo.sandbox.control().deny_unknown_fields(false);
    assert_eq!(
        demo.post(VENUE, "/api/v3/incoming_orders", body).await.0,
        200
    );
}
