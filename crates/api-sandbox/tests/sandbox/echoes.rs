//! Responses repeat the fields of the request, as documented.

use serde_json::{Value, json};

use crate::common::{TOKEN, VENUE, demo};

fn full_quote() -> Value {
    let cannabinoid = json!({ "current": "21.5", "low": 20, "high": 23.25, "unit_type": "%" });
    json!({
        "incoming_order_id": null,
        "venue_id": 12,
        "fulfillment": {
            "source": "kiosk",
            "order_type": "delivery",
            "requested_date": "2026-02-15",
            "requested_window_start_time": "10 am",
            "requested_window_end_time": "11 am",
            "tip_amount": 150.5,
            "tip_type": "amount",
            "processing_fee": 99.5,
            "delivery_address": { "address": "1 Main Street", "city": "Riverton", "state_abbrev": "CO", "zipcode": "80202" },
        },
        "customer": {
            "first_name": "Ada",
            "last_name": "Sample",
            "email": "ada@example.com",
            "telephone": "(555) 010-0123",
            "customer_type": "medical",
        },
        "payment": { "requested_payment_method": "ACH" },
        "items": [{
            "sku_id": 9001,
            "quantity": 3,
            "product_id": 7001,
            "name": "As the caller names it",
            "unit_type": "g",
            "unit": "1.00",
            "variant_id": "9001",
            "quantity_on_hand": 123.5,
            "test_results": { "thc": cannabinoid, "cbd": null },
            "terpene_results": [{ "name": "Myrcene" }],
            "product_image": { "is_product_specific_image": true, "lg": "https://img.example/l.jpg", "md": "https://img.example/m.jpg" },
            "discount_ids": [311, "314"],
        }],
    })
}

/// Whether everything in the first value is in the second.
fn contains(part: &Value, whole: &Value, pointer: &str) {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            for (key, value) in part {
                contains(value, &whole[key], &format!("{pointer}/{key}"));
            }
        }
        (Value::Array(part), Value::Array(whole)) => {
            assert_eq!(part.len(), whole.len(), "{pointer}");
            for (index, (part, whole)) in part.iter().zip(whole).enumerate() {
                contains(part, whole, &format!("{pointer}/{index}"));
            }
        }
        _ => assert_eq!(part, whole, "{pointer}"),
    }
}

#[tokio::test]
async fn quotes_echo_the_fields_of_the_request() {
    let demo = demo().await;
    for (auth, path) in [
        (VENUE, "/api/v3/incoming_quotes"),
        (TOKEN, "/api/demo-api-token/v1/incoming_quotes"),
    ] {
        let request = full_quote();
        let (status, created) = demo.post(auth, path, json!({ "quote": request })).await;
        assert_eq!(status, 200, "{created}");
        contains(&request, &created["quote"], "");
        let reference = created["quote"]["reference_no"]
            .as_str()
            .expect("a reference");
        let (_, read) = demo
            .get(VENUE, &format!("/api/v3/incoming_quotes/{reference}"))
            .await;
        assert_eq!(read, created);
        // Amounts are those of the menu; of the coupons, only the active one counts.
        assert_eq!(created["quote"]["totals"]["discount_ids"], json!([311]));
        assert_ne!(created["quote"]["items"][0]["discount"], 0);
    }
}

#[tokio::test]
async fn flat_quotes_and_their_orders_echo_the_parts() {
    let demo = demo().await;
    let body = json!({ "quote": full_quote() });
    let (_, created) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
    let reference = created["quote"]["reference_no"]
        .as_str()
        .expect("a reference");
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{}", &reference[2..]);
    let (_, flat) = demo.get(TOKEN, &path).await;
    let (status, placed) = demo
        .send(TOKEN, "PUT", &format!("{path}/finalize"), None)
        .await;
    assert_eq!(status, 200, "{placed}");
    let id = &placed["incoming_order"]["id"];
    let (_, order) = demo
        .get(
            TOKEN,
            &format!("/api/demo-api-token/v1/incoming_orders/{id}"),
        )
        .await;
    let expected = json!({
        "source": "kiosk",
        "order_type": "delivery",
        "requested_date": "2026-02-15",
        "requested_window_start_time": "10 am",
        "requested_window_end_time": "11 am",
        "tip_amount": 150,
        "tip_type": "amount",
        "tip_calculated": 150,
        "processing_fee": 99,
        "address": "1 Main Street",
        "city": "Riverton",
        "state_abbrev": "CO",
        "zipcode": "80202",
        "first_name": "Ada",
        "last_name": "Sample",
        "email": "ada@example.com",
        "telephone": "(555) 010-0123",
        "customer_type": "medical",
        "requested_payment_method": "ACH",
        "reference_no": reference,
    });
    contains(&expected, &flat["quote"], "flat");
    contains(&expected, &order["incoming_order"], "order");
}

#[tokio::test]
async fn orders_echo_the_fields_of_the_request() {
    let demo = demo().await;
    let order = json!({
        "order_type": "delivery",
        "first_name": "Ada",
        "last_name": "Sample",
        "email": "ada@example.com",
        "telephone": "5550100123",
        "address": "1 Main Street",
        "city": "Riverton",
        "state_abbrev": "CO",
        "zipcode": "80202",
        "notes": "Ring twice",
        "requested_payment_method": "ACH",
        "source": "kiosk",
        "requested_date": "2026-02-15",
        "requested_window_start_time": "10 am",
        "requested_window_end_time": "11 am",
    });
    for (index, (auth, path)) in [
        (VENUE, "/api/v3/incoming_orders"),
        (TOKEN, "/api/demo-api-token/v1/incoming_orders"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut request = order.clone();
        request["reference_no"] = format!("ECHO-{index}").into();
        let mut body = request.clone();
        body["status_callback"] = "http://127.0.0.1:9/".into();
        body["order_items_attributes"] =
            json!([{ "product_parent_id": "7001", "product_id": "9001", "quantity": 2 }]);
        // Fields of the record that are none of the request are ignored.
        body["customer_type"] = json!({});
        body["tip_amount"] = "much".into();
        let (status, created) = demo
            .post(auth, path, json!({ "incoming_order": body }))
            .await;
        assert_eq!(status, 200, "{created}");
        let (_, full) = demo
            .get(
                TOKEN,
                &format!("/api/demo-api-token/v1/incoming_orders/ECHO-{index}"),
            )
            .await;
        contains(&request, &full["incoming_order"], "");
        assert_eq!(full["incoming_order"]["customer_type"], "recreational");
        assert_eq!(full["incoming_order"]["tip_amount"], 0);
        assert_eq!(
            full["incoming_order"]["status_callback"],
            "http://127.0.0.1:9/"
        );
        for (key, value) in created["incoming_order"].as_object().expect("an order") {
            assert_eq!(full["incoming_order"][key], *value, "{key}");
        }
        assert_eq!(full["order_items"], created["order_items"]);
        assert_eq!(full["order_items"][0]["quantity"], 2);
    }
}

#[tokio::test]
async fn customers_echo_the_fields_of_the_request() {
    let demo = demo().await;
    let customer = json!({
        "first_name": "Zoe",
        "last_name": "Sample",
        "gender": "female",
        "email": "zoe@example.com",
        "active": false,
        "sms_opt_out": false,
        "signature": "/9j/4AAQSkZJRgABAQ==",
        "address": "1 Main Street",
        "zipcode": "80202",
        "city": "Riverton",
        "state": "CO",
        "birthday": "1990-02-14",
        "customer_type": "medical",
        "terms_agreed": true,
    });
    let mut request = customer.clone();
    request["telephone"] = "5550199999".into();
    let (status, created) = demo
        .post(
            TOKEN,
            "/api/v2/venue/customers",
            json!({ "customer": request }),
        )
        .await;
    assert_eq!(status, 200, "{created}");
    contains(&request, &created["customer"], "created");
    assert_eq!(created["customer"]["birth_year"], "1990");
    assert_eq!(created["customer"]["points"], "0");
    let path = format!("/api/v2/venue/customers/{}", created["customer"]["id"]);
    let (_, read) = demo.get(TOKEN, &path).await;
    let mut in_record = request.clone();
    in_record
        .as_object_mut()
        .expect("an object")
        .remove("signature");
    contains(&in_record, &read["customer"], "read");
    let (status, updated) = demo
        .send(
            TOKEN,
            "PATCH",
            "/api/v2/venue/customers/8801",
            Some(json!({ "customer": customer })),
        )
        .await;
    assert_eq!(status, 200, "{updated}");
    contains(&customer, &updated["customer"], "updated");
}

#[tokio::test]
async fn read_only_fields_of_customers_are_ignored() {
    let demo = demo().await;
    let body = json!({ "customer": {
        "id": 1, "birth_year": "1900", "sms_opt_in": true, "points": "100", "sms_reachable": false, "country": "DE", "loyalty": true,
    } });
    let (_, created) = demo.post(TOKEN, "/api/v2/venue/customers", body).await;
    let created = &created["customer"];
    assert_ne!(created["id"], 1);
    let expected = json!({ "birth_year": null, "sms_opt_in": false, "points": "0" });
    contains(&expected, created, "");
}
