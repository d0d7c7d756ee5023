//! Menu feeds.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::{Auth, VENUE, demo};

async fn groups(auth: Auth<'_>, feed: &str) -> Vec<Value> {
    let demo = demo().await;
    let (status, response) = demo.get(auth, &format!("/api/v3/menu_feeds/{feed}")).await;
    assert_eq!(status, 200, "{response}");
    let groups = response["menu_feed"]["menu_groups"].as_array();
    groups.expect("groups").clone()
}

fn items(group: &Value) -> &Vec<Value> {
    group["menu_items"].as_array().expect("items")
}

#[tokio::test]
async fn groups_that_combine_weights_have_one_product_per_brand_and_strain() {
    let bakery = Auth::Basic("demo-integrator-token", "demo-venue-token-2");
    let mut combined = 0;
    for (auth, feed) in [
        (VENUE, "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"),
        (bakery, "1b2c3d4e-5f6a-4b7c-9d8e-0f1a2b3c4d5e"),
    ] {
        for group in groups(auth, feed).await {
            if group["combine_weights"] != true {
                continue;
            }
            combined += 1;
            let pair = |item: &Value| format!("{} {}", item["brand"], item["strain"]);
            let pairs: BTreeSet<String> = items(&group).iter().map(pair).collect();
            assert_eq!(pairs.len(), items(&group).len(), "{}", group["name"]);
            let prices = items(&group)
                .iter()
                .map(|item| item["prices"].as_array().map(Vec::len));
            assert!(prices.min().flatten() > Some(1), "several prices");
        }
    }
    assert!(combined > 0);
}

#[tokio::test]
async fn every_price_of_the_menu_can_be_ordered_by_its_id() {
    let demo = demo().await;
    let feed = "/api/v3/menu_feeds/0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
    let (_, response) = demo.get(VENUE, feed).await;
    for group in response["menu_feed"]["menu_groups"]
        .as_array()
        .expect("groups")
    {
        let item = &items(group)[0];
        for price in item["prices"].as_array().expect("prices") {
            let id = price["id"].as_str().expect("a string");
            let body = json!({ "incoming_order": {
                "reference_no": format!("MENU-{id}"),
                "order_items_attributes": [{ "product_parent_id": item["id"], "product_id": id, "quantity": 1 }],
            } });
            let (status, placed) = demo.post(VENUE, "/api/v3/incoming_orders", body).await;
            assert_eq!(status, 200, "{placed}");
            assert_eq!(placed["order_items"][0]["price"], price["price_cents"]);
            assert_eq!(placed["order_items"][0]["sku_id"].to_string(), id);
        }
    }
}
