//! Requests that are rejected, each with the reason.

use serde_json::json;

use crate::common::{Auth, CLIENT, TOKEN, VENUE, auth, demo, demo_with, order, payment, quote};

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
    // 422 is documented for orders, and 400 for customers; other rows have the API's general table. A
    // boolean may be 1 where documented, but not 0.
    let table = r#"
        422 venue POST /api/v3/incoming_orders reference_no { "incoming_order": { "reference_no": 7, "order_items_attributes": [] } }
        422 venue POST /api/v3/incoming_orders reference_no { "incoming_order": { "reference_no": " ", "order_items_attributes": [{ "product_parent_id": "7001", "product_id": 9001, "quantity": 1 }] } }
        422 venue POST /api/v3/incoming_orders price { "incoming_order": { "reference_no": "BITS", "order_items_attributes": [{ "product_parent_id": "7001", "product_id": 9001, "quantity": 1, "price": 18446744073709551615 }] } }
        422 venue POST /api/v3/incoming_orders incoming_order {}
        400 token POST /api/v2/venue/customers first_name { "customer": { "first_name": 7 } }
        400 token POST /api/v2/venue/customers birthday { "customer": { "birthday": "a day" } }
        400 token PATCH /api/v2/venue/customers/8801 telephone { "customer": { "telephone": "1" } }
        400 token PATCH /api/v2/venue/customers/8801 active { "customer": { "active": 0 } }
        422 token GET /api/v2/venue/customers?page=a page
        422 token GET /api/v2/venue/inventories?per_page=101 100
        422 token GET /api/v2/venue/users?q%5Bupdated_at_gt%5D=yesterday updated_at_gt
        422 token GET /api/v2/venue/customers/first id
        422 token GET /api/v1/incoming_quotes/2147483648 2147483647
        400 client POST /payments/test/thirdparty/payments/v1.0/RefundRequest Reason { "RequestUid": "x" }
    "#;
    demo.check_table(table).await;
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
    let path = format!("/api/v3/incoming_orders/{id}");
    assert_eq!(demo.get(auth("venue-2"), &path).await.0, 404);
    // Credentials of another environment are wrong.
    let path = "/payments/stage/thirdparty/payments/v1.0/CreateRequest";
    assert_eq!(demo.post(CLIENT, path, payment()).await.0, 401);
}

#[tokio::test]
async fn unknown_fields_can_be_denied() {
    let demo = demo_with(api_sandbox::Sandbox::builder().deny_unknown_fields(true)).await;
    let mut body = order("STRICT", None);
    body["incoming_order"]["color"] = "teal".into();
    let path = "/api/v3/incoming_orders";
    let (status, response) = demo.post(VENUE, path, body.clone()).await;
    assert_eq!(status, 422, "{response}");
    assert!(response.to_string().contains("color"), "{response}");
    let (status, _) = demo.get(TOKEN, "/api/v2/venue/users?color=teal").await;
    assert_eq!(status, 422);
    demo.sandbox.control().deny_unknown_fields(false);
    demo.ok(VENUE, "POST", path, Some(body)).await;
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
        let mut body = quote();
        body["quote"]["fulfillment"]["delivery_address"] = json!({});
        body["quote"]["items"][0]["test_results"] = json!({ "thc": {} });
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        body.pointer_mut(parent).expect("the parent")[name] = value;
        let (status, response) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
        let expected = json!({ "errors": [format!("{pointer}: {reason}")] });
        assert_eq!((status, response), (422, expected));
    }
}
