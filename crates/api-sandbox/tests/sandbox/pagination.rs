//! Pages, filters, and the default period of sales.

use api_sandbox::jiff::SignedDuration;
use serde_json::{Value, json};

use crate::common::{Auth, TOKEN, demo};

fn metadata(response: &Value) -> [i64; 4] {
    ["total_records", "current_page", "total_pages", "per_page"]
        .map(|key| response[key].as_i64().expect("a number"))
}

#[tokio::test]
async fn pages_have_documented_default_and_maximum_sizes() {
    let demo = demo().await;
    let (_, response) = demo.get(TOKEN, "/api/v2/venue/customers").await;
    assert_eq!(metadata(&response), [120, 1, 1, 1000]);
    let (_, response) = demo.get(TOKEN, "/api/v2/venue/inventories").await;
    assert_eq!(
        metadata(&response)[1..],
        [1, metadata(&response)[0].div_euclid(100) + 1, 100]
    );
    assert_eq!(response["inventory"].as_array().map(Vec::len), Some(100));
    let (_, response) = demo.get(TOKEN, "/api/v1/venue/inventories").await;
    assert_eq!(metadata(&response)[3], 1000);
    assert!(
        response["products"].as_array().map(Vec::len) > Some(500),
        "hundreds of products"
    );
}

#[tokio::test]
async fn huge_page_numbers_and_sizes_are_valid() {
    let demo = demo().await;
    let path = "/api/v2/venue/customers?page=18446744073709551616";
    let (status, response) = demo.get(TOKEN, path).await;
    assert_eq!(
        (status, &response["customers"]),
        (200, &json!([])),
        "{response}"
    );
    let path = "/api/v2/venue/customers?per_page=18446744073709551616";
    let (status, response) = demo.get(TOKEN, path).await;
    let customers = response["customers"].as_array().map(Vec::len);
    assert_eq!((status, customers), (200, Some(120)), "{response}");
}

#[tokio::test]
async fn pages_add_up_to_the_list() {
    let demo = demo().await;
    let mut ids = Vec::new();
    for page in 1..=4 {
        let (_, response) = demo
            .get(
                TOKEN,
                &format!("/api/v2/venue/customers?page={page}&per_page=35"),
            )
            .await;
        assert_eq!(metadata(&response), [120, page, 4, 35]);
        ids.extend(
            response["customers"]
                .as_array()
                .expect("customers")
                .iter()
                .map(|row| row["customer"]["id"].as_i64()),
        );
    }
    let (_, beyond) = demo
        .get(TOKEN, "/api/v2/venue/customers?page=5&per_page=35")
        .await;
    assert_eq!(beyond["customers"], Value::Array(Vec::new()));
    assert_eq!(ids, (8801..8921).map(Some).collect::<Vec<_>>());
}

#[tokio::test]
async fn filters_select_records() {
    let demo = demo().await;
    let (_, response) = demo
        .get(
            TOKEN,
            "/api/v2/venue/customers?q%5Btelephone_eq%5D=5550100123",
        )
        .await;
    assert_eq!(metadata(&response)[0], 1);
    assert_eq!(response["customers"][0]["customer"]["first_name"], "Ada");
    let (_, response) = demo
        .get(
            TOKEN,
            "/api/v2/venue/customers?q%5Bupdated_at_gt%5D=2026-02-01",
        )
        .await;
    let customers = response["customers"].as_array().expect("customers");
    assert!((1..120).contains(&customers.len()));
    // Midnight at the venue is 07:00 UTC.
    let first = "2026-02-01T07:00:00.000Z";
    assert!(
        customers
            .iter()
            .all(|row| row["customer"]["updated_at"].as_str() > Some(first))
    );
}

#[tokio::test]
async fn sales_of_two_days_are_listed_by_default() {
    let demo = demo().await;
    let (_, response) = demo.get(TOKEN, "/api/v2/venue/sales_histories").await;
    assert_eq!(response["default_filter_applied"], true);
    // It is February 14, 05:00 at the venue: the sales since February 12 there.
    assert_eq!(response["ordered_at_gt"], "2026-02-12T07:00:00.000Z");
    let sales = response["sales_histories"].as_array().expect("sales");
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
    assert_eq!(metadata(&all)[0], 60 * 24, "sixty days");

    // In another time zone, and after the clock is advanced.
    let (_, bakery) = demo
        .get(
            Auth::Bearer("demo-api-token-2"),
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
async fn amounts_of_sales_add_up() {
    let demo = demo().await;
    let (_, response) = demo.get(TOKEN, "/api/v2/venue/sales_histories").await;
    for sale in response["sales_histories"].as_array().expect("sales") {
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
