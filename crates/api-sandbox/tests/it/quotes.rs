//! Quotes: prices, taxes, discounts, totals, limits, normalization, and finalization.

use serde_json::{Value, json};

use crate::common::{TOKEN, VENUE, auth, demo, quote};

#[tokio::test]
async fn amounts_of_quotes_add_up() {
    let demo = demo().await;
    let mut body = quote();
    body["quote"]["items"][0]["discount_ids"] = json!([311]);
    let quote = demo.quote_of(body.clone()).await;
    let price = quote["items"][0]["price"].as_i64().expect("a price");
    assert_ne!(price, 1, "the price of the menu is used");
    let (subtotal, discount) = (2 * price, (2 * price + 5) / 10);
    let tax = ((subtotal - discount) * 85 + 500) / 1000;
    assert_eq!(
        quote["totals"],
        json!({ "discount_ids": [311], "subtotal": subtotal, "discount": discount, "tax": tax, "total": subtotal - discount + tax })
    );
    assert_eq!(
        quote["taxes"][0],
        json!({ "tax_id": 17, "name": "Sales tax", "price_included": false, "amount": tax, "tax_rate": "8.5" })
    );
    assert_eq!(quote["taxes"][1]["price_included"], true);
    assert_eq!(
        quote["limits"],
        json!({ "exceeded_limits": [], "sum_per_limit": { "flower": 2 } })
    );
    assert_eq!(quote["fulfillment"]["tip_calculated"], 150);
    assert_eq!(quote["incoming_order_id"], json!(null));
    // An exceeded limit is reported, and not rejected.
    body["quote"]["items"][0]["quantity"] = 29.into();
    assert_eq!(
        demo.quote_of(body).await["limits"],
        json!({ "exceeded_limits": ["flower"], "sum_per_limit": { "flower": 29 } })
    );
}

#[tokio::test]
async fn included_taxes_are_not_added() {
    let demo = demo().await;
    let body = json!({ "quote": { "items": [{ "sku_id": 19001, "quantity": 3 }] } });
    let path = "/api/v3/incoming_quotes";
    let response = demo.ok(auth("venue-2"), "POST", path, Some(body)).await;
    let totals = &response["quote"]["totals"];
    let subtotal = totals["subtotal"].as_i64().expect("a subtotal");
    assert_eq!(
        (&totals["tax"], &totals["total"]),
        (&json!(0), &json!(subtotal))
    );
    let included = (2 * subtotal * 7 + 107) / 214;
    assert_eq!(response["quote"]["taxes"][0]["amount"], included);
}

#[tokio::test]
async fn updates_are_normalized_as_observed() {
    let demo = demo().await;
    let path = format!("/api/v3/incoming_quotes/Q-{}", demo.quote().await);
    let change = json!({ "quote": {
        "fulfillment": { "tip_amount": "20", "tip_type": "percent", "processing_fee": 250.75, "tip_calculated": 1 },
        "customer": { "telephone": "(555) 010-0123" },
    } });
    let response = demo.ok(VENUE, "PUT", &path, Some(change)).await;
    let quote = &response["quote"];
    let subtotal = quote["totals"]["subtotal"].as_i64().expect("a subtotal");
    for (key, expected) in [
        ("tip_amount", json!(20)),
        ("tip_type", json!("percent")),
        ("processing_fee", json!(250)),
        ("tip_calculated", json!((subtotal * 20 + 50) / 100)),
    ] {
        assert_eq!(quote["fulfillment"][key], expected, "{key}");
    }
    // Fields that are not in the update are kept.
    let customer = &quote["customer"];
    assert_eq!(
        (&customer["telephone"], &customer["first_name"]),
        (&json!("5550100123"), &json!("Ada"))
    );
}

#[tokio::test]
async fn only_patches_update_add_and_remove_items() {
    let demo = demo().await;
    let id = demo.quote().await;
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{id}");
    let v3 = format!("/api/v3/incoming_quotes/Q-{id}");
    let items = |items| Some(json!({ "quote": { "items": items } }));
    let both = json!([{ "sku_id": 9001, "quantity": 3 }, { "sku_id": 9002, "quantity": 1 }]);
    for (auth, path) in [(VENUE, &v3), (TOKEN, &path)] {
        let response = demo.ok(auth, "PUT", path, items(both.clone())).await;
        assert_eq!(response["quote"]["items"].as_array().map(Vec::len), Some(1));
    }
    // The documents show no response to a PATCH, so that it has no body.
    let patched = async |items| {
        let response = demo.ok(TOKEN, "PATCH", &path, items).await;
        assert_eq!(response, Value::Null);
        demo.ok(VENUE, "GET", &v3, None).await["quote"]["items"].take()
    };
    let both = patched(items(both)).await;
    assert_eq!(both.as_array().map(Vec::len), Some(2));
    assert_eq!(both[0]["quantity"], 3);
    let removed = json!([{ "sku_id": 9001, "quantity": 0 }]);
    let rest = patched(items(removed)).await;
    assert_eq!(rest[0]["sku_id"], 9002, "{rest}");
    for invalid in [
        Some(json!([1])),
        items(json!([{ "sku_id": 9002, "quantity": "3" }])),
    ] {
        assert_eq!(demo.send(TOKEN, "PATCH", &path, invalid).await.0, 400);
    }
}

/// A finalized quote has an order, and cannot be changed any more.
#[tokio::test]
async fn finalizing_creates_the_order_once() {
    let demo = demo().await;
    let id = demo.quote().await;
    let v1 = format!("/api/demo-api-token/v1/incoming_quotes/{id}");
    let v3 = format!("/api/v3/incoming_quotes/Q-{id}");
    let finalize = format!("{v1}/finalize");
    let response = demo.ok(TOKEN, "PUT", &finalize, None).await;
    assert_eq!(response, Value::Null, "the documents show no body");
    let path = format!("/api/demo-api-token/v1/incoming_orders/Q-{id}");
    let full = demo.ok(TOKEN, "GET", &path, None).await;
    let order = full["incoming_order"]["id"].as_i64().expect("an id");
    assert_eq!(full["incoming_order"]["aasm_state"], "pending");
    let before = demo.ok(VENUE, "GET", &v3, None).await;
    assert_eq!(before["quote"]["incoming_order_id"], order.to_string());
    assert_eq!(
        full["incoming_order"]["total"],
        before["quote"]["totals"]["total"]
    );
    // A PUT documents neither 400 nor 422, so it is the 422 of the general table.
    let table = format!(
        r#"
        422 venue PUT {v3} finalized {{ "quote": {{ "incoming_order_id": null }} }}
        422 token PUT {v1} finalized {{ "quote": {{}} }}
        400 token PATCH {v1} finalized {{ "quote": {{ "items": [{{ "sku_id": 9001, "quantity": 5 }}] }} }}
        400 token PATCH {v1} finalized {{ "quote": {{}} }}
        400 token PUT {finalize} finalized {{ "quote": {{}} }}
        400 token PUT {finalize} finalized
    "#
    );
    demo.check_table(&table).await;
    assert_eq!(demo.ok(VENUE, "GET", &v3, None).await, before);
    assert_eq!(demo.sandbox.control().orders().len(), 1);
}

#[tokio::test]
async fn windows_of_quotes_are_strings_in_the_flat_record_and_in_the_order() {
    let demo = demo().await;
    let mut body = quote();
    body["quote"]["fulfillment"]["requested_window_start_time"] = json!("10 am");
    let reference = demo.quote_of(body).await["reference_no"].take();
    let number = reference.as_str().expect("a reference").replace("Q-", "");
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{number}");
    let flat = demo.ok(TOKEN, "GET", &path, None).await;
    demo.ok(TOKEN, "PUT", &format!("{path}/finalize"), None)
        .await;
    let path = format!("/api/demo-api-token/v1/incoming_orders/Q-{number}");
    let order = demo.ok(TOKEN, "GET", &path, None).await;
    for record in [&flat["quote"], &order["incoming_order"]] {
        assert_eq!(record["requested_window_start_time"], "10 am", "{record}");
    }
}
