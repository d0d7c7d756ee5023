//! Pages, filters, and the default period of sales.

use std::time::Duration;

use serde_json::Value;

use crate::common::{TOKEN, auth, demo};

fn metadata(response: &Value) -> [i64; 4] {
    ["total_records", "current_page", "total_pages", "per_page"]
        .map(|key| response[key].as_i64().expect("a number"))
}

#[tokio::test]
async fn page_numbers_and_sizes_are_echoed_or_rejected() {
    let demo = demo().await;
    for (name, key) in [("page", "current_page"), ("per_page", "per_page")] {
        for (value, reason) in [
            ("7", ""),
            ("9223372036854775807", ""),
            ("0", "minimum of 1"),
            ("-1", "minimum of 1"),
            ("9223372036854775808", "maximum of 9223372036854775807"),
            ("2.0", "type \\\"integer\\\""),
            ("01", "type \\\"integer\\\""),
            ("%2B1", "type \\\"integer\\\""),
            ("", "type \\\"integer\\\""),
        ] {
            let path = format!("/api/v2/venue/customers?{name}={value}");
            let (status, response) = demo.get(TOKEN, &path).await;
            if reason.is_empty() {
                assert_eq!(status, 200, "{path}: {response}");
                assert_eq!(response[key].to_string(), value, "{path}");
            } else {
                assert_eq!(status, 422, "{path}: {response}");
                let text = response.to_string();
                assert!(
                    text.contains(reason) && text.contains(name),
                    "{path}: {text}"
                );
            }
        }
    }
    let path = "/api/v2/venue/customers?per_page=9223372036854775807";
    let (_, response) = demo.get(TOKEN, path).await;
    assert_eq!(response["customers"].as_array().map(Vec::len), Some(120));
}

#[tokio::test]
async fn pages_add_up_to_the_list() {
    let demo = demo().await;
    let mut ids = Vec::new();
    for page in 1..=4 {
        let path = format!("/api/v2/venue/customers?page={page}&per_page=35");
        let (_, response) = demo.get(TOKEN, &path).await;
        assert_eq!(metadata(&response), [120, page, 4, 35]);
        let customers = response["customers"].as_array().expect("customers").iter();
        ids.extend(customers.map(|row| row["customer"]["id"].as_i64()));
    }
    let path = "/api/v2/venue/customers?page=5&per_page=35";
    let (_, beyond) = demo.get(TOKEN, path).await;
    assert_eq!(beyond["customers"], Value::Array(Vec::new()));
    assert_eq!(ids, (8801..8921).map(Some).collect::<Vec<_>>());
}

#[tokio::test]
async fn sales_of_two_days_are_listed_by_default() {
    let demo = demo().await;
    let path = "/api/v2/venue/sales_histories";
    let (_, response) = demo.get(TOKEN, path).await;
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

    let since = format!("{path}?q%5Bordered_at_gt%5D=2025-12-01");
    let (_, all) = demo.get(TOKEN, &since).await;
    assert_eq!(
        (&all["default_filter_applied"], &all["ordered_at_gt"]),
        (&false.into(), &"2025-12-01".into())
    );
    assert_eq!(metadata(&all)[0], 30, "thirty days");

    // In another time zone, and after the clock is advanced.
    let (_, bakery) = demo.get(auth("token-2"), path).await;
    assert_eq!(bakery["ordered_at_gt"], "2026-02-12T05:00:00.000Z");
    let day = Duration::from_secs(24 * 60 * 60);
    demo.sandbox.control().advance_clock(day).expect("a time");
    let (_, later) = demo.get(TOKEN, path).await;
    assert_eq!(later["ordered_at_gt"], "2026-02-13T07:00:00.000Z");
}
