//! Actions in a shop and scripts, over HTTP: results, errors, restart.

use api_sandbox::{OrderStatus, RingUp, Sandbox, ShopAction, Step};
use serde_json::{Value, json};

use crate::common::{Auth, Demo, TOKEN, demo, demo_with};

const ACTIONS: &str = "/_sandbox/venues/12/actions";

async fn perform(demo: &Demo, body: Value) -> (u16, Value) {
    demo.post(Auth::Anonymous, ACTIONS, body).await
}

/// The lists of venue 12 that actions change.
async fn lists(demo: &Demo) -> Vec<Value> {
    let mut lists = Vec::new();
    for list in [
        "coupons",
        "customers",
        "inventories",
        "manifests",
        "sales_histories",
        "terminal_tills",
        "users",
    ] {
        lists.push(demo.get(TOKEN, &format!("/api/v2/venue/{list}")).await.1);
    }
    lists
}

async fn inventory(demo: &Demo, sku: i64) -> Value {
    for page in 1.. {
        let path = format!("/api/v2/venue/inventories?page={page}");
        let (_, body) = demo.get(TOKEN, &path).await;
        let rows = body["inventory"].as_array().expect("a list");
        assert!(!rows.is_empty(), "no SKU {sku}");
        if let Some(row) = rows.iter().find(|row| row["id"] == sku) {
            return row.clone();
        }
    }
    unreachable!()
}

#[tokio::test]
async fn invalid_actions_name_the_argument_and_change_nothing() {
    let demo = demo().await;
    let before = lists(&demo).await;
    for (body, expected) in [
        (
            json!({ "action": "ring_up", "items": [{ "sku": 9999, "quantity": 1 }] }),
            "items[0].sku: no product has the SKU 9999; the nearest are 10001, 10002 and 10003",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 9001, "quantity": 0 }] }),
            "items[0].quantity: expected 1 to 1000000, found 0",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 9001, "quantity": 100000 }] }),
            "of the SKU 9001 on hand, found 100000",
        ),
        (
            json!({ "action": "ring_up", "items": [] }),
            "items: expected at least one item",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": "a", "quantity": 1 }] }),
            "items[0].sku: expected an integer, found `\"a\"`",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 9001 }], "customer": 1 }),
            "customer: no customer has the id 1; the nearest are 8801, 8802 and 8803",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 9001 }], "employee": 1 }),
            "employee: no employee has the id 1",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 9001 }], "payment": "gold" }),
            "payment: expected one of cash, debit, ACH, found gold",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 9001 }], "coupons": [314] }),
            "coupons[0]: the coupon 314 is disabled",
        ),
        (json!({ "action": "ring_up" }), "missing `items`"),
        (
            json!({ "action": "ringup" }),
            "unknown action `ringup`, did you mean `ring_up`?",
        ),
        (
            json!({ "sku": 9001 }),
            "`action` must be the name of an action",
        ),
        (
            json!({ "action": "set_price", "sku": 9001, "price_cents": -1 }),
            "price_cents: expected 0 to 1000000000, found -1",
        ),
        (
            json!({ "action": "set_price", "sku": 9001, "price_cents": 1.5 }),
            "price_cents: expected an integer, found `1.5`",
        ),
        (
            json!({ "action": "set_price", "sku": 9001, "cents": 1 }),
            "unknown key `cents`, expected one of `price_cents`, `sku`",
        ),
        (
            json!({ "action": "set_stock", "sku": 1, "quantity": 1 }),
            "sku: no product has the SKU 1; the nearest are 9001, 9002 and 9003",
        ),
        (
            json!({ "action": "add_product", "name": "A", "group": "Fish", "price_cents": 1 }),
            "group: expected one of Flower, Pre-Roll Flower",
        ),
        (
            json!({ "action": "add_product", "name": " ", "group": "Flower", "price_cents": 1 }),
            "name: must not be blank",
        ),
        (
            json!({ "action": "update_product", "product": 1 }),
            "product: no product has the id 1; the nearest are 7001",
        ),
        (
            json!({ "action": "receive", "items": [{ "sku": 9001, "quantity": 5 }, { "sku": 9001, "quantity": -5 }] }),
            "items[1].quantity: expected 1 to",
        ),
        (
            json!({ "action": "accept_manifest", "manifest": 1 }),
            "manifest: no pending manifest has the id 1; the nearest are 16812",
        ),
        (
            json!({ "action": "add_coupon", "name": "A", "percent": 101 }),
            "percent: expected 1 to 100, found 101",
        ),
        (
            json!({ "action": "add_coupon", "name": "A" }),
            "expected either `percent` or `amount_cents`",
        ),
        (
            json!({ "action": "disable_coupon", "coupon": 1 }),
            "coupon: no coupon has the id 1; the nearest are 311, 312 and 313",
        ),
        (
            json!({ "action": "close_till", "till": 14801 }),
            "till: the till 14801 is closed",
        ),
        (
            json!({ "action": "open_till", "employee": 1 }),
            "employee: no employee has the id 1",
        ),
        (
            json!({ "action": "add_customer", "first_name": "A", "last_name": "B", "telephone": "(555) 010-0123" }),
            "telephone: the customer 8801 has (555) 010-0123",
        ),
        (
            json!({ "action": "update_customer", "customer": 8801, "add_points": -1000000 }),
            "add_points: expected a total from 0 to 1000000000, found ",
        ),
        (
            json!({ "action": "disable_employee", "employee": 1 }),
            "employee: no employee has the id 1",
        ),
    ] {
        let (status, response) = perform(&demo, body.clone()).await;
        let message = response["error"].as_str().unwrap_or_default();
        assert_eq!(status, 400, "{body}: {response}");
        assert!(message.contains(expected), "{body}: {message}");
    }
    let (_, response) = demo
        .post(
            Auth::Anonymous,
            "/_sandbox/venues/13/actions",
            json!({ "action": "set_price", "sku": 1, "price_cents": 1 }),
        )
        .await;
    assert_eq!(
        response["error"],
        "venue: no venue has the id 13, expected one of 12 and 34"
    );
    assert_eq!(lists(&demo).await, before);
}

#[tokio::test]
async fn every_action_has_its_effect() {
    let demo = demo().await;
    let id = async |body: Value| {
        let (status, response) = perform(&demo, body).await;
        assert_eq!(status, 200, "{response}");
        response["id"].as_i64().expect("an id")
    };
    id(json!({ "action": "set_stock", "sku": 9001, "quantity": 9 })).await;
    id(json!({ "action": "set_price", "sku": 9001, "price_cents": 1000 })).await;
    let coupon = id(json!({ "action": "add_coupon", "name": "Spring", "percent": 10 })).await;
    let sale = id(json!({
        "action": "ring_up", "items": [{ "sku": 9001, "quantity": 2 }],
        "customer": 8801, "employee": 13802, "payment": "debit", "coupons": [coupon],
    }))
    .await;
    let row = inventory(&demo, 9_001).await;
    assert_eq!(row["quantity_on_hand"], 7);
    assert_eq!(row["price"], 1_000);
    let path = format!("/api/v2/venue/sales_histories/{sale}");
    let (_, body) = demo.get(TOKEN, &path).await;
    let history = &body["sales_history"];
    // 8.5 percent of 1,800, without the included tax.
    assert_eq!(
        (
            &history["sub_total"],
            &history["discount"],
            &history["tax"],
            &history["total"]
        ),
        (&json!(2_000), &json!(200), &json!(153), &json!(1_953))
    );
    assert_eq!(history["customer_id"], 8_801);
    assert_eq!(history["user_id"], 13_802);
    assert_eq!(history["sales_tenders"][0]["payment_method_name"], "debit");
    let discount = json!([{ "coupon_id": coupon, "coupon_name": "Spring" }]);
    assert_eq!(history["items"][0]["discount_list"], discount);

    id(json!({ "action": "disable_coupon", "coupon": coupon })).await;
    let (_, coupons) = demo.get(TOKEN, "/api/v2/venue/coupons").await;
    let coupons = coupons["coupons"].as_array().expect("a list");
    let found = coupons.iter().find(|row| row["id"] == coupon);
    assert_eq!(found.expect("a coupon")["active"], false);
    id(json!({ "action": "enable_coupon", "coupon": coupon })).await;

    let product = id(json!({ "action": "add_product", "name": "Gift Card", "group": "Accessories", "price_cents": 2500 })).await;
    let menu = async || {
        let path = "/api/v2/menu_feeds/501";
        demo.get(TOKEN, path)
            .await
            .1
            .to_string()
            .contains("Gift Card")
    };
    assert!(menu().await);
    id(json!({ "action": "update_product", "product": product, "active": false })).await;
    assert!(!menu().await, "not on the menu");
    id(json!({ "action": "receive", "items": [{ "sku": product + 1, "quantity": 3, "cost_cents": 5 }], "supplier": "Corner Supply" })).await;
    let row = inventory(&demo, product + 1).await;
    assert_eq!(
        (&row["quantity_on_hand"], &row["cost"]),
        (&json!(3), &json!(5))
    );

    let (_, manifests) = demo.get(TOKEN, "/api/v2/venue/manifests").await;
    let manifests = manifests["manifests"].as_array().expect("a list");
    let pending = manifests.iter().find(|row| row["state"] == "pending");
    let pending = pending.expect("a pending manifest");
    let item = &pending["manifest_items"][0];
    let sku = item["inventory_id"].as_i64().expect("a SKU");
    let delivered: f64 = (pending["manifest_items"].as_array().expect("items").iter())
        .filter(|item| item["inventory_id"] == sku)
        .filter_map(|item| item["supplier_quantity"].as_f64())
        .sum();
    let on_hand = inventory(&demo, sku).await["quantity_on_hand"].as_f64();
    id(json!({ "action": "accept_manifest", "manifest": pending["id"] })).await;
    let after = inventory(&demo, sku).await["quantity_on_hand"].as_f64();
    assert_eq!(after, on_hand.map(|on_hand| on_hand + delivered));
}

/// The progress of a script.
async fn script(demo: &Demo, script: &str) -> (u16, Value) {
    demo.get(Auth::Anonymous, &format!("/_sandbox/scripts/{script}"))
        .await
}

#[tokio::test]
async fn errors_after_a_pause_are_part_of_the_progress() {
    let demo = demo().await;
    let order = demo.order("SCRIPT-2", None).await;
    let start = async |path: &str, body: Value| {
        let (status, response) = demo.post(Auth::Anonymous, path, body).await;
        assert_eq!(status, 200, "{response}");
        response["script"].as_u64().expect("a number")
    };
    let steps = json!([
        { "order": order, "status": "Processing" },
        { "pause_milliseconds": 1 },
        { "venue": 12, "action": "ring_up", "items": [{ "sku": 9001 }, { "sku": 1 }] },
        { "order": order, "status": "Delivered" },
    ]);
    let number = start("/_sandbox/script", json!({ "steps": steps })).await;
    let (_, body) = script(&demo, &format!("{number}?timeout_seconds=5")).await;
    assert_eq!(
        (&body["state"], &body["ids"]),
        (&json!("failed"), &json!([order, null]))
    );
    let error = body["error"].as_str().expect("an error");
    assert!(
        error.starts_with("steps[2]: items[1].sku: no product has the SKU 1;"),
        "{error}"
    );
    // The index of a step does not count the pauses between the steps.
    let unknown = json!({ "order": 1, "status": "Delivered" });
    let known = json!({ "order": order, "status": "Delivered" });
    let steps = json!({ "steps": [known, known, unknown], "pause_milliseconds": 1 });
    let number = start("/_sandbox/script", steps).await;
    let (_, body) = script(&demo, &format!("{number}?timeout_seconds=5")).await;
    assert_eq!(body["error"], "steps[2]: no order has this id", "{body}");
    // Without a time limit, the progress so far.
    let steps = json!({ "steps": ["Processing", "Delivered"], "pause_milliseconds": 60_000 });
    let number = start(&format!("/_sandbox/orders/{order}/script"), steps).await;
    let (_, body) = script(&demo, &number.to_string()).await;
    assert_eq!(
        (&body["state"], &body["ids"]),
        (&json!("running"), &json!([order]))
    );
    for (number, expected) in [("99", 404), ("x", 404), ("1?timeout_seconds=-1", 400)] {
        assert_eq!(script(&demo, number).await.0, expected, "{number}");
    }
}

#[tokio::test]
async fn scripts_run_steps_of_all_kinds() {
    let demo = demo().await;
    let order = demo.order("SCRIPT-1", None).await;
    let steps = json!({ "steps": [
        { "venue": 12, "action": "set_stock", "sku": 9001, "quantity": 9 },
        { "order": order, "status": "Completed" },
        { "advance_seconds": 60 },
        { "pause_milliseconds": 30 },
        { "venue": 12, "action": "set_price", "sku": 9001, "price_cents": 777 },
    ] });
    let (status, body) = demo.post(Auth::Anonymous, "/_sandbox/script", steps).await;
    assert_eq!(
        (status, &body),
        (200, &json!({ "script": 1, "ids": [9001, order, null] }))
    );
    assert_eq!(inventory(&demo, 9_001).await["quantity_on_hand"], 7);
    let (status, body) = script(&demo, "1?timeout_seconds=5").await;
    let done = json!({ "script": 1, "state": "done", "ids": [9001, order, null, null, 9001], "error": null });
    assert_eq!((status, body), (200, done));
    assert_eq!(inventory(&demo, 9_001).await["price"], 777);

    let control = demo.sandbox.control();
    let action = ShopAction::RingUp(RingUp::new(9_001, 100));
    let steps = [
        Step::OrderStatus {
            order,
            status: OrderStatus::Delivered,
        },
        Step::Shop { venue: 12, action },
    ];
    let error = control.run_script(&steps).await.expect_err("no stock");
    let message = error.to_string();
    assert!(
        message.starts_with("steps[1]: items[0].quantity: 7.0 of the SKU 9001"),
        "{message}"
    );

    for (steps, expected) in [
        (
            json!([{ "venue": 12, "action": "set_price", "sku": 9001, "price_cents": 5 }, { "order": order }]),
            "steps[1]: expected `order` and `status`",
        ),
        (
            json!([{ "order": order, "status": "Lost" }]),
            "steps[0]: unknown status `Lost`, expected one of `Canceled`, ",
        ),
        (
            json!([{ "action": "set_price", "sku": 9001, "price_cents": 5 }]),
            "steps[0]: missing `venue`",
        ),
        (
            json!([{ "venue": "12", "action": "set_price", "sku": 9001, "price_cents": 5 }]),
            "steps[0]: `venue` must be the id of a venue",
        ),
        (
            json!([{ "venu": 12, "action": "set_stock", "sku": 9001, "quantity": 5 }]),
            "steps[0]: unknown key `venu`",
        ),
        (
            json!([{ "pause_milliseconds": 600000 }]),
            "steps[0]: `pause_milliseconds` must be an integer up to 60000",
        ),
        (
            json!([{ "order": order, "staus": "Delivered" }]),
            "steps[0]: unknown key `staus`, did you mean `status`?",
        ),
        (
            json!([{ "venue": 12, "action": "create_order" }]),
            "steps[0]: unknown action `create_order`, expected one of `accept_manifest`, ",
        ),
        (json!([]), "`steps` must not be empty"),
    ] {
        let body = json!({ "steps": steps });
        let (status, body) = demo.post(Auth::Anonymous, "/_sandbox/script", body).await;
        let message = body["error"].as_str().unwrap_or_default();
        assert_eq!(status, 400, "{body}");
        assert!(message.starts_with(expected), "{message}");
    }
    assert_eq!(
        inventory(&demo, 9_001).await["price"],
        777,
        "parsed before the first step"
    );
}

#[tokio::test]
async fn actions_are_kept_in_the_data_file_and_reset() {
    let folder = tempfile::tempdir().expect("a folder");
    let builder = || Sandbox::builder().data_file(folder.path().join("data"));
    let first = demo_with(builder()).await;
    for action in [
        json!({ "action": "set_stock", "sku": 9001, "quantity": 9 }),
        json!({ "action": "ring_up", "items": [{ "sku": 9001 }], "customer": 8801 }),
        json!({ "action": "add_product", "name": "Gift Card", "group": "Accessories", "price_cents": 2500 }),
        json!({ "action": "receive", "items": [{ "sku": 9002, "quantity": 3 }] }),
        json!({ "action": "add_coupon", "name": "Spring", "percent": 15 }),
        json!({ "action": "open_till", "employee": 13801 }),
        json!({ "action": "hire", "first_name": "Zoe", "last_name": "Young" }),
    ] {
        let (status, body) = perform(&first, action).await;
        assert_eq!(status, 200, "{body}");
    }
    let before = lists(&first).await;
    drop(first);
    let second = demo_with(builder()).await;
    assert_eq!(lists(&second).await, before);
    second.sandbox.control().reset().expect("a reset");
    let demo = demo().await;
    assert_eq!(lists(&second).await, lists(&demo).await);
}

#[tokio::test]
async fn unknown_venues_are_404_with_the_known_ids() {
    let demo = demo().await;
    let action = json!({ "action": "set_price", "sku": 9001, "price_cents": 5 });
    let (status, response) = demo
        .post(Auth::Anonymous, "/_sandbox/venues/99/actions", action)
        .await;
    let expected = "venue: no venue has the id 99, expected one of 12 and 34";
    assert_eq!((status, response["error"].as_str()), (404, Some(expected)));
}

#[tokio::test]
async fn closed_tills_have_the_counted_amount_and_no_review() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let shop = control.shop(12);
    // The demo till of the day, and one that an action has opened.
    let first = shop.ring_up(RingUp::new(9001, 1)).expect("a sale").till;
    shop.close_till(first, Some(500)).expect("a till");
    let second = shop.open_till(13_801).expect("a till");
    shop.ring_up(RingUp::new(9001, 1)).expect("a sale");
    shop.close_till(second, None).expect("a till");
    let day = api_sandbox::SignedDuration::from_hours(24);
    control.advance_clock(day).expect("a time");
    let (_, response) = demo
        .get(TOKEN, "/api/v2/venue/terminal_tills?per_page=1000")
        .await;
    let tills = response["terminal_tills"].as_array().expect("a list");
    for (id, left) in [(first, 500), (second, 20_000)] {
        let till = tills.iter().find(|till| till["id"] == id).expect("a till");
        assert_eq!(till["left_in_drawer"], left, "{till}");
        for key in ["reviewed_by", "reviewed_at", "notes"] {
            assert_eq!(
                till.get(key).unwrap_or(&Value::Null),
                &Value::Null,
                "{till}"
            );
        }
    }
    for till in tills {
        assert!(
            till["left_in_drawer"].as_i64() <= till["end_amount"].as_i64(),
            "{till}"
        );
    }
}

#[tokio::test]
async fn integers_of_control_requests_are_integers_however_they_are_written() {
    let demo = demo().await;
    let url = format!("{}/_sandbox/venues/12/actions", demo.sandbox.root_url());
    let price = async |text: &str| {
        let body = format!(r#"{{ "action": "set_price", "sku": 9001.0, "price_cents": {text} }}"#);
        let request = reqwest::Client::new().post(&url).body(body);
        let response = request.send().await.expect("a response");
        let status = response.status().as_u16();
        (status, response.text().await.expect("a body"))
    };
    for text in ["1e3", "1000.0", "1000"] {
        assert_eq!(
            price(text).await,
            (200, r#"{"id":9001}"#.to_owned()),
            "{text}"
        );
    }
    for (text, expected) in [
        ("1.50", "price_cents: expected an integer, found `1.5`"),
        (
            "99999999999999999999",
            "price_cents: expected an integer of 64 bits, found `99999999999999999999`",
        ),
    ] {
        let (status, body) = price(text).await;
        assert_eq!(
            (status, body),
            (400, format!(r#"{{"error":"{expected}"}}"#))
        );
    }
    // Values of faults keep their digits.
    let url = format!("{}/_sandbox/faults", demo.sandbox.root_url());
    let body = r#"{ "operation": "get_customer", "effect": "value", "field": "points", "value": 12345678901234567.89 }"#;
    let response = reqwest::Client::new().post(&url).body(body).send().await;
    assert_eq!(response.expect("a response").status().as_u16(), 200);
    let listed = reqwest::get(&url).await.expect("a response");
    let listed = listed.text().await.expect("a body");
    assert_eq!(
        listed.matches("12345678901234567.89").count(),
        2,
        "{listed}"
    );
}
