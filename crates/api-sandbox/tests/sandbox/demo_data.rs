//! Every documented key of a response has a value in the demo data.

use std::collections::{BTreeMap, BTreeSet};

use api_sandbox::OrderStatus;
use api_sandbox::{NewCoupon, RingUp};
use serde_json::{Value, json};

use crate::common::{Auth, Demo, demo};
use crate::responses::{documents, operations, problems};

/// A venue's credentials, and the ids of its records.
struct Access {
    bearer: Auth<'static>,
    basic: Auth<'static>,
    token: &'static str,
    feed: &'static str,
    feed_id: i64,
    first_id: i64,
    product: i64,
}

const ACCESS: [Access; 2] = [
    Access {
        bearer: Auth::Bearer("demo-api-token"),
        basic: Auth::Basic("demo-integrator-token", "demo-venue-token"),
        token: "demo-api-token",
        feed: "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
        feed_id: 501,
        first_id: 8_801,
        product: 7_001,
    },
    Access {
        bearer: Auth::Bearer("demo-api-token-2"),
        basic: Auth::Basic("demo-integrator-token", "demo-venue-token-2"),
        token: "demo-api-token-2",
        feed: "1b2c3d4e-5f6a-4b7c-9d8e-0f1a2b3c4d5e",
        feed_id: 502,
        first_id: 18_801,
        product: 17_001,
    },
];

const VENUES: [i64; 2] = [12, 34];

/// The documented keys of a schema, by their path.
fn documented(
    api: &str,
    schema: &Value,
    path: &str,
    parents: &[&str],
    keys: &mut BTreeSet<String>,
) {
    let document = documents().iter().find(|(name, _)| *name == api);
    let (_, document) = document.expect("the document");
    let mut parents = parents.to_vec();
    let mut schema = schema;
    while let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        if parents.contains(&reference) {
            return;
        }
        parents.push(reference);
        schema = document.pointer(&reference[1..]).expect("a schema");
    }
    for part in ["allOf", "anyOf", "oneOf"] {
        for schema in schema[part].as_array().into_iter().flatten() {
            documented(api, schema, path, &parents, keys);
        }
    }
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        documented(api, value, &path, &parents, keys);
        keys.insert(path);
    }
    if let Some(items) = schema.get("items") {
        documented(api, items, &format!("{path}[]"), &parents, keys);
    }
    let others = &schema["additionalProperties"];
    // Lists below an undocumented key.
    for others in [others, &others["then"]] {
        if others.is_object() {
            documented(api, others, &format!("{path}.*"), &parents, keys);
        }
    }
}

/// The keys of a body that are not null, by their path; unknown keys as `*`.
fn seen(body: &Value, path: &str, documented: &BTreeSet<String>, keys: &mut BTreeSet<String>) {
    match body {
        Value::Object(members) => {
            for (key, value) in members {
                let mut path_of_key = format!("{path}.{key}");
                if !documented.contains(&path_of_key) {
                    path_of_key = format!("{path}.*");
                }
                if !value.is_null() {
                    seen(value, &path_of_key, documented, keys);
                    keys.insert(path_of_key);
                }
            }
        }
        Value::Array(elements) => {
            for element in elements {
                seen(element, &format!("{path}[]"), documented, keys);
            }
        }
        _ => {}
    }
}

struct Coverage {
    documented: BTreeMap<(&'static str, String), BTreeSet<String>>,
    seen: BTreeMap<(&'static str, String), BTreeSet<String>>,
    pointers: BTreeMap<(&'static str, String), String>,
}

impl Coverage {
    fn new() -> Self {
        let mut coverage = Self {
            documented: BTreeMap::new(),
            seen: BTreeMap::new(),
            pointers: BTreeMap::new(),
        };
        for (api, id, pointer, operation) in operations() {
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            // Payment requests have no records.
            if schema.is_null() || api == "payments" {
                continue;
            }
            let mut keys = BTreeSet::new();
            documented(api, schema, "", &[], &mut keys);
            let pointer = format!("{pointer}/responses/200/content/application~1json/schema");
            coverage.pointers.insert((api, id.clone()), pointer);
            coverage.documented.insert((api, id), keys);
        }
        coverage
    }

    fn add(&mut self, api: &'static str, id: &str, body: &Value) {
        let key = (api, id.to_owned());
        let documented = &self.documented[&key];
        seen(
            body,
            "",
            documented,
            self.seen.entry(key.clone()).or_default(),
        );
        let problems = problems(api, &self.pointers[&key], body);
        assert!(problems.is_empty(), "{api} {id}: {problems:#?}");
    }

    /// Reads all pages of a list.
    async fn add_list(
        &mut self,
        demo: &Demo,
        api: &'static str,
        id: &str,
        auth: Auth<'_>,
        path: &str,
    ) {
        for page in 1.. {
            let separator = if path.contains('?') { '&' } else { '?' };
            let path = format!("{path}{separator}page={page}");
            let (status, body) = demo.get(auth, &path).await;
            assert_eq!(status, 200, "{path}: {body}");
            self.add(api, id, &body);
            if body["total_pages"]
                .as_i64()
                .is_none_or(|pages| page >= pages)
            {
                break;
            }
        }
    }
}

fn full_order(reference: &str, product: i64) -> Value {
    json!({ "incoming_order": {
        "order_type": "delivery",
        "source": "online_store",
        "reference_no": reference,
        "first_name": "Zoe",
        "last_name": "Young",
        "telephone": "555 020 0100",
        "email": "zoe@example.com",
        "address": "4 Example Street",
        "city": "Springfield",
        "state_abbrev": "CO",
        "zipcode": "80000",
        "customer_type": "recreational",
        "notes": "Ring twice.",
        "requested_date": "2026-02-14",
        "requested_window_start_time": "10:00",
        "requested_window_end_time": "12:00",
        "requested_payment_method": "cash",
        "status_callback": "http://127.0.0.1:9/status",
        "order_items_attributes": [
            { "product_parent_id": product.to_string(), "product_id": product + 2_000, "quantity": 2 },
        ],
    } })
}

fn full_quote(venue: usize, access: &Access) -> Value {
    let level = json!({ "current": "18.5", "low": "17.0", "high": "20.0", "unit_type": "%" });
    let names = [
        "thc",
        "cbd",
        "thca",
        "cbda",
        "total_thc",
        "total_cbd",
        "thcv",
        "cbdv",
        "cbc",
        "cbca",
        "cbcv",
        "cbn",
        "cbg",
        "cbga",
        "cbgv",
    ];
    let results: serde_json::Map<String, Value> = names
        .iter()
        .map(|name| ((*name).to_owned(), level.clone()))
        .collect();
    json!({ "quote": {
        "incoming_order_id": "77",
        "venue_id": VENUES[venue],
        "fulfillment": {
            "source": "online_store",
            "order_type": "delivery",
            "requested_date": "2026-02-14",
            "requested_window_start_time": "10:00",
            "requested_window_end_time": "12:00",
            "tip_amount": 150,
            "tip_type": "amount",
            "processing_fee": 25,
            "tip_calculated": 0,
            "delivery_address": {
                "address": "4 Example Street",
                "city": "Springfield",
                "state_abbrev": "CO",
                "zipcode": "80000",
            },
        },
        "customer": {
            "first_name": "Zoe",
            "last_name": "Young",
            "email": "zoe@example.com",
            "telephone": "5550200100",
            "customer_type": "recreational",
        },
        "payment": { "requested_payment_method": "cash" },
        "items": [{
            "sku_id": access.product + 2_000,
            "product_id": access.product,
            "variant_id": (access.product + 2_000).to_string(),
            "quantity": 40,
            "name": "Sample",
            "unit": "1.0",
            "unit_type": "g",
            "quantity_on_hand": 4,
            "test_results": results,
            "terpene_results": [{ "name": "Myrcene" }],
            "product_image": {
                "is_product_specific_image": true,
                "lg": "https://img.example/lg.jpg",
                "md": "https://img.example/md.jpg",
            },
            "discount": 0,
            "discount_ids": [311],
            "price": 1,
        }],
    } })
}

#[tokio::test]
async fn every_documented_key_has_a_value() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let mut coverage = Coverage::new();
    for (index, access) in ACCESS.iter().enumerate() {
        let (bearer, basic, token) = (access.bearer, access.basic, access.token);
        let shop = control.shop(VENUES[index]);
        let coupon = shop
            .add_coupon(NewCoupon::amount("Welcome", 100))
            .expect("a coupon");
        shop.set_stock(access.product + 2_000, 10).expect("a stock");
        let ring_up = RingUp::new(access.product + 2_000, 1).customer(access.first_id);
        let ring_up = ring_up.coupon(coupon);
        shop.ring_up(ring_up).expect("a sale");
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
        control
            .set_order_status(id, OrderStatus::Canceled)
            .expect("an order");
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

        for (api, id, path) in [
            ("pos-v1", "list_coupons", format!("/{token}/v1/coupons")),
            ("pos-v1", "list_customers", "/v1/venue/customers".to_owned()),
            ("pos-v1", "list_employees", "/v1/venue/employees".to_owned()),
            (
                "pos-v1",
                "list_inventories",
                "/v1/venue/inventories".to_owned(),
            ),
            (
                "pos-v1",
                "list_manifest_items",
                "/v1/venue/manifest_items".to_owned(),
            ),
            (
                "pos-v1",
                "list_sales_histories",
                "/v1/venue/sales_histories".to_owned(),
            ),
            ("pos-v1", "get_venue_info", format!("/{token}/v1/info")),
            (
                "pos-v1",
                "get_menu_feed.token_path",
                format!("/{token}/v1/menu_feeds/{}", access.feed),
            ),
            (
                "pos-v1",
                "get_menu_feed.bearer",
                format!("/v1/menu_feeds/{}", access.feed),
            ),
            ("pos-v2", "list_coupons", "/v2/venue/coupons".to_owned()),
            ("pos-v2", "list_customers", "/v2/venue/customers".to_owned()),
            (
                "pos-v2",
                "list_inventories",
                "/v2/venue/inventories".to_owned(),
            ),
            ("pos-v2", "list_manifests", "/v2/venue/manifests".to_owned()),
            (
                "pos-v2",
                "list_manifest_items",
                "/v2/venue/manifest_items".to_owned(),
            ),
            (
                "pos-v2",
                "list_sales_histories",
                "/v2/venue/sales_histories?q[ordered_at_gt]=2025-12-01".to_owned(),
            ),
            (
                "pos-v2",
                "list_terminal_tills",
                "/v2/venue/terminal_tills".to_owned(),
            ),
            ("pos-v2", "list_users", "/v2/venue/users".to_owned()),
            ("pos-v2", "get_venue_info", "/v2/venue/info".to_owned()),
            (
                "pos-v2",
                "get_menu_feed.token_path",
                format!("/{token}/v2/menu_feeds/{}", access.feed),
            ),
            (
                "pos-v2",
                "get_menu_feed.bearer",
                format!("/v2/menu_feeds/{}", access.feed_id),
            ),
        ] {
            let path = format!("/api{path}");
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

        let path = "/api/v2/venue/sales_histories?q[ordered_at_gt]=2025-12-01&per_page=2000";
        let (_, sales) = demo.get(bearer, path).await;
        let sales = sales["sales_histories"].as_array().expect("sales");
        for sale in sales.iter().take(60).chain(sales.iter().rev().take(2)) {
            let path = format!("/api/v2/venue/sales_histories/{}", sale["id"]);
            let (_, body) = demo.get(bearer, &path).await;
            coverage.add("pos-v2", "get_sales_history", &body);
        }
    }
    let mut missing = Vec::new();
    for ((api, id), documented) in &coverage.documented {
        let seen = coverage
            .seen
            .get(&(*api, id.clone()))
            .cloned()
            .unwrap_or_default();
        let keys: Vec<_> = documented.difference(&seen).collect();
        if !keys.is_empty() {
            missing.push(format!("{api} {id}: {keys:?}"));
        }
    }
    assert!(missing.is_empty(), "keys without a value: {missing:#?}");
    let keys: usize = coverage.documented.values().map(BTreeSet::len).sum();
    assert!(keys > 1_500, "{keys} documented keys");
}
