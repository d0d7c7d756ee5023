//! Quotes: prices, taxes, discounts, totals, limits, normalisations, and the order that they become.

use serde_json::json;

use crate::common::{As, TOKEN, VENUE, demo, quote};

#[tokio::test]
async fn a_quote_adds_up() {
    let demo = demo().await;
    let mut body = quote();
    body["quote"]["items"][0]["discount_ids"] = json!([311]);
    let (status, reply) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
    assert_eq!(status, 200, "{reply}");
    let (quote, totals) = (&reply["quote"], &reply["quote"]["totals"]);
    let price = quote["items"][0]["price"].as_i64().expect("a price");
    assert_ne!(price, 1, "the menu's price counts");
    let (subtotal, discount) = (2 * price, (2 * price + 5) / 10);
    let tax = ((subtotal - discount) * 85 + 500) / 1000;
    assert_eq!(
        *totals,
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
}

#[tokio::test]
async fn a_limit_that_is_exceeded_is_told() {
    let demo = demo().await;
    let mut body = quote();
    body["quote"]["items"][0]["quantity"] = 29.into();
    let (_, reply) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
    assert_eq!(
        reply["quote"]["limits"],
        json!({ "exceeded_limits": ["flower"], "sum_per_limit": { "flower": 29 } })
    );
}

#[tokio::test]
async fn taxes_that_prices_include_are_not_added() {
    let demo = demo().await;
    let bakery = As::Basic("demo-integrator-token", "demo-venue-token-2");
    let body = json!({ "quote": { "items": [{ "sku_id": 19001, "quantity": 3 }] } });
    let (status, reply) = demo.post(bakery, "/api/v3/incoming_quotes", body).await;
    assert_eq!(status, 200, "{reply}");
    let totals = &reply["quote"]["totals"];
    let subtotal = totals["subtotal"].as_i64().expect("a subtotal");
    assert_eq!(
        (totals["tax"].as_i64(), totals["total"].as_i64()),
        (Some(0), Some(subtotal))
    );
    let included = (2 * subtotal * 7 + 107) / 214;
    assert_eq!(reply["quote"]["taxes"][0]["amount"], included);
}

#[tokio::test]
async fn an_update_is_normalised_as_observed() {
    let demo = demo().await;
    let id = demo.quote().await;
    let change = json!({ "quote": {
        "fulfillment": { "tip_amount": "20", "tip_type": "percent", "processing_fee": 250.75, "tip_calculated": 1 },
        "customer": { "telephone": "(555) 010-0123" },
    } });
    let (status, reply) = demo
        .send(
            VENUE,
            "PUT",
            &format!("/api/v3/incoming_quotes/Q-{id}"),
            Some(change),
        )
        .await;
    assert_eq!(status, 200, "{reply}");
    let (fulfillment, totals) = (&reply["quote"]["fulfillment"], &reply["quote"]["totals"]);
    assert_eq!(fulfillment["tip_amount"], 20);
    assert_eq!(fulfillment["tip_type"], "percent");
    assert_eq!(fulfillment["processing_fee"], 250);
    let subtotal = totals["subtotal"].as_i64().expect("a subtotal");
    assert_eq!(fulfillment["tip_calculated"], (subtotal * 20 + 50) / 100);
    assert_eq!(reply["quote"]["customer"]["telephone"], "5550100123");
    assert_eq!(
        reply["quote"]["customer"]["first_name"], "Ada",
        "what the update leaves out stays"
    );
}

#[tokio::test]
async fn a_patch_changes_adds_and_takes_out_items() {
    let demo = demo().await;
    let id = demo.quote().await;
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{id}");
    let change = json!({ "quote": { "items": [{ "sku_id": 9001, "quantity": 3 }, { "sku_id": 9002, "quantity": 1 }] } });
    let (_, reply) = demo.send(TOKEN, "PATCH", &path, Some(change)).await;
    assert_eq!(
        reply["quote"]["items"].as_array().map(Vec::len),
        Some(2),
        "{reply}"
    );
    assert_eq!(reply["quote"]["items"][0]["quantity"], 3);
    let change = json!({ "quote": { "items": [{ "sku_id": 9001, "quantity": 0 }] } });
    let (_, reply) = demo.send(TOKEN, "PATCH", &path, Some(change)).await;
    assert_eq!(reply["quote"]["items"][0]["sku_id"], 9002, "{reply}");
    assert_eq!(
        demo.send(TOKEN, "PATCH", &path, Some(json!([1]))).await.0,
        400
    );
    let change = json!({ "quote": { "items": [{ "sku_id": 9002, "quantity": "3" }] } });
    assert_eq!(demo.send(TOKEN, "PATCH", &path, Some(change)).await.0, 400);
}

#[tokio::test]
async fn finalizing_makes_the_order_once() {
    let demo = demo().await;
    let id = demo.quote().await;
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{id}");
    let (status, reply) = demo
        .send(TOKEN, "PUT", &format!("{path}/finalize"), None)
        .await;
    assert_eq!(status, 200, "{reply}");
    let order = reply["incoming_order"]["id"].as_i64().expect("an id");
    assert_eq!(reply["incoming_order"]["aasm_state"], "pending");
    let (_, quote) = demo
        .get(VENUE, &format!("/api/v3/incoming_quotes/Q-{id}"))
        .await;
    assert_eq!(quote["quote"]["incoming_order_id"], order.to_string());
    let (_, full) = demo
        .get(
            TOKEN,
            &format!("/api/demo-api-token/v1/incoming_orders/Q-{id}"),
        )
        .await;
    assert_eq!(
        full["incoming_order"]["total"],
        quote["quote"]["totals"]["total"]
    );
    assert_eq!(
        demo.send(TOKEN, "PUT", &format!("{path}/finalize"), None)
            .await
            .0,
        400
    );
}
