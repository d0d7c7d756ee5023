//! Pages, filters, and the window of sales.

use api_sandbox::jiff::SignedDuration;
use serde_json::{Value, json};

use crate::common::{As, TOKEN, demo};

fn facts(reply: &Value) -> [i64; 4] {
    ["total_records", "current_page", "total_pages", "per_page"]
        .map(|key| reply[key].as_i64().expect("a number"))
}

#[tokio::test]
async fn pages_have_their_documented_defaults_and_maxima() {
    let demo = demo().await;
    let (_, reply) = demo.get(TOKEN, "/api/v2/venue/customers").await;
    assert_eq!(facts(&reply), [120, 1, 1, 1000]);
    let (_, reply) = demo.get(TOKEN, "/api/v2/venue/inventories").await;
    assert_eq!(
        facts(&reply)[1..],
        [1, facts(&reply)[0].div_euclid(100) + 1, 100]
    );
    assert_eq!(reply["inventory"].as_array().map(Vec::len), Some(100));
    let (_, reply) = demo.get(TOKEN, "/api/v1/venue/inventories").await;
    assert_eq!(facts(&reply)[3], 1000);
    assert!(
        reply["products"].as_array().map(Vec::len) > Some(500),
        "hundreds of products"
    );
}

#[tokio::test]
async fn no_page_is_too_far_and_no_page_too_large() {
    let demo = demo().await;
    let path = "/api/v2/venue/customers?page=18446744073709551616";
    let (status, reply) = demo.get(TOKEN, path).await;
    assert_eq!((status, &reply["customers"]), (200, &json!([])), "{reply}");
    let path = "/api/v2/venue/customers?per_page=18446744073709551616";
    let (status, reply) = demo.get(TOKEN, path).await;
    let customers = reply["customers"].as_array().map(Vec::len);
    assert_eq!((status, customers), (200, Some(120)), "{reply}");
}

#[tokio::test]
async fn pages_together_are_the_list() {
    let demo = demo().await;
    let mut ids = Vec::new();
    for page in 1..=4 {
        let (_, reply) = demo
            .get(
                TOKEN,
                &format!("/api/v2/venue/customers?page={page}&per_page=35"),
            )
            .await;
        assert_eq!(facts(&reply), [120, page, 4, 35]);
        ids.extend(
            reply["customers"]
                .as_array()
                .expect("customers")
                .iter()
                .map(|one| one["customer"]["id"].as_i64()),
        );
    }
    let (_, beyond) = demo
        .get(TOKEN, "/api/v2/venue/customers?page=5&per_page=35")
        .await;
    assert_eq!(beyond["customers"], Value::Array(Vec::new()));
    assert_eq!(ids, (8801..8921).map(Some).collect::<Vec<_>>());
}

#[tokio::test]
async fn filters_leave_out_what_they_name() {
    let demo = demo().await;
    let (_, reply) = demo
        .get(
            TOKEN,
            "/api/v2/venue/customers?q%5Btelephone_eq%5D=5550100123",
        )
        .await;
    assert_eq!(facts(&reply)[0], 1);
    assert_eq!(reply["customers"][0]["customer"]["first_name"], "Ada");
    let (_, reply) = demo
        .get(
            TOKEN,
            "/api/v2/venue/customers?q%5Bupdated_at_gt%5D=2026-02-01",
        )
        .await;
    let customers = reply["customers"].as_array().expect("customers");
    assert!((1..120).contains(&customers.len()));
    // Midnight at the venue is seven hours later than in UTC.
    let first = "2026-02-01T07:00:00.000Z";
    assert!(
        customers
            .iter()
            .all(|one| one["customer"]["updated_at"].as_str() > Some(first))
    );
}

#[tokio::test]
async fn sales_begin_two_days_before_unless_a_filter_says_otherwise() {
    let demo = demo().await;
    let (_, reply) = demo.get(TOKEN, "/api/v2/venue/sales_histories").await;
    assert_eq!(reply["default_filter_applied"], true);
    // 14 February, 5 in the morning at the venue: the start of the twelfth there.
    assert_eq!(reply["ordered_at_gt"], "2026-02-12T07:00:00.000Z");
    let sales = reply["sales_histories"].as_array().expect("sales");
    assert!(!sales.is_empty());
    assert!(
        sales
            .iter()
            .all(|sale| sale["ordered_at"].as_str() > Some("2026-02-12T07:00:00.000Z"))
    );

    let (_, all) = demo
        .get(
            TOKEN,
            "/api/v2/venue/sales_histories?q%5Bordered_at_gt%5D=2025-12-01",
        )
        .await;
    assert_eq!(
        (&all["default_filter_applied"], &all["ordered_at_gt"]),
        (&false.into(), &"2025-12-01".into())
    );
    assert_eq!(facts(&all)[0], 60 * 24, "sixty days");

    // Another venue's midnight is another moment, and the window moves with the clock.
    let (_, bakery) = demo
        .get(
            As::Bearer("demo-api-token-2"),
            "/api/v2/venue/sales_histories",
        )
        .await;
    assert_eq!(bakery["ordered_at_gt"], "2026-02-12T05:00:00.000Z");
    demo.sandbox
        .control()
        .advance_clock(SignedDuration::from_hours(24))
        .expect("a time");
    let (_, later) = demo.get(TOKEN, "/api/v2/venue/sales_histories").await;
    assert_eq!(later["ordered_at_gt"], "2026-02-13T07:00:00.000Z");
}

#[tokio::test]
async fn a_sale_adds_up() {
    let demo = demo().await;
    let (_, reply) = demo.get(TOKEN, "/api/v2/venue/sales_histories").await;
    for sale in reply["sales_histories"].as_array().expect("sales") {
        let amount = |key: &str| sale[key].as_i64().expect("cents");
        assert_eq!(
            amount("total"),
            amount("sub_total") - amount("discount") + amount("tax")
        );
        let items = sale["items"].as_array().expect("items");
        assert_eq!(
            items
                .iter()
                .filter_map(|item| item["total"].as_i64())
                .sum::<i64>(),
            amount("total")
        );
    }
}
