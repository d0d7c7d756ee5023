//! Quotes: prices, taxes, discounts, totals, limits, normalization, and finalization.

use serde_json::json;

use crate::common::{Auth, TOKEN, VENUE, demo, order, quote};

#[tokio::test]
async fn amounts_of_quotes_add_up() {
    let demo = demo().await;
    let mut body = quote();
    body["quote"]["items"][0]["discount_ids"] = json!([311]);
    let (status, response) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
    assert_eq!(status, 200, "{response}");
    let (quote, totals) = (&response["quote"], &response["quote"]["totals"]);
    let price = quote["items"][0]["price"].as_i64().expect("a price");
    assert_ne!(price, 1, "the price of the menu is used");
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
async fn reports_exceeded_limits() {
    let demo = demo().await;
    let mut body = quote();
    body["quote"]["items"][0]["quantity"] = 29.into();
    let (_, response) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
    assert_eq!(
        response["quote"]["limits"],
        json!({ "exceeded_limits": ["flower"], "sum_per_limit": { "flower": 29 } })
    );
}

#[tokio::test]
async fn included_taxes_are_not_added() {
    let demo = demo().await;
    let bakery = Auth::Basic("demo-integrator-token", "demo-venue-token-2");
    let body = json!({ "quote": { "items": [{ "sku_id": 19001, "quantity": 3 }] } });
    let (status, response) = demo.post(bakery, "/api/v3/incoming_quotes", body).await;
    assert_eq!(status, 200, "{response}");
    let totals = &response["quote"]["totals"];
    let subtotal = totals["subtotal"].as_i64().expect("a subtotal");
    assert_eq!(
        (totals["tax"].as_i64(), totals["total"].as_i64()),
        (Some(0), Some(subtotal))
    );
    let included = (2 * subtotal * 7 + 107) / 214;
    assert_eq!(response["quote"]["taxes"][0]["amount"], included);
}

#[tokio::test]
async fn updates_are_normalized_as_observed() {
    let demo = demo().await;
    let id = demo.quote().await;
    let change = json!({ "quote": {
        "fulfillment": { "tip_amount": "20", "tip_type": "percent", "processing_fee": 250.75, "tip_calculated": 1 },
        "customer": { "telephone": "(555) 010-0123" },
    } });
    let (status, response) = demo
        .send(
            VENUE,
            "PUT",
            &format!("/api/v3/incoming_quotes/Q-{id}"),
            Some(change),
        )
        .await;
    assert_eq!(status, 200, "{response}");
    let (fulfillment, totals) = (
        &response["quote"]["fulfillment"],
        &response["quote"]["totals"],
    );
    assert_eq!(fulfillment["tip_amount"], 20);
    assert_eq!(fulfillment["tip_type"], "percent");
    assert_eq!(fulfillment["processing_fee"], 250);
    let subtotal = totals["subtotal"].as_i64().expect("a subtotal");
    assert_eq!(fulfillment["tip_calculated"], (subtotal * 20 + 50) / 100);
    assert_eq!(response["quote"]["customer"]["telephone"], "5550100123");
    assert_eq!(
        response["quote"]["customer"]["first_name"], "Ada",
        "fields that are not in the update are kept"
    );
}

#[tokio::test]
async fn patches_update_add_and_remove_items() {
    let demo = demo().await;
    let id = demo.quote().await;
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{id}");
    let change = json!({ "quote": { "items": [{ "sku_id": 9001, "quantity": 3 }, { "sku_id": 9002, "quantity": 1 }] } });
    let (_, response) = demo.send(TOKEN, "PATCH", &path, Some(change)).await;
    assert_eq!(
        response["quote"]["items"].as_array().map(Vec::len),
        Some(2),
        "{response}"
    );
    assert_eq!(response["quote"]["items"][0]["quantity"], 3);
    let change = json!({ "quote": { "items": [{ "sku_id": 9001, "quantity": 0 }] } });
    let (_, response) = demo.send(TOKEN, "PATCH", &path, Some(change)).await;
    assert_eq!(response["quote"]["items"][0]["sku_id"], 9002, "{response}");
    assert_eq!(
        demo.send(TOKEN, "PATCH", &path, Some(json!([1]))).await.0,
        400
    );
    let change = json!({ "quote": { "items": [{ "sku_id": 9002, "quantity": "3" }] } });
    assert_eq!(demo.send(TOKEN, "PATCH", &path, Some(change)).await.0, 400);
}

#[tokio::test]
async fn finalizing_creates_the_order_once() {
    let demo = demo().await;
    let id = demo.quote().await;
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{id}");
    let (status, response) = demo
        .send(TOKEN, "PUT", &format!("{path}/finalize"), None)
        .await;
    assert_eq!(status, 200, "{response}");
    let order = response["incoming_order"]["id"].as_i64().expect("an id");
    assert_eq!(response["incoming_order"]["aasm_state"], "pending");
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

#[tokio::test]
async fn windows_of_quotes_are_strings_in_the_flat_record_and_in_the_order() {
    let demo = demo().await;
    let mut body = quote();
    body["quote"]["fulfillment"]["requested_window_start_time"] = json!("10 am");
    body["quote"]["fulfillment"]["requested_window_end_time"] = json!("11 am");
    let (status, response) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
    assert_eq!(status, 200, "{response}");
    let reference = response["quote"]["reference_no"]
        .as_str()
        .expect("a reference");
    let path = format!(
        "/api/demo-api-token/v1/incoming_quotes/{}",
        reference.trim_start_matches("Q-")
    );
    let (_, flat) = demo.get(TOKEN, &path).await;
    let (status, _) = demo
        .send(TOKEN, "PUT", &format!("{path}/finalize"), None)
        .await;
    assert_eq!(status, 200);
    let path = format!("/api/demo-api-token/v1/incoming_orders/{reference}");
    let (_, order) = demo.get(TOKEN, &path).await;
    for record in [&flat["quote"], &order["incoming_order"]] {
        assert_eq!(record["requested_window_start_time"], "10 am", "{record}");
        assert_eq!(record["requested_window_end_time"], "11 am", "{record}");
    }
}

#[tokio::test]
async fn rejects_strings_longer_than_the_record_documents() {
    let demo = demo().await;
    let mut body = order("R-long", None);
    body["incoming_order"]["requested_window_start_time"] = "x".repeat(101).into();
    let (status, response) = demo
        .post(VENUE, "/api/v3/incoming_orders", body.clone())
        .await;
    assert_eq!(status, 422, "{response}");
    body["incoming_order"]["requested_window_start_time"] = "é".repeat(100).into();
    let (status, response) = demo.post(VENUE, "/api/v3/incoming_orders", body).await;
    assert_eq!(status, 200, "{response}");

    let mut body = quote();
    body["quote"]["fulfillment"]["requested_window_end_time"] = "x".repeat(101).into();
    let (status, response) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
    assert_eq!(status, 200, "a quote has no maximum: {response}");
    let reference = response["quote"]["reference_no"]
        .as_str()
        .expect("a reference");
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{reference}/finalize");
    let (status, _) = demo.send(TOKEN, "PUT", &path, None).await;
    assert_eq!(status, 400);

    let change = json!({ "customer": { "zipcode": "12345678901" } });
    let (status, response) = demo
        .send(TOKEN, "PATCH", "/api/v2/venue/customers/8801", Some(change))
        .await;
    assert_eq!(status, 400, "{response}");
}
