//! Every documented key of a response has a value in the demo data.

mod access;
mod bodies;
mod coverage;
mod payments;

use std::collections::BTreeSet;

use api_sandbox::OrderStatus;
use serde_json::json;

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
    pos-v1 get_menu_feed /api/{token}/v1/menu_feeds/{feed}
    pos-v1 get_menu_feed_bearer /api/v1/menu_feeds/{feed}
    pos-v2 list_coupons /api/v2/venue/coupons
    pos-v2 list_customers /api/v2/venue/customers
    pos-v2 list_inventories /api/v2/venue/inventories
    pos-v2 list_manifests /api/v2/venue/manifests
    pos-v2 list_manifest_items /api/v2/venue/manifest_items
    pos-v2 list_sales_histories /api/v2/venue/sales_histories?q[ordered_at_gt]=2026-02-01
    pos-v2 list_terminal_tills /api/v2/venue/terminal_tills
    pos-v2 list_users /api/v2/venue/users
    pos-v2 get_venue_info /api/v2/venue/info
    pos-v2 get_menu_feed /api/{token}/v2/menu_feeds/{feed}
    pos-v2 get_menu_feed_bearer /api/v2/menu_feeds/{feed}
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
        let order = |number: i64| full_order(&format!("KEYS-{number}"), access.product);
        let (_, body) = demo
            .post(
                bearer,
                &format!("/api/{token}/v1/incoming_orders"),
                order(1),
            )
            .await;
        coverage.add("pos-v1", "create_incoming_order", &body);
        let (_, body) = demo.post(basic, "/api/v3/incoming_orders", order(2)).await;
        coverage.add("pos-v3", "create_incoming_order", &body);
        let id = body["incoming_order"]["id"].as_i64().expect("an id");
        for status in [
            OrderStatus::Processing,
            OrderStatus::EnRoute,
            OrderStatus::Delivered,
        ] {
            control.set_order_status(id, status).expect("an order");
        }
        let (_, body) = demo
            .get(basic, &format!("/api/v3/incoming_orders/{id}"))
            .await;
        coverage.add("pos-v3", "get_incoming_order", &body);
        let path = format!("/api/{token}/v1/incoming_orders/KEYS-2");
        let (_, body) = demo.get(bearer, &path).await;
        coverage.add("pos-v1", "get_incoming_order", &body);
        for status in [OrderStatus::Canceled, OrderStatus::StsFailed] {
            control.set_order_status(id, status).expect("an order");
            let (_, body) = demo.get(bearer, &path).await;
            coverage.add("pos-v1", "get_incoming_order", &body);
        }
        let path = format!("/api/{token}/v1/incoming_orders/KEYS-1");
        let (_, body) = demo.get(bearer, &path).await;
        coverage.add("pos-v1", "get_incoming_order", &body);

        let quote = full_quote(index, access);
        let (_, body) = demo
            .post(basic, "/api/v3/incoming_quotes", quote.clone())
            .await;
        coverage.add("pos-v3", "create_incoming_quote", &body);
        let reference = body["quote"]["reference_no"].as_str().expect("a reference");
        let number = reference.trim_start_matches("Q-");
        let v3 = format!("/api/v3/incoming_quotes/{reference}");
        let v1 = format!("/api/{token}/v1/incoming_quotes/{number}");
        let (_, body) = demo
            .post(
                bearer,
                &format!("/api/{token}/v1/incoming_quotes"),
                quote.clone(),
            )
            .await;
        coverage.add("pos-v1", "create_incoming_quote", &body);
        let other = body["quote"]["reference_no"].as_str().expect("a reference");
        let other = other.trim_start_matches("Q-").to_owned();
        for number in [number, &other] {
            let path = format!("/api/{token}/v1/incoming_quotes/{number}");
            let (_, body) = demo.get(bearer, &path).await;
            coverage.add("pos-v1", "get_incoming_quote", &body);
        }
        let (_, body) = demo.send(basic, "PUT", &v3, Some(quote.clone())).await;
        coverage.add("pos-v3", "update_incoming_quote", &body);
        let (_, body) = demo.send(bearer, "PUT", &v1, Some(quote)).await;
        coverage.add("pos-v1", "update_incoming_quote", &body);
        let (_, body) = demo.get(basic, &v3).await;
        coverage.add("pos-v3", "get_incoming_quote", &body);
        let (_, body) = demo.get(bearer, &v1).await;
        coverage.add("pos-v1", "get_incoming_quote", &body);
        let path = format!("/api/v1/incoming_quotes/{number}");
        let (_, body) = demo.get(bearer, &path).await;
        coverage.add("pos-v1", "get_incoming_quote_by_id", &body);

        let (_, body) = demo
            .send(bearer, "PUT", &format!("{v1}/finalize"), Some(json!({})))
            .await;
        let id = &body["incoming_order"]["id"];
        let path = format!("/api/{token}/v1/incoming_orders/{id}");
        let (_, body) = demo.get(bearer, &path).await;
        coverage.add("pos-v1", "get_incoming_order", &body);

        for [api, id, path] in rows(LISTS) {
            let path = path
                .replace("{token}", token)
                .replace("{feed}", access.feed);
            coverage.add_list(&demo, api, id, bearer, &path).await;
        }
        let menu = format!("/api/v3/menu_feeds/{}", access.feed);
        coverage
            .add_list(&demo, "pos-v3", "get_menu_feed", basic, &menu)
            .await;
        let (_, venues) = demo
            .get(Auth::Basic("demo-integrator-token", ""), "/api/v3/info")
            .await;
        coverage.add("pos-v3", "list_venues", &venues);

        for customer in access.first_id..access.first_id + 8 {
            let path = format!("/api/v2/venue/customers/{customer}");
            let (_, body) = demo.get(bearer, &path).await;
            coverage.add("pos-v2", "get_customer", &body);
        }
        let customer = json!({ "customer": {
            "first_name": "Max", "last_name": "Moore", "gender": "male", "telephone": "5550300100",
            "email": "max@example.com", "active": true, "sms_opt_out": false, "signature": "aGVsbG8=",
            "address": "5 Example Street", "zipcode": "80000", "city": "Springfield", "state": "CO",
            "birthday": "1990-04-01", "customer_type": "recreational", "terms_agreed": true,
            "points_adjustment": "5",
        } });
        let path = "/api/v2/venue/customers";
        let (_, body) = demo.post(bearer, path, customer.clone()).await;
        coverage.add("pos-v2", "create_customer", &body);
        let path = format!("{path}/{}", body["customer"]["id"]);
        let (_, body) = demo.send(bearer, "PATCH", &path, Some(customer)).await;
        coverage.add("pos-v2", "update_customer", &body);

        let path = "/api/v2/venue/sales_histories?per_page=300";
        let (_, sales) = demo.get(bearer, path).await;
        let sales = sales["sales_histories"].as_array().expect("sales");
        for sale in sales.iter().take(60).chain(sales.iter().rev().take(2)) {
            let path = format!("/api/v2/venue/sales_histories/{}", sale["id"]);
            let (_, body) = demo.get(bearer, &path).await;
            coverage.add("pos-v2", "get_sales_history", &body);
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
