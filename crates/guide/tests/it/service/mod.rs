//! The service of the example, as processes against a sandbox.

mod instance;

use std::time::Duration;

use api_sandbox::{Effect, Fault, OrderStatus, PaymentState, RecordedRequest, Sandbox};
use pos_v1_client::reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use instance::{Instance, free_address};

/// A sandbox and a database for instances of the service.
struct Setup {
    sandbox: Sandbox,
    folder: TempDir,
    /// The address of the instance that receives the callbacks.
    public_address: String,
}

impl Setup {
    async fn new() -> Self {
        Self {
            sandbox: Sandbox::start().await.expect("a sandbox"),
            folder: tempfile::tempdir().expect("a folder"),
            public_address: free_address(),
        }
    }

    /// How often the sandbox received an operation.
    fn sent(&self, operation: &str) -> usize {
        let requests = self.sandbox.control().requests();
        let named = |request: &&RecordedRequest| request.operation.as_deref() == Some(operation);
        requests.iter().filter(named).count()
    }

    fn inject(&self, operation: &str, effect: Effect) {
        let control = self.sandbox.control();
        control
            .inject(Fault::new(operation, effect))
            .expect("a fault");
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
            sleep(Duration::from_millis(2)).await;
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

fn submission(request_uid: &Value) -> String {
    format!(
        r#"{{"RequestUid": {request_uid}, "OrderNumber": "A-1", "OrderDescription": "Two lamps",
            "Amount": "125.50", "PayDate": "2026-12-01"}}"#
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_serve_orders_payments_and_customers() {
    let setup = Setup::new().await;
    let first = Instance::start(&setup, &setup.public_address).await;
    let second = Instance::start(&setup, &free_address()).await;

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
    // The buyer clicks again, and reaches the other instance.
    let (status, again) = second.post("/orders", order("WEB-1")).await;
    assert_eq!(status, StatusCode::CREATED, "{again}");
    assert_eq!(setup.sent("create_incoming_order"), 2);
    let other = order("WEB-1").replace(r#""quantity": 1"#, r#""quantity": 2"#);
    let (status, rejected) = second.post("/orders", other).await;
    assert_eq!(status, StatusCode::CONFLICT, "{rejected}");
    assert_eq!(setup.sent("create_incoming_order"), 2);
    // An invalid order.
    let invalid = order("WEB-3").replace("7001", "1");
    let (status, rejected) = first.post("/orders", invalid).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{rejected}");
    // The buyer corrects it.
    let (status, placed) = first.post("/orders", order("WEB-3")).await;
    assert_eq!(status, StatusCode::CREATED, "{placed}");
    assert_eq!(setup.orders("WEB-3"), 1);

    // A payment.
    let (status, request_uid) = first.post("/carts/1/payment", PAYMENT.to_owned()).await;
    assert_eq!(status, StatusCode::CREATED, "{request_uid}");
    let (_, again) = second.post("/carts/1/payment", PAYMENT.to_owned()).await;
    assert_eq!(again, request_uid);
    assert_eq!(setup.sent("create_request"), 1);
    let (status, body) = second
        .post("/payments/submit", submission(&request_uid))
        .await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{body}");

    // Each has synced the customers.
    for instance in [&first, &second] {
        wait_until(async || instance.get("/customers/8803").await.contains("8803")).await;
    }
    first.stop().await;
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn order_of_a_browser_that_goes_away_is_placed_before_the_process_ends() {
    let setup = Setup::new().await;
    let instance = Instance::start(&setup, &setup.public_address).await;
    let slow = Effect::Delay(Duration::from_secs(3));
    setup.inject("create_incoming_order", slow);
    let browser = tokio::spawn(instance.request("/orders", order("WEB-1")));
    wait_until(async || instance.get("/orders/WEB-1").await.contains("requested")).await;
    browser.abort();
    assert!(browser.await.is_err(), "it waits for the venue");
    assert_eq!(setup.orders("WEB-1"), 0);
    instance.stop().await;
    assert_eq!(setup.orders("WEB-1"), 1);
}

/// Places an order, until its outcome is known.
async fn placed(instance: &Instance, reference: &str) {
    wait_until(async || {
        let (status, _) = instance.post("/orders", order(reference)).await;
        status == StatusCode::CREATED
    })
    .await;
}

/// The writes whose outcome is unknown.
async fn unresolved(instance: &Instance) -> Vec<Value> {
    let list = instance.get("/unresolved").await;
    serde_json::from_str(&list).expect("a list")
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_instance_loses_no_write_and_nothing_is_sent_twice() {
    let setup = Setup::new().await;
    let survivor = Instance::start(&setup, &setup.public_address).await;
    let victim = Instance::start(&setup, &free_address()).await;
    let (_, request_uid) = victim.post("/carts/1/payment", PAYMENT.to_owned()).await;

    // The venue has the first order, and its response is on its way. The request of the second one
    // is on its way. The submission took effect.
    let slow = || Effect::SlowBytes(Duration::from_secs(1));
    setup.inject("create_incoming_order", slow());
    let mut browsers = JoinSet::new();
    browsers.spawn(victim.request("/orders", order("WEB-1")));
    wait_until(async || setup.orders("WEB-1") == 1).await;
    setup.inject(
        "create_incoming_order",
        Effect::Delay(Duration::from_secs(20)),
    );
    browsers.spawn(victim.request("/orders", order("WEB-2")));
    setup.inject("submit_request", slow());
    browsers.spawn(victim.request("/payments/submit", submission(&request_uid)));
    wait_until(async || {
        let payments = setup.sandbox.control().payments();
        payments
            .iter()
            .any(|payment| payment.state == PaymentState::Submitted)
    })
    .await;
    sleep(Duration::from_millis(300)).await;
    victim.kill();
    browsers.shutdown().await;

    // The other instance finds the first order, and sends the second one again.
    for reference in ["WEB-1", "WEB-2"] {
        // The buyer clicks again, and again while it is found out.
        placed(&survivor, reference).await;
        assert_eq!(setup.orders(reference), 1);
    }
    wait_until(async || {
        let entries = unresolved(&survivor).await;
        entries.len() == 1 && entries[0]["operation"] == "submit_request"
    })
    .await;
    // No operation reads the submission: it is never sent again, and a person finds out.
    let submit = async || {
        let submission = submission(&request_uid);
        survivor.post("/payments/submit", submission).await.0
    };
    assert_eq!(submit().await, StatusCode::ACCEPTED);
    let entries = unresolved(&survivor).await;
    let path = format!("/unresolved/{}", entries[0]["id"].as_str().expect("an id"));
    let finding = r#"{"took_effect": true, "by": "Ada", "why": "paid in the back office"}"#;
    let (status, body) = survivor.post(&path, finding.to_owned()).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{body}");
    assert_eq!(submit().await, StatusCode::NO_CONTENT);
    assert_eq!(setup.sent("submit_request"), 1);
    survivor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_that_a_person_found_has_its_id() {
    let setup = Setup::new().await;
    let instance = Instance::start(&setup, &setup.public_address).await;
    setup.inject("create_request", Effect::DropAfter);
    let pay = async || instance.post("/carts/1/payment", PAYMENT.to_owned()).await;
    let (status, body) = pay().await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let entries = unresolved(&instance).await;
    let path = format!("/unresolved/{}", entries[0]["id"].as_str().expect("an id"));
    let request_uid = setup.sandbox.control().payments()[0].request_uid.clone();
    let finding = json!({
        "took_effect": true,
        "record_id": request_uid,
        "by": "Ada",
        "why": "seen in the back office",
    });
    let (status, body) = instance.post(&path, finding.to_string()).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{body}");
    let (status, found) = pay().await;
    assert_eq!(status, StatusCode::CREATED, "{found}");
    assert_eq!(found, request_uid);
    assert_eq!(setup.sent("create_request"), 1);
    instance.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_an_instance_that_is_killed_at_any_time_are_placed_once() {
    let setup = Setup::new().await;
    let survivor = Instance::start(&setup, &setup.public_address).await;
    let references: Vec<String> = (0..30).map(|number| format!("WEB-{number}")).collect();
    for (round, references) in references.chunks(10).enumerate() {
        let victim = Instance::start(&setup, &free_address()).await;
        let mut browsers = JoinSet::new();
        for reference in references {
            browsers.spawn(victim.request("/orders", order(reference)));
        }
        // Some orders are placed, and the others are somewhere on their way.
        let placed = || references.iter().filter(|order| setup.orders(order) == 1);
        wait_until(async || placed().count() > 3 * round).await;
        victim.kill();
        browsers.shutdown().await;
    }
    // Those that the victims accepted are recovered, and the buyers click again.
    wait_until(async || unresolved(&survivor).await.is_empty()).await;
    for reference in &references {
        placed(&survivor, reference).await;
        assert_eq!(setup.orders(reference), 1, "{reference}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn callback_that_no_instance_received_is_made_up_for() {
    let setup = Setup::new().await;
    let first = Instance::start(&setup, &setup.public_address).await;
    let (_, placed) = first.post("/orders", order("WEB-1")).await;
    first.kill();
    let id = placed["id"].as_i64().expect("an id");
    let control = setup.sandbox.control();
    control
        .set_order_status(id, OrderStatus::Completed)
        .expect("an order");
    control.wait_for_callbacks().await;
    let second = Instance::start(&setup, &setup.public_address).await;
    wait_until(async || second.get("/orders/WEB-1").await.contains("completed")).await;
}
