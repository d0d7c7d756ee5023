//! The control interface over HTTP, and what is remembered.

use std::time::Duration;

use api_sandbox::Sandbox;
use api_sandbox::jiff::fmt::rfc2822;
use api_sandbox::jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::common::{As, TOKEN, VENUE, demo};

#[tokio::test]
async fn an_order_is_taken_through_a_script() {
    let demo = demo().await;
    let id = demo.order("SCRIPT", None).await;
    let (_, placed) = demo.get(As::Nobody, "/_sandbox/orders").await;
    let shown = json!([{ "id": id, "reference_no": "SCRIPT", "status": "Pending", "venue": 12 }]);
    assert_eq!(placed["orders"], shown);
    let script = json!({ "steps": ["processing", "En Route", "Delivered"], "milliseconds": 5 });
    assert_eq!(
        demo.post(As::Nobody, &format!("/_sandbox/orders/{id}/script"), script)
            .await
            .0,
        200
    );
    let delivered = async {
        loop {
            let (_, reply) = demo
                .get(VENUE, &format!("/api/v3/incoming_orders/{id}"))
                .await;
            if reply["incoming_order"]["aasm_state"] == "delivered" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), delivered)
        .await
        .expect("a delivery");
}

#[tokio::test]
async fn a_control_request_that_makes_no_sense_is_refused() {
    let demo = demo().await;
    let id = demo.order("CONTROL", None).await;
    let status = format!("/_sandbox/orders/{id}/status");
    let cases = [
        ("/_sandbox/faults", json!({}), 400),
        (
            "/_sandbox/faults",
            json!({ "operation": "list_users", "effect": "explode" }),
            400,
        ),
        (
            "/_sandbox/faults",
            json!({ "operation": "list_users", "effect": "status" }),
            400,
        ),
        (
            "/_sandbox/faults",
            json!({ "operation": "list_users", "effect": "delay", "milliseconds": 600_000 }),
            400,
        ),
        (
            "/_sandbox/faults",
            json!({ "operation": "list_users", "effect": "status", "status": 503, "times": 2 }),
            200,
        ),
        (
            "/_sandbox/faults",
            json!({ "operation": "list_users", "effect": "status", "status": 429, "after": 1, "retry_after": 2 }),
            200,
        ),
        (
            "/_sandbox/faults",
            json!({ "operation": "list_users", "effect": "value", "field": "total_pages", "value": null }),
            200,
        ),
        (&status, json!({ "status": "Lost" }), 400),
        (&status, json!({ "status": "En Route" }), 200),
        (
            "/_sandbox/orders/1/status",
            json!({ "status": "En Route" }),
            404,
        ),
        ("/_sandbox/clock", json!({ "set": "noon" }), 400),
        ("/_sandbox/clock", json!({ "advance_seconds": 60 }), 200),
        (
            "/_sandbox/settings",
            json!({ "deny_unknown_fields": "yes" }),
            400,
        ),
        ("/_sandbox/nothing", json!({}), 404),
    ];
    for (path, body, status) in cases {
        let (came, reply) = demo.post(As::Nobody, path, body.clone()).await;
        assert_eq!(came, status, "{path} {body}: {reply}");
    }
    let (_, clock) = demo.get(As::Nobody, "/_sandbox/clock").await;
    assert_eq!(clock["now"], "2026-02-14T12:01:00Z");
}

#[tokio::test]
async fn a_fault_that_is_malformed_is_refused_and_does_nothing() {
    let demo = demo().await;
    let good = json!({ "operation": "list_users", "effect": "status", "status": 429 });
    let wrong = [
        ("operation", json!(null)),
        ("operation", json!(7)),
        ("operation", json!("list_nothing")),
        ("api", json!(3)),
        ("api", json!("pos-v9")),
        ("effect", json!(["status"])),
        ("status", json!("429")),
        ("status", json!(200)),
        ("status", json!(65_536 + 429)),
        ("after", json!(-1)),
        ("after", json!("1")),
        ("after", json!(4_294_967_296_u64)),
        ("times", json!(0)),
        ("times", json!(1.5)),
        ("retry_after", json!(["1"])),
        ("retry_after", json!("1\r\nX: y")),
    ];
    let mut bodies: Vec<Value> = wrong
        .into_iter()
        .map(|(key, value)| {
            let mut body = good.clone();
            body[key] = value;
            body
        })
        .collect();
    for more in [
        json!({ "effect": "value", "field": "total_pages" }),
        json!({ "effect": "value", "value": 1 }),
        json!({ "effect": "missing" }),
        json!({ "effect": "missing", "field": "" }),
        json!({ "effect": "page_size" }),
        json!({ "effect": "page_size", "records": 0 }),
        json!({ "effect": "page_size", "records": 4_294_967_296_u64 }),
        json!({ "effect": "drop_before", "retry_after": 1 }),
    ] {
        let mut body = json!({ "operation": "list_users" });
        for (key, value) in more.as_object().expect("an object") {
            body[key] = value.clone();
        }
        bodies.push(body);
    }
    bodies.extend([json!([]), json!("list_users"), Value::Null]);
    for body in bodies {
        let (status, reply) = demo
            .post(As::Nobody, "/_sandbox/faults", body.clone())
            .await;
        assert_eq!(status, 400, "{body}: {reply}");
        assert!(reply["error"].is_string(), "{body}: {reply}");
    }
    let (_, waiting) = demo.get(As::Nobody, "/_sandbox/faults").await;
    assert_eq!(waiting, json!({ "faults": [] }));
}

#[tokio::test]
async fn requests_are_remembered_without_their_secrets() {
    let demo = demo().await;
    demo.get(As::Nobody, "/api/demo-api-token/v1/info").await;
    demo.get(
        TOKEN,
        "/api/v2/venue/customers?q%5Btelephone_eq%5D=5550100123&page=1",
    )
    .await;
    demo.get(TOKEN, "/api/demo-api-token/v9/info").await;
    let (_, reply) = demo.get(As::Nobody, "/_sandbox/requests").await;
    let text = reply.to_string();
    assert!(
        !text.contains("demo-api-token") && !text.contains("5550100123"),
        "{text}"
    );
    assert_eq!(reply["requests"][0]["path"], "/api/{token}/v1/info");
    assert_eq!(reply["requests"][1]["operation"], "list_customers");
    let line = demo.sandbox.control().requests()[1].to_string();
    assert!(
        line.contains("GET   /api/v2/venue/customers?q[telephone_eq]=…&page=1 200"),
        "{line}"
    );
}

#[tokio::test]
async fn a_reset_brings_back_the_demo_data() {
    let demo = demo().await;
    let id = demo.order("RESET", None).await;
    let gone = |customers: Value| customers["customers"][0]["customer"]["city"].clone();
    demo.send(
        TOKEN,
        "PATCH",
        "/api/v2/venue/customers/8801",
        Some(json!({ "customer": { "city": "Elsewhere" } })),
    )
    .await;
    demo.post(As::Nobody, "/_sandbox/reset", Value::Null).await;
    assert_eq!(
        demo.get(VENUE, &format!("/api/v3/incoming_orders/{id}"))
            .await
            .0,
        404
    );
    assert_eq!(
        gone(demo.get(TOKEN, "/api/v2/venue/customers").await.1),
        "Springfield"
    );
}

#[tokio::test]
async fn the_date_of_a_reply_is_that_of_the_clock() {
    // Nobody sets its clock at first.
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let (control, address) = (sandbox.control(), sandbox.pos_url());
    let date = async || {
        let reply = reqwest::get(format!("{address}/v3/venue/info")).await;
        let reply = reply.expect("a reply");
        let text = reply.headers()["date"].to_str().expect("a text");
        rfc2822::parse(text).expect("a date").timestamp()
    };
    // A date has no fractions of a second.
    let second = SignedDuration::from_secs(1);
    let told = async |what: &str| {
        let before = control.now() - second;
        let date = date().await;
        assert!(before <= date && date <= control.now(), "{what}: {date}");
    };
    told("the system's clock").await;
    let days = SignedDuration::from_hours(48);
    control.advance_clock(days).expect("there is such a time");
    told("a clock that was moved").await;
    let set: Timestamp = "2026-02-14T12:00:00Z".parse().expect("a time");
    control.set_clock(set);
    assert_eq!(date().await, set);
}
