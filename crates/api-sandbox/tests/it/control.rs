//! The control interface over HTTP.

use std::time::Duration;

use api_sandbox::{Sandbox, Timestamp};
use serde_json::{Value, json};

use crate::common::http_client;
use crate::common::{Auth, TOKEN, VENUE, body, demo, rows};

#[tokio::test]
async fn rejects_invalid_control_requests() {
    let demo = demo().await;
    let id = demo.order("CONTROL", None).await;
    let table = r#"
        400 faults {}
        400 faults []
        400 faults { "operation": "list_users", "effects": ["explode"] }
        400 faults { "operation": "list_users", "effects": ["status"] }
        400 faults { "operation": "list_users", "effects": [{ "status": 200 }] }
        400 faults { "operation": "list_users", "effects": ["pass"], "times": 0 }
        400 faults { "operation": "list_users", "effects": ["pass"], "other": 1 }
        200 faults { "operation": "list_users", "effects": [{ "status": 503 }], "times": 2 }
        200 faults { "operation": "list_users", "effects": [{ "value": ["total_pages", null] }] }
        400 orders/ID/status { "status": "Lost" }
        200 orders/ID/status { "status": "En Route" }
        404 orders/1/status { "status": "En Route" }
        400 clock { "set": "noon" }
        400 clock { "set": "-000500-01-01T00:00:00Z" }
        400 clock { "set": "9999-12-30T00:00:00Z" }
        400 clock { "advance_seconds": 9223372036854775807 }
        200 clock { "advance_seconds": 60 }
        400 settings { "deny_unknown_fields": "yes" }
        404 nothing {}
    "#;
    for [status, path, text] in rows(table) {
        let path = format!("/_sandbox/{}", path.replace("ID", &id.to_string()));
        let (actual, response) = demo.send(Auth::Anonymous, "POST", &path, body(text)).await;
        assert_eq!(actual.to_string(), status, "{path} {text}: {response}");
    }
    let (_, clock) = demo.get(Auth::Anonymous, "/_sandbox/clock").await;
    assert_eq!(clock["now"], "2026-02-14T12:01:00Z");
}

/// What no operation can change: a price, a stock, a coupon. Syncs return the changed records.
#[tokio::test]
async fn records_are_changed_and_added_as_json() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let day = Duration::from_secs(24 * 60 * 60);
    control.advance_clock(day).expect("there is such a time");
    let change = json!({ "price_cents": 1_250, "on_hand": 3 });
    control.change(12, "prices", 9001, change).expect("a price");
    let coupon = json!({ "name": "Spring", "percent": 15 });
    let added = control.add(12, "coupons", coupon).expect("a coupon");
    let product = json!({ "name": "Gift Card" });
    let product = control.add(12, "products", product).expect("a product");
    let path = "/_sandbox/venues/12/customers/8801";
    let points = Some(json!({ "points": 77 }));
    let (status, _) = demo.send(Auth::Anonymous, "PATCH", path, points).await;
    assert_eq!(status, 200);

    let since = "q%5Bupdated_at_gt%5D=2026-02-15T11:59:59Z";
    let list = async |list: &str| {
        let path = format!("/api/v2/venue/{list}?{since}");
        let (status, page) = demo.get(TOKEN, &path).await;
        assert_eq!(status, 200, "{page}");
        page
    };
    let inventory = list("inventories").await;
    let prices = inventory["inventory"].as_array().expect("a list").iter();
    let ids: Vec<_> = prices
        .map(|row| row["id"].as_i64().expect("an id"))
        .collect();
    assert_eq!(ids, [9001, product + 1]);
    assert_eq!(inventory["inventory"][0]["price"], 1_250);
    assert_eq!(inventory["inventory"][0]["quantity_on_hand"], 3);
    let customers = list("customers").await;
    assert_eq!(customers["total_records"], 1);
    assert_eq!(customers["customers"][0]["customer"]["points"], 77);
    let (_, coupons) = demo.get(TOKEN, "/api/v2/venue/coupons").await;
    let coupons = coupons["coupons"].as_array().expect("a list");
    assert!(
        coupons
            .iter()
            .any(|coupon| coupon["id"] == added && coupon["amount"] == 15)
    );

    let table = r#"
        13 prices 9001 {} no venue has this id
        12 price 9001 {} unknown list `price`, did you mean `prices`?
        12 prices 1 {} no product has this SKU
        12 staff 1 {} staff: no record has the id 1
        12 prices 9001 {"on_hands":1} unknown member `on_hands`, did you mean `on_hand`?
        12 prices 9001 {"sku":1} `sku` cannot be changed
        12 prices 9001 [] expected an object
    "#;
    for [venue, list, id, members, expected] in rows(table) {
        let number = |text: &str| text.parse().expect("a number");
        let members = body(members).expect("members");
        let error = control.change(number(venue), list, number(id), members);
        assert_eq!(error.expect_err("an error").to_string(), expected);
    }
    let wrong = control.change(12, "prices", 9001, json!({ "price_cents": "1" }));
    assert!(wrong.is_err());
}

#[tokio::test]
async fn reset_restores_the_demo_data() {
    let demo = demo().await;
    let id = demo.order("RESET", None).await;
    let path = "/api/v2/venue/customers/8801";
    let change = json!({ "customer": { "city": "Elsewhere" } });
    demo.ok(TOKEN, "PATCH", path, Some(change)).await;
    let reset = "/_sandbox/reset";
    demo.ok(Auth::Anonymous, "POST", reset, None).await;
    let order = format!("/api/v3/incoming_orders/{id}");
    assert_eq!(demo.get(VENUE, &order).await.0, 404);
    let response = demo.ok(TOKEN, "GET", path, None).await;
    assert_eq!(response["customer"]["city"], "Springfield");
}

#[tokio::test]
async fn date_header_follows_the_clock() {
    // Initially the system's clock.
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let (control, address) = (sandbox.control(), sandbox.pos_url());
    let date = async || {
        let response = http_client()
            .get(format!("{address}/v3/venue/info"))
            .send()
            .await;
        let response = response.expect("a response");
        let text = response.headers()["date"].to_str().expect("a text");
        let date = httpdate::parse_http_date(text).expect("a date");
        Timestamp::from(date)
    };
    // The header has no fractions of a second.
    let second = Duration::from_secs(1);
    let check = async |step: &str| {
        let before = control.now() - second;
        let date = date().await;
        assert!(before <= date && date <= control.now(), "{step}: {date}");
    };
    check("the system's clock").await;
    let days = Duration::from_secs(48 * 60 * 60);
    control.advance_clock(days).expect("there is such a time");
    check("a moved clock").await;
    let set: Timestamp = "2026-02-14T12:00:00Z".parse().expect("a time");
    control.set_clock(set).expect("a time");
    assert_eq!(date().await, set);
    control.resume_clock();
    check("a clock that runs again").await;
    assert!(control.now().saturating_duration_since(set) < Duration::from_secs(60));
}

#[tokio::test]
async fn clocks_are_from_1970_to_9998() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let control = sandbox.control();
    let time = |text: &str| text.parse::<Timestamp>().expect("a time");
    for text in [
        "1969-12-31T23:59:59Z",
        "9999-01-01T00:00:00Z",
        "0044-03-15T12:00:00Z",
    ] {
        let error = control
            .set_clock(time(text))
            .expect_err("an error")
            .to_string();
        assert_eq!(
            error,
            format!("expected a time from 1970 to 9998, found {text}")
        );
        let started = Sandbox::builder().clock(time(text)).start().await;
        let error = started.expect_err("an error").to_string();
        assert_eq!(
            error,
            format!("clock: expected a time from 1970 to 9998, found {text}")
        );
    }
    for text in ["1970-01-01T00:00:00Z", "9998-12-31T23:59:59Z"] {
        control.set_clock(time(text)).expect("a time in range");
        assert_eq!(control.now(), time(text));
    }
    let error = control.advance_clock(Duration::from_secs(1));
    let error = error.expect_err("an error").to_string();
    assert!(
        error.starts_with("expected a time from 1970 to 9998"),
        "{error}"
    );
    assert!(control.advance_clock(Duration::MAX).is_err());
}

#[tokio::test]
async fn clock_stops_and_resumes_over_http() {
    let demo = demo().await;
    let clock = async |body: Value| demo.post(Auth::Anonymous, "/_sandbox/clock", body).await;
    let (status, set) = clock(json!({ "set": "2030-01-02T03:04:05Z" })).await;
    let stopped = json!({ "now": "2030-01-02T03:04:05Z", "is_running": false });
    assert_eq!((status, set), (200, stopped));
    let (status, resumed) = clock(json!({ "resume": true })).await;
    assert_eq!((status, &resumed["is_running"]), (200, &json!(true)));
    let now = resumed["now"].as_str().expect("a time");
    assert!(now.starts_with("2030-01-02T03:0"), "{now}");
    let (status, refused) = clock(json!({ "resume": false })).await;
    let expected = json!({ "error": "`resume` must be true" });
    assert_eq!((status, refused), (400, expected));
}
