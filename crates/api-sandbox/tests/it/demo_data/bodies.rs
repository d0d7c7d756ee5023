//! Request bodies with all fields.

use serde_json::{Value, json};

use super::access::{Access, VENUES};

pub(super) fn full_order(reference: &str, product: i64) -> Value {
    json!({ "incoming_order": {
        "order_type": "delivery",
        "source": "online_store",
        "reference_no": reference,
        "first_name": "Zoe",
        "last_name": "Young",
        "telephone": "5550100123",
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

pub(super) fn full_quote(venue: usize, access: &Access) -> Value {
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
            "telephone": "5550100123",
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
