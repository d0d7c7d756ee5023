//! Records that requests create have the documented defaults.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::common::{TOKEN, VENUE, demo};
use crate::responses::document;

/// The defaults of a record in a document.
fn defaults(api: &str, record: &str) -> BTreeMap<String, Value> {
    let schema = &document(api)["components"]["schemas"][record];
    let fields = schema["properties"].as_object().expect("fields").iter();
    let default =
        |(name, schema): (&String, &Value)| Some((name.clone(), schema.get("default")?.clone()));
    fields.filter_map(default).collect()
}

fn check(record: &Value, defaults: BTreeMap<String, Value>, computed: &[&str]) {
    assert!(!defaults.is_empty());
    for (name, default) in defaults {
        if !computed.contains(&name.as_str()) {
            assert_eq!(record[&name], default, "{name}: {record}");
        }
    }
}

const ITEMS: [(&str, &str); 2] = [
    ("incoming_order", "order_items_attributes"),
    ("quote", "items"),
];

/// The smallest body of an order or a quote.
fn smallest(root: &str, reference: &str) -> Value {
    let item =
        json!({ "product_parent_id": "7001", "product_id": 9001, "sku_id": 9001, "quantity": 1 });
    let key = ITEMS
        .iter()
        .find(|(other, _)| *other == root)
        .expect("a key")
        .1;
    let mut body = json!({ root: { key: [item] } });
    if root == "incoming_order" {
        body[root]["reference_no"] = reference.into();
    }
    body
}

#[tokio::test]
async fn new_customers_have_the_documented_defaults() {
    let demo = demo().await;
    for body in [json!({}), json!({ "first_name": "Zoe" })] {
        let body = json!({ "customer": body });
        let (_, created) = demo.post(TOKEN, "/api/v2/venue/customers", body).await;
        let id = &created["customer"]["id"];
        let (_, read) = demo
            .get(TOKEN, &format!("/api/v2/venue/customers/{id}"))
            .await;
        check(&read["customer"], defaults("pos-v2", "Customer"), &[]);
        // Copied from the documents by hand.
        for (field, default) in [
            ("customer_type", json!("recreational")),
            ("active", json!(true)),
            ("loyalty", json!(false)),
            ("points", json!(0)),
            ("lifetime_points", json!(0)),
            ("id_type", json!("drivers_license")),
            ("apns", json!(false)),
            ("was_first_created_on_pos", json!(false)),
            ("country", json!("US")),
            ("sms_opt_out", json!(true)),
            ("sms_reachable", json!(true)),
            ("coupons_count", json!(0)),
            ("reviewed", json!(false)),
            ("terms_agreed", json!(false)),
        ] {
            assert_eq!(read["customer"][field], default, "{field}");
        }
    }
}

#[tokio::test]
async fn stated_opt_outs_decide_whether_a_customer_is_reachable() {
    let demo = demo().await;
    for (opt_out, out, reachable) in [
        (json!(true), true, false),
        (json!(1), true, false),
        (json!(false), false, true),
    ] {
        let body = json!({ "customer": { "sms_opt_out": opt_out } });
        let (_, created) = demo.post(TOKEN, "/api/v2/venue/customers", body).await;
        let path = format!("/api/v2/venue/customers/{}", created["customer"]["id"]);
        let (_, read) = demo.get(TOKEN, &path).await;
        let found = (
            &read["customer"]["sms_opt_out"],
            &read["customer"]["sms_reachable"],
        );
        assert_eq!(found, (&out.into(), &reachable.into()), "{opt_out}");
        // A null restores the defaults.
        let body = json!({ "customer": { "sms_opt_out": null, "active": null, "terms_agreed": null, "customer_type": null } });
        assert_eq!(demo.send(TOKEN, "PATCH", &path, Some(body)).await.0, 200);
        let (_, read) = demo.get(TOKEN, &path).await;
        check(&read["customer"], defaults("pos-v2", "Customer"), &[]);
    }
}

#[tokio::test]
async fn new_orders_have_the_documented_defaults() {
    let demo = demo().await;
    let body = smallest("incoming_order", "DEFAULTS");
    let (status, created) = demo.post(VENUE, "/api/v3/incoming_orders", body).await;
    assert_eq!(status, 200, "{created}");
    check(
        &created["incoming_order"],
        defaults("pos-v3", "IncomingOrder"),
        &[],
    );
    let path = "/api/demo-api-token/v1/incoming_orders/DEFAULTS";
    let (_, full) = demo.get(TOKEN, path).await;
    check(
        &full["incoming_order"],
        defaults("pos-v1", "IncomingOrderDetails"),
        &[],
    );
    // Copied from the documents by hand.
    for (field, default) in [
        ("customer_type", json!("recreational")),
        ("aasm_state", json!("pending")),
        ("source", json!("online_store")),
        ("order_type", json!("pickup")),
        ("address", json!("")),
        ("city", json!("")),
        ("state_abbrev", json!("")),
        ("zipcode", json!("")),
        ("country", json!("US")),
        ("tip_amount", json!(0)),
        ("payment_prepaid", json!(false)),
        ("proc_time", json!(0)),
        ("payment_verified", json!(false)),
        ("curbside", json!(false)),
        ("tip_calculated", json!(0)),
        ("processing_fee", json!(0)),
        // Without a default.
        ("telephone", Value::Null),
        ("email", Value::Null),
        ("first_name", Value::Null),
    ] {
        assert_eq!(full["incoming_order"][field], default, "{field}");
    }
}

#[tokio::test]
async fn new_quotes_have_the_documented_defaults() {
    let demo = demo().await;
    for body in [
        smallest("quote", ""),
        json!({ "quote": {
        "fulfillment": { "tip_amount": null, "processing_fee": null, "source": null, "delivery_address": { "city": null } },
        "customer": { "customer_type": null },
        "items": [{ "sku_id": 9001 }],
    } }),
    ] {
        let (_, created) = demo.post(VENUE, "/api/v3/incoming_quotes", body).await;
        let reference = created["quote"]["reference_no"]
            .as_str()
            .expect("a reference");
        let id = reference.trim_start_matches("Q-");
        let (_, flat) = demo
            .get(
                TOKEN,
                &format!("/api/demo-api-token/v1/incoming_quotes/{id}"),
            )
            .await;
        let computed = ["subtotal", "tax", "discount", "total"];
        check(
            &flat["quote"],
            defaults("pos-v1", "QuoteDetails"),
            &computed,
        );
        for (field, default) in [
            ("customer_type", json!("recreational")),
            ("order_type", json!("pickup")),
            ("source", json!("service_v2")),
            ("country", json!("US")),
            ("address", json!("")),
            ("tip_amount", json!(0)),
            ("processing_fee", json!(0)),
            ("payment_amount", json!(0)),
            ("tip_calculated", json!(0)),
        ] {
            assert_eq!(flat["quote"][field], default, "{field}");
        }
    }
}
