//! Injected faults.

use std::time::{Duration, Instant};

use api_sandbox::{Effect, Fault};
use serde_json::json;

use crate::common::{Auth, Demo, TOKEN, VENUE, demo, order};

const ORDERS: &str = "/api/v3/incoming_orders";

fn inject(demo: &Demo, operation: &str, effect: Effect) {
    demo.sandbox
        .control()
        .inject(Fault::new(operation, effect))
        .expect("a fault");
}

#[tokio::test]
async fn dropped_connections_execute_the_operation_or_not() {
    let demo = demo().await;
    inject(&demo, "create_incoming_order", Effect::DropBefore);
    assert!(
        demo.try_send(VENUE, "POST", ORDERS, Some(order("BEFORE", None)))
            .await
            .is_err()
    );
    assert_eq!(demo.post(VENUE, ORDERS, order("BEFORE", None)).await.0, 200);

    inject(&demo, "create_incoming_order", Effect::DropAfter);
    assert!(
        demo.try_send(VENUE, "POST", ORDERS, Some(order("AFTER", None)))
            .await
            .is_err()
    );
    assert_eq!(
        demo.post(VENUE, ORDERS, order("AFTER", None)).await.0,
        422,
        "the order was created"
    );
}

#[tokio::test]
async fn delayed_truncated_slow_and_misshapen_responses() {
    let demo = demo().await;
    let path = "/api/v2/venue/info";
    let started = Instant::now();
    inject(
        &demo,
        "get_venue_info",
        Effect::Delay(Duration::from_millis(80)),
    );
    assert_eq!(demo.get(TOKEN, path).await.0, 200);
    assert!(started.elapsed() >= Duration::from_millis(80));

    inject(&demo, "get_venue_info", Effect::Truncated);
    let response = demo
        .try_send(TOKEN, "GET", path, None)
        .await
        .expect("a head");
    assert!(response.text().await.is_err(), "the body ends early");

    inject(
        &demo,
        "list_venues",
        Effect::SlowBytes(Duration::from_millis(1)),
    );
    let integrator = Auth::Basic("demo-integrator-token", "");
    let (_, response) = demo.get(integrator, "/api/v3/info").await;
    assert_eq!(response["code"], 1);

    inject(&demo, "get_venue_info", Effect::WrongShape);
    assert_eq!(demo.get(TOKEN, path).await, (200, json!(["misshapen"])));
    assert_eq!(
        demo.get(TOKEN, path).await.1["name"],
        "High Street Garden",
        "a fault happens once"
    );
}

#[tokio::test]
async fn wrong_types_unknown_fields_and_unknown_values() {
    let demo = demo().await;
    let path = "/api/v2/venue/users?per_page=1";
    inject(&demo, "list_users", Effect::WrongType("id".into()));
    assert!(demo.get(TOKEN, path).await.1["users"][0]["id"].is_object());
    inject(&demo, "list_users", Effect::UnknownField);
    assert_eq!(
        demo.get(TOKEN, path).await.1["users"][0]["sandbox_unknown_field"],
        true
    );
    inject(
        &demo,
        "list_terminal_tills",
        Effect::UnknownValue("state".into()),
    );
    let (_, response) = demo
        .get(TOKEN, "/api/v2/venue/terminal_tills?per_page=1")
        .await;
    assert_eq!(response["terminal_tills"][0]["state"], "sandbox-unknown");
}
