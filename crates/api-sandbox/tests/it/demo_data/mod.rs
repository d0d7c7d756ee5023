//! Every documented key of a response has a value in the demo data.

mod access;
mod bodies;
mod coverage;
mod payments;

use std::collections::BTreeSet;

use api_sandbox::OrderStatus;
use serde_json::{Value, json};

use crate::common::{Auth, demo, rows};
use access::{ACCESS, VENUES};
use bodies::{full_order, full_quote};
use coverage::{Coverage, is_never_set};
use payments::add_payments;

/// API, operation and path.
const LISTS: &str = "
    pos-v1 list_coupons /api/{token}/v1/coupons
    pos-v1 list_customers /api/v1/venue/customers
    pos-v1 list_employees /api/v1/venue/employees
    pos-v1 list_inventories /api/v1/venue/inventories
    pos-v1 list_manifest_items /api/v1/venue/manifest_items
    pos-v1 list_sales_histories /api/v1/venue/sales_histories
    pos-v1 get_venue_info /api/{token}/v1/info
    pos-v1 get_menu_feed_token_path /api/{token}/v1/menu_feeds/{feed}
    pos-v1 get_menu_feed /api/v1/menu_feeds/{feed}
    pos-v2 list_coupons /api/v2/venue/coupons
    pos-v2 list_customers /api/v2/venue/customers
    pos-v2 list_inventories /api/v2/venue/inventories
    pos-v2 list_manifests /api/v2/venue/manifests
    pos-v2 list_manifest_items /api/v2/venue/manifest_items
    pos-v2 list_sales_histories /api/v2/venue/sales_histories?q[ordered_at_gt]=2026-02-01
    pos-v2 list_terminal_tills /api/v2/venue/terminal_tills
    pos-v2 list_users /api/v2/venue/users
    pos-v2 get_venue_info /api/v2/venue/info
    pos-v2 get_menu_feed_token_path /api/{token}/v2/menu_feeds/{feed}
    pos-v2 get_menu_feed /api/v2/menu_feeds/{feed}
";

#[tokio::test]
async fn every_documented_key_has_a_value() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let mut coverage = Coverage::new();
    for (index, access) in ACCESS.iter().enumerate() {
        let (bearer, basic, token) = (access.bearer, access.basic, access.token);
        let stock = json!({ "on_hand": 10 });
        let sku = access.product + 2_000;
        control
            .change(VENUES[index], "prices", sku, stock)
            .expect("a stock");
        let v1 = format!("/api/{token}/v1");
        // API, operation and method.
        let mut call = async |what: &'static str, path: &str, body: Option<Value>| {
            let [api, id, method] = rows(what).next().expect("an operation");
            let auth = match (api, id) {
                (_, "list_venues") => Auth::Basic("demo-integrator-token", ""),
                ("pos-v3", _) => basic,
                _ => bearer,
            };
            let response = demo.ok(auth, method, path, body).await;
            coverage.add(api, id, &response);
            response
        };
        let order = |number: i64| Some(full_order(&format!("KEYS-{number}"), access.product));
        let orders = format!("{v1}/incoming_orders");
        call("pos-v1 create_incoming_order POST", &orders, order(1)).await;
        let path = "/api/v3/incoming_orders";
        let created = call("pos-v3 create_incoming_order POST", path, order(2)).await;
        let id = created["incoming_order"]["id"].as_i64().expect("an id");
        let full = format!("{orders}/KEYS-2");
        for status in [
            OrderStatus::Processing,
            OrderStatus::EnRoute,
            OrderStatus::Delivered,
            OrderStatus::Canceled,
            OrderStatus::StsFailed,
        ] {
            control.set_order_status(id, status).expect("an order");
            call("pos-v1 get_incoming_order GET", &full, None).await;
        }
        let path = format!("/api/v3/incoming_orders/{id}");
        call("pos-v3 get_incoming_order GET", &path, None).await;
        let path = format!("{orders}/KEYS-1");
        call("pos-v1 get_incoming_order GET", &path, None).await;

        let quote = || Some(full_quote(index, access));
        let path = "/api/v3/incoming_quotes";
        let created = call("pos-v3 create_incoming_quote POST", path, quote()).await;
        let number = |quote: &Value| {
            let reference = quote["quote"]["reference_no"].as_str();
            reference.expect("a reference").replace("Q-", "")
        };
        let first = number(&created);
        let quotes = format!("{v1}/incoming_quotes");
        let created = call("pos-v1 create_incoming_quote POST", &quotes, quote()).await;
        let v3_path = format!("{path}/Q-{first}");
        let v1_path = format!("{quotes}/{first}");
        call("pos-v3 update_incoming_quote PUT", &v3_path, quote()).await;
        call("pos-v1 update_incoming_quote PUT", &v1_path, quote()).await;
        call("pos-v3 get_incoming_quote GET", &v3_path, None).await;
        // One has an even id, the other an odd one.
        for number in [&first, &number(&created)] {
            let path = format!("{quotes}/{number}");
            call("pos-v1 get_incoming_quote GET", &path, None).await;
        }
        let path = format!("/api/v1/incoming_quotes/{first}");
        call("pos-v1 get_incoming_quote_by_id GET", &path, None).await;
        let finalize = format!("{v1_path}/finalize");
        demo.ok(bearer, "PUT", &finalize, Some(json!({}))).await;
        let path = format!("{orders}/Q-{first}");
        call("pos-v1 get_incoming_order GET", &path, None).await;

        call("pos-v3 list_venues GET", "/api/v3/info", None).await;
        let menu = format!("/api/v3/menu_feeds/{}", access.feed);
        call("pos-v3 get_menu_feed GET", &menu, None).await;
        let customers = "/api/v2/venue/customers";
        for customer in access.first_id..access.first_id + 8 {
            let path = format!("{customers}/{customer}");
            call("pos-v2 get_customer GET", &path, None).await;
        }
        let customer = json!({ "customer": {
            "first_name": "Max", "last_name": "Moore", "gender": "male", "telephone": "5550300100",
            "email": "max@example.com", "active": true, "sms_opt_out": false, "signature": "aGVsbG8=",
            "address": "5 Example Street", "zipcode": "80000", "city": "Springfield", "state": "CO",
            "birthday": "1990-04-01", "customer_type": "recreational", "terms_agreed": true,
            "points_adjustment": "5",
        } });
        let body = Some(customer.clone());
        let created = call("pos-v2 create_customer POST", customers, body).await;
        let path = format!("{customers}/{}", created["customer"]["id"]);
        call("pos-v2 update_customer PATCH", &path, Some(customer)).await;

        let path = "/api/v2/venue/sales_histories?q[ordered_at_gt]=2026-01-01";
        let sales = demo.ok(bearer, "GET", path, None).await;
        let sales = sales["sales_histories"].as_array().expect("sales");
        // They differ little.
        for sale in sales.iter().step_by(5) {
            let path = format!("/api/v2/venue/sales_histories/{}", sale["id"]);
            call("pos-v2 get_sales_history GET", &path, None).await;
        }
        for [api, id, path] in rows(LISTS) {
            let path = path
                .replace("{token}", token)
                .replace("{feed}", access.feed);
            coverage.add_list(&demo, api, id, bearer, &path).await;
        }
    }
    add_payments(&demo, &mut coverage).await;
    let mut missing = Vec::new();
    for ((api, id), documented) in &coverage.documented {
        let seen = coverage
            .seen
            .get(&(*api, id.clone()))
            .cloned()
            .unwrap_or_default();
        let keys: Vec<_> = documented
            .difference(&seen)
            .filter(|key| !is_never_set(id, key))
            .collect();
        if !keys.is_empty() {
            missing.push(format!("{api} {id}: {keys:?}"));
        }
    }
    assert!(missing.is_empty(), "keys without a value: {missing:#?}");
    let keys: usize = coverage.documented.values().map(BTreeSet::len).sum();
    assert!(keys > 1_500, "{keys} documented keys");
}
