//! A successful request for every operation, by its operationId.

use serde_json::{Value, json};

use crate::common::{Auth, CLIENT, Demo, TOKEN, auth, order, payment, quote, rows};

/// A successful request.
pub(crate) struct GoodRequest {
    pub(crate) api: &'static str,
    pub(crate) operation_id: &'static str,
    pub(crate) auth: Auth<'static>,
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
}

/// API, operation, credentials, method and path.
const REQUESTS: &str = "
    pos-v3 list_venues integrator GET /api/v3/info
    pos-v3 get_venue_info venue GET /api/v3/venue/info
    pos-v3 get_menu_feed venue GET /api/v3/menu_feeds/{feed}
    pos-v3 create_incoming_order venue POST /api/v3/incoming_orders
    pos-v3 get_incoming_order venue GET /api/v3/incoming_orders/{placed}
    pos-v3 create_incoming_quote venue POST /api/v3/incoming_quotes
    pos-v3 update_incoming_quote venue PUT /api/v3/incoming_quotes/Q-{quoted}
    pos-v3 get_incoming_quote venue GET /api/v3/incoming_quotes/Q-{quoted}
    pos-v2 get_menu_feed_token_path token GET /api/demo-api-token/v2/menu_feeds/{feed}
    pos-v2 get_menu_feed token GET /api/v2/menu_feeds/501
    pos-v2 get_menu_feed_options token GET /api/v2/menu_feeds/501/options
    pos-v2 get_venue_info token GET /api/v2/venue/info
    pos-v2 list_coupons token GET /api/v2/venue/coupons?per_page=9
    pos-v2 list_customers token GET /api/v2/venue/customers?per_page=9
    pos-v2 create_customer token POST /api/v2/venue/customers
    pos-v2 get_customer token GET /api/v2/venue/customers/8801
    pos-v2 update_customer token PATCH /api/v2/venue/customers/8801
    pos-v2 list_inventories token GET /api/v2/venue/inventories?per_page=9
    pos-v2 list_manifest_items token GET /api/v2/venue/manifest_items?per_page=9
    pos-v2 list_manifests token GET /api/v2/venue/manifests?per_page=9
    pos-v2 list_sales_histories token GET /api/v2/venue/sales_histories?per_page=9
    pos-v2 get_sales_history token GET /api/v2/venue/sales_histories/{sale}
    pos-v2 list_terminal_tills token GET /api/v2/venue/terminal_tills?per_page=9
    pos-v2 list_users token GET /api/v2/venue/users?per_page=9
    pos-v1 get_venue_info token GET /api/demo-api-token/v1/info
    pos-v1 list_coupons token GET /api/demo-api-token/v1/coupons
    pos-v1 create_incoming_order token POST /api/demo-api-token/v1/incoming_orders
    pos-v1 get_incoming_order token GET /api/demo-api-token/v1/incoming_orders/CALLS-1
    pos-v1 create_incoming_quote token POST /api/demo-api-token/v1/incoming_quotes
    pos-v1 get_incoming_quote token GET /api/demo-api-token/v1/incoming_quotes/{quoted}
    pos-v1 patch_incoming_quote token PATCH /api/demo-api-token/v1/incoming_quotes/{quoted}
    pos-v1 update_incoming_quote token PUT /api/demo-api-token/v1/incoming_quotes/{quoted}
    pos-v1 finalize_incoming_quote token PUT /api/demo-api-token/v1/incoming_quotes/{finalized}/finalize
    pos-v1 get_incoming_quote_by_id token GET /api/v1/incoming_quotes/{quoted}
    pos-v1 get_menu_feed_token_path token GET /api/demo-api-token/v1/menu_feeds/501
    pos-v1 get_menu_feed token GET /api/v1/menu_feeds/{feed}
    pos-v1 get_menu_feed_options token GET /api/demo-api-token/v1/menu_feeds/501/options
    pos-v1 list_customers token GET /api/v1/venue/customers?per_page=9
    pos-v1 list_employees token GET /api/v1/venue/employees?per_page=9
    pos-v1 list_inventories token GET /api/v1/venue/inventories?per_page=9
    pos-v1 list_manifest_items token GET /api/v1/venue/manifest_items?per_page=9
    pos-v1 list_sales_histories token GET /api/v1/venue/sales_histories?per_page=20
    vendor list_retailers vendor GET /api/vapi/v1/retailers
    vendor list_vendors integrator GET /api/vapi/v1/vendors
    payments create_request client POST {payments}/CreateRequest
    payments submit_request client POST {payments}/SubmitRequest
    payments refund_request client POST {payments}/RefundRequest
    payments adjust_request client POST {payments}/AdjustRequest
    payments addendum_request client POST {payments}/AddendumRequest
";

/// One for every operation and each of its paths.
pub(crate) async fn all(demo: &Demo) -> Vec<GoodRequest> {
    let placed = demo.order("CALLS-1", None).await;
    let (quoted, finalized) = (demo.quote().await, demo.quote().await);
    let fresh = demo.payment().await;
    let mut submitted = Vec::new();
    for number in 0..3 {
        let uid = demo.payment().await;
        let body = submission(&uid, number);
        let (status, _) = demo.post(CLIENT, &pay("SubmitRequest"), body).await;
        assert_eq!(status, 200);
        submitted.push(uid);
    }
    let (_, sales) = demo.get(TOKEN, "/api/v2/venue/sales_histories").await;
    let sale = sales["sales_histories"][0]["id"].to_string();
    let (placed, quoted, finalized) = (
        placed.to_string(),
        quoted.to_string(),
        finalized.to_string(),
    );
    let names = [
        ("{feed}", "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"),
        ("{payments}", "/payments/test/thirdparty/payments/v1.0"),
        ("{placed}", &placed),
        ("{quoted}", &quoted),
        ("{finalized}", &finalized),
        ("{sale}", &sale),
    ];
    let body = |api: &str, operation_id: &str| {
        Some(match operation_id {
            "create_incoming_order" => order(&format!("CALLS-{api}"), None),
            "create_incoming_quote" => quote(),
            "update_incoming_quote" | "patch_incoming_quote" => {
                json!({ "quote": { "fulfillment": { "tip_amount": "150" } } })
            }
            "finalize_incoming_quote" => json!({}),
            "create_customer" => json!({ "customer": {
                "first_name": "Zoe", "birthday": "07/04/1988", "points_adjustment": "5",
            } }),
            "update_customer" => json!({ "customer": { "active": 1, "city": null } }),
            "create_request" => payment(),
            "submit_request" => submission(&fresh, 9),
            "refund_request" => json!({ "RequestUid": submitted[0], "Reason": "returned" }),
            "adjust_request" => adjustment(&submitted[1]),
            "addendum_request" => json!({ "RequestUid": submitted[2], "Amount": 5 }),
            _ => return None,
        })
    };
    let request = |[api, operation_id, credentials, method, path]: [&'static str; 5]| {
        let replace = |path: String, (name, value): &(&str, &str)| path.replace(name, value);
        GoodRequest {
            api,
            operation_id,
            auth: auth(credentials),
            method,
            path: names.iter().fold(path.to_owned(), replace),
            body: body(api, operation_id),
        }
    };
    rows(REQUESTS).map(request).collect()
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
