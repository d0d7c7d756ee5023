//! The service of the example, as processes against a sandbox.

// Its `main` is used in the processes that the tests start.
#[path = "../../examples/service/main.rs"]
#[allow(dead_code)]
mod service;

mod instance;

use std::time::Duration;

use api_sandbox::{Effect, Fault, OrderStatus, Sandbox};
use pos_v1_client::reqwest::StatusCode;
use tokio::time::{sleep, timeout};

use instance::{Instance, is_instance};

/// A sandbox for instances of the service.
struct Setup {
    sandbox: Sandbox,
}

impl Setup {
    async fn new() -> Self {
        Self {
            sandbox: Sandbox::start().await.expect("a sandbox"),
        }
    }

    /// The number of orders at the venue with this reference.
    fn orders(&self, reference: &str) -> usize {
        let orders = self.sandbox.control().orders();
        let ours = orders
            .iter()
            .filter(|order| order.reference_no == reference);
        ours.count()
    }
}

/// Waits until a condition holds.
async fn wait_until(mut condition: impl AsyncFnMut() -> bool) {
    let holds = async {
        while !condition().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(30), holds)
        .await
        .expect("the condition");
}

fn order(reference: &str) -> String {
    format!(
        r#"{{"reference": "{reference}", "items": [{{"menu_item": "7001", "price": 9001, "quantity": 1}}]}}"#
    )
}

const PAYMENT: &str = r#"{
    "Amount": "125.50", "UserBusinessAddress": "1 Main Street", "UserBusinessCity": "Springfield",
    "UserBusinessName": "Corner Shop", "UserBusinessStateCode": "CO", "UserBusinessZip": "80000",
    "UserEmail": "buyer@shop.example", "UserFirstName": "Ada", "UserLastName": "Byron",
    "UserPhone": "5550100"
}"#;

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_serve_orders_payments_customers_and_metrics() {
    if is_instance() {
        return service::run().await.expect("a service");
    }
    let setup = Setup::new().await;
    let test = "two_instances_serve_orders_payments_customers_and_metrics";
    let first = Instance::start(test, &setup).await;
    let second = Instance::start(test, &setup).await;

    // An order, whose state is reported by a callback.
    for (instance, reference) in [(&first, "WEB-1"), (&second, "WEB-2")] {
        let (status, placed) = instance.post("/orders", order(reference)).await;
        assert_eq!(status, StatusCode::CREATED, "{placed}");
        assert_eq!(setup.orders(reference), 1);
        let id = placed["id"].as_i64().expect("an id");
        let control = setup.sandbox.control();
        control
            .set_order_status(id, OrderStatus::Completed)
            .expect("an order");
        let path = format!("/orders/{reference}");
        wait_until(async || instance.get(&path).await.contains("completed")).await;
    }
    // The buyer clicks again.
    let (status, again) = first.post("/orders", order("WEB-1")).await;
    assert_eq!(status, StatusCode::CREATED, "{again}");
    assert_eq!(setup.orders("WEB-1"), 1);
    // An invalid order.
    let invalid = order("WEB-3").replace("7001", "1");
    let (status, rejected) = first.post("/orders", invalid).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{rejected}");

    // A payment.
    let (status, request_uid) = first.post("/payments", PAYMENT.to_owned()).await;
    assert_eq!(status, StatusCode::CREATED, "{request_uid}");
    let submission = format!(
        r#"{{"RequestUid": {request_uid}, "OrderNumber": "A-1", "OrderDescription": "Two lamps",
            "Amount": "125.50", "PayDate": "2026-12-01"}}"#
    );
    let (status, body) = second.post("/payments/submit", submission).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{body}");

    // Each has synced the customers, and measured its calls.
    for instance in [&first, &second] {
        wait_until(async || instance.get("/customers/8803").await.contains("8803")).await;
    }
    let metrics = second.get("/metrics").await;
    let line =
        r#"api_calls_total{api="pos-v1",operation="create_incoming_order",outcome="Success"} 1"#;
    assert!(metrics.contains(line), "{metrics}");
    first.stop().await;
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn order_of_a_browser_that_goes_away_is_placed_before_the_process_ends() {
    if is_instance() {
        return service::run().await.expect("a service");
    }
    let setup = Setup::new().await;
    let test = "order_of_a_browser_that_goes_away_is_placed_before_the_process_ends";
    let instance = Instance::start(test, &setup).await;
    let slow = Effect::Delay(Duration::from_secs(2));
    let control = setup.sandbox.control();
    control
        .inject(Fault::new("create_incoming_order", slow))
        .expect("a fault");
    let browser = instance.post("/orders", order("WEB-1"));
    let patience = Duration::from_millis(500);
    assert!(timeout(patience, browser).await.is_err(), "a slow venue");
    assert_eq!(setup.orders("WEB-1"), 0);
    instance.stop().await;
    assert_eq!(setup.orders("WEB-1"), 1);
}
