//! A successful request for every operation, by its operationId.

use serde_json::{Value, json};

use crate::common::{Auth, CLIENT, Demo, TOKEN, VENUE, order, payment, quote};

/// A successful request.
pub(crate) struct GoodRequest {
    pub(crate) api: &'static str,
    pub(crate) operation_id: &'static str,
    pub(crate) auth: Auth<'static>,
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
}

const FEED: &str = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const VENDOR: Auth<'static> = Auth::Basic("demo-integrator-token", "demo-vendor-token");

/// One for every operation and each of its paths.
pub(crate) async fn all(demo: &Demo) -> Vec<GoodRequest> {
    let (placed, quoted, finalized) = (
        demo.order("CALLS-1", None).await,
        demo.quote().await,
        demo.quote().await,
    );
    let mut submitted = Vec::new();
    for number in 0..3 {
        let uid = demo.payment().await;
        let (status, _) = demo
            .post(CLIENT, &pay("SubmitRequest"), submission(&uid, number))
            .await;
        assert_eq!(status, 200);
        submitted.push(uid);
    }
    let fresh = demo.payment().await;
    let (_, sales) = demo.get(TOKEN, "/api/v2/venue/sales_histories").await;
    let sale = &sales["sales_histories"][0]["id"];
    let get = |api, operation_id, auth, path: String| GoodRequest {
        api,
        operation_id,
        auth,
        method: "GET",
        path,
        body: None,
    };
    let with = |api, operation_id, auth, method, path: String, body: Value| GoodRequest {
        api,
        operation_id,
        auth,
        method,
        path,
        body: Some(body),
    };
    let v1 = |operation_id, rest: &str| get("pos-v1", operation_id, TOKEN, format!("/api{rest}"));
    let v2 = |operation_id, rest: &str| get("pos-v2", operation_id, TOKEN, format!("/api{rest}"));
    let token = "/demo-api-token/v1";
    let change = json!({ "quote": { "fulfillment": { "tip_amount": "150" } } });
    let quote_path = format!("/api{token}/incoming_quotes/{quoted}");
    vec![
        get(
            "pos-v3",
            "list_venues",
            Auth::Basic("demo-integrator-token", ""),
            "/api/v3/info".into(),
        ),
        get(
            "pos-v3",
            "get_venue_info",
            VENUE,
            "/api/v3/venue/info".into(),
        ),
        get(
            "pos-v3",
            "get_menu_feed",
            VENUE,
            format!("/api/v3/menu_feeds/{FEED}"),
        ),
        with(
            "pos-v3",
            "create_incoming_order",
            VENUE,
            "POST",
            "/api/v3/incoming_orders".into(),
            order("CALLS-2", None),
        ),
        get(
            "pos-v3",
            "get_incoming_order",
            VENUE,
            format!("/api/v3/incoming_orders/{placed}"),
        ),
        with(
            "pos-v3",
            "create_incoming_quote",
            VENUE,
            "POST",
            "/api/v3/incoming_quotes".into(),
            quote(),
        ),
        with(
            "pos-v3",
            "update_incoming_quote",
            VENUE,
            "PUT",
            format!("/api/v3/incoming_quotes/Q-{quoted}"),
            change.clone(),
        ),
        get(
            "pos-v3",
            "get_incoming_quote",
            VENUE,
            format!("/api/v3/incoming_quotes/Q-{quoted}"),
        ),
        v2(
            "get_menu_feed",
            &format!("/demo-api-token/v2/menu_feeds/{FEED}"),
        ),
        v2("get_menu_feed_bearer", "/v2/menu_feeds/501"),
        v2("get_menu_feed_options", "/v2/menu_feeds/501/options"),
        v2("get_venue_info", "/v2/venue/info"),
        v2("list_coupons", "/v2/venue/coupons?per_page=9"),
        v2("list_customers", "/v2/venue/customers?per_page=9"),
        with(
            "pos-v2",
            "create_customer",
            TOKEN,
            "POST",
            "/api/v2/venue/customers".into(),
            json!({ "customer": { "first_name": "Zoe", "birthday": "07/04/1988", "points_adjustment": "5" } }),
        ),
        v2("get_customer", "/v2/venue/customers/8801"),
        with(
            "pos-v2",
            "update_customer",
            TOKEN,
            "PATCH",
            "/api/v2/venue/customers/8801".into(),
            json!({ "customer": { "active": 1, "city": null } }),
        ),
        v2("list_inventories", "/v2/venue/inventories?per_page=9"),
        v2("list_manifest_items", "/v2/venue/manifest_items?per_page=9"),
        v2("list_manifests", "/v2/venue/manifests?per_page=9"),
        v2(
            "list_sales_histories",
            "/v2/venue/sales_histories?per_page=9",
        ),
        v2(
            "get_sales_history",
            &format!("/v2/venue/sales_histories/{sale}"),
        ),
        v2("list_terminal_tills", "/v2/venue/terminal_tills?per_page=9"),
        v2("list_users", "/v2/venue/users?per_page=9"),
        v1("get_venue_info", &format!("{token}/info")),
        v1("list_coupons", &format!("{token}/coupons")),
        with(
            "pos-v1",
            "create_incoming_order",
            TOKEN,
            "POST",
            format!("/api{token}/incoming_orders"),
            order("CALLS-3", None),
        ),
        v1(
            "get_incoming_order",
            &format!("{token}/incoming_orders/CALLS-1"),
        ),
        with(
            "pos-v1",
            "create_incoming_quote",
            TOKEN,
            "POST",
            format!("/api{token}/incoming_quotes"),
            quote(),
        ),
        v1(
            "get_incoming_quote",
            &format!("{token}/incoming_quotes/{quoted}"),
        ),
        with(
            "pos-v1",
            "patch_incoming_quote",
            TOKEN,
            "PATCH",
            quote_path.clone(),
            change.clone(),
        ),
        with(
            "pos-v1",
            "update_incoming_quote",
            TOKEN,
            "PUT",
            quote_path,
            change,
        ),
        with(
            "pos-v1",
            "finalize_incoming_quote",
            TOKEN,
            "PUT",
            format!("/api{token}/incoming_quotes/{finalized}/finalize"),
            json!({}),
        ),
        v1(
            "get_incoming_quote_by_id",
            &format!("/v1/incoming_quotes/{quoted}"),
        ),
        v1("get_menu_feed", &format!("{token}/menu_feeds/501")),
        v1("get_menu_feed_bearer", &format!("/v1/menu_feeds/{FEED}")),
        v1(
            "get_menu_feed_options",
            &format!("{token}/menu_feeds/501/options"),
        ),
        v1("list_customers", "/v1/venue/customers?per_page=9"),
        v1("list_employees", "/v1/venue/employees?per_page=9"),
        v1("list_inventories", "/v1/venue/inventories?per_page=9"),
        v1("list_manifest_items", "/v1/venue/manifest_items?per_page=9"),
        v1(
            "list_sales_histories",
            "/v1/venue/sales_histories?per_page=20",
        ),
        get(
            "vendor",
            "list_retailers",
            VENDOR,
            "/api/vapi/v1/retailers".into(),
        ),
        get(
            "vendor",
            "list_vendors",
            Auth::Basic("demo-integrator-token", ""),
            "/api/vapi/v1/vendors".into(),
        ),
        with(
            "payments",
            "create_request",
            CLIENT,
            "POST",
            pay("CreateRequest"),
            payment(),
        ),
        with(
            "payments",
            "submit_request",
            CLIENT,
            "POST",
            pay("SubmitRequest"),
            submission(&fresh, 9),
        ),
        with(
            "payments",
            "refund_request",
            CLIENT,
            "POST",
            pay("RefundRequest"),
            json!({ "RequestUid": submitted[0], "Reason": "returned" }),
        ),
        with(
            "payments",
            "adjust_request",
            CLIENT,
            "POST",
            pay("AdjustRequest"),
            adjustment(&submitted[1]),
        ),
        with(
            "payments",
            "addendum_request",
            CLIENT,
            "POST",
            pay("AddendumRequest"),
            json!({ "RequestUid": submitted[2], "Amount": 5 }),
        ),
    ]
}

pub(crate) fn pay(method: &str) -> String {
    format!("/payments/test/thirdparty/payments/v1.0/{method}")
}

pub(crate) fn submission(uid: &str, number: i64) -> Value {
    json!({
        "RequestUid": uid,
        "OrderNumber": format!("A-{number}"),
        "OrderDescription": "Two lamps",
        "Amount": 125.5,
        "PayDate": "2026-12-01",
    })
}

fn adjustment(uid: &str) -> Value {
    let mut body = submission(uid, 1);
    body["Reason"] = "one lamp less".into();
    body
}
