//! Menu feeds.

use serde_json::{Value, json};

use crate::common::{Auth, VENUE, demo};

fn items(group: &Value) -> &Vec<Value> {
    group["menu_items"].as_array().expect("items")
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

#[tokio::test]
async fn menu_partner_reads_the_menu_and_orders_with_the_venue_api_token() {
    let demo = demo().await;
    let partner = Auth::Bearer("demo-menu-partner-token");
    let feed = "/api/v3/menu_feeds/0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
    assert_eq!(demo.get(partner, feed).await.0, 200);
    let body =
        json!({ "incoming_order": { "reference_no": "MENU-1", "order_items_attributes": [] } });
    let (status, _) = demo.post(partner, "/api/v3/incoming_orders", body).await;
    assert_ne!(status, 401);
    assert_eq!(demo.get(partner, "/api/v3/venue/info").await.0, 401);
}
