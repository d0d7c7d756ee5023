//! Requests that are rejected, each with the reason.

use serde_json::{Value, json};

use crate::common::{Auth, CLIENT, TOKEN, VENUE, demo, demo_with, order};

#[tokio::test]
async fn path_outside_of_the_base_urls_is_asked_for_them() {
    let demo = demo().await;
    let (status, response) = demo.get(VENUE, "/v3/info").await;
    assert_eq!(status, 404);
    let error = response["error"].as_str().expect("an error");
    let question = "does your base URL end with /api";
    assert!(error.contains(question), "{error}");
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
