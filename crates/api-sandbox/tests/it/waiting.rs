//! Waiting for the next order, payment request, request or callback.

use std::time::Duration;

use api_sandbox::{CallbackOutcome, OrderStatus, PaymentEnvironment, PaymentState};
use api_sandbox::{Sandbox, SandboxBuilder, Timestamp};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{Client, Config, CreateIncomingOrder, Environment, IntegratorAndVenue};
use serde_json::json;

use crate::common::http_client;
use crate::common::{Auth, CLIENT, NOW, TOKEN, VENUE, auth, demo, demo_with, order, payment, rows};

const PAYMENTS: &str = "/payments/test/thirdparty/payments/v1.0";

/// The order of a service, sent in the background.
fn spawn_order(sandbox: &Sandbox, reference: &'static str) {
    let credentials = IntegratorAndVenue::new("demo-integrator-token", "demo-venue-token");
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials);
    let client = Client::new(config.expect("a configuration")).expect("a client");
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let mut order = NewIncomingOrder::new(
            reference,
            vec![NewOrderItem::new(NewOrderItemRequired {
                product_parent_id: "7001".into(),
                product_id: 9001.into(),
                quantity: 2,
            })],
        );
        order.first_name = Some("Ada".into());
        client.send(CreateIncomingOrder::new(order)).await
    });
}

#[tokio::test]
async fn orders_are_returned_once_with_items_totals_and_history() {
    let demo = demo().await;
    let control = || demo.sandbox.control().with_timeout(Duration::from_secs(60));
    let early = demo.order("EARLY", None).await;
    spawn_order(&demo.sandbox, "LATE");
    assert_eq!(control().next_order().await.expect("an order").id, early);
    // All handles of a sandbox share a cursor.
    let control = control();
    let late = control.next_order().await.expect("an order");
    assert_eq!((late.reference_no.as_str(), late.venue), ("LATE", 12));
    assert_eq!(late.customer.first_name.as_deref(), Some("Ada"));
    let item = &late.items[0];
    assert_eq!(
        (item.product_id, item.sku_id, item.quantity),
        (7001, 9001, 2)
    );
    assert_eq!(late.subtotal, 2 * item.price);
    assert_eq!(late.total, late.subtotal - late.discount + late.tax);
    let path = format!(
        "/api/demo-api-token/v1/incoming_orders/{}",
        late.reference_no
    );
    let (_, record) = demo.get(TOKEN, &path).await;
    assert_eq!(record["incoming_order"]["total"], late.total, "{record}");

    let later = Duration::from_secs(90);
    control.advance_clock(later).expect("a time");
    let status = OrderStatus::Processing;
    control.set_order_status(late.id, status).expect("an order");
    let changed = control.orders().pop().expect("an order");
    let history = changed.history.iter().map(|entry| (entry.status, entry.at));
    let start: Timestamp = NOW.parse().expect("a time");
    let expected = [(OrderStatus::Pending, start), (status, start + later)];
    assert_eq!(history.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn orders_of_finalized_quotes_and_other_venues_are_returned_in_order() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let quote = demo.quote().await;
    let mut body = order("SECOND", None);
    let item = &mut body["incoming_order"]["order_items_attributes"][0];
    (item["product_parent_id"], item["product_id"]) = ("17001".into(), 19001.into());
    let path = "/api/v3/incoming_orders";
    demo.ok(auth("venue-2"), "POST", path, Some(body)).await;
    let path = format!("/api/demo-api-token/v1/incoming_quotes/{quote}/finalize");
    demo.ok(TOKEN, "PUT", &path, None).await;
    let venues = [
        control.next_order().await.expect("an order").venue,
        control.next_order().await.expect("an order").venue,
    ];
    assert_eq!(venues, [34, 12]);
}

#[tokio::test]
async fn payments_have_exact_amounts_and_their_history() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let text = payment()
        .to_string()
        .replace("125.5", "12345678901234567.89");
    demo.send_text(CLIENT, "POST", &format!("{PAYMENTS}/CreateRequest"), &text)
        .await;
    let created = control.next_payment().await.expect("a payment request");
    assert_eq!(created.amount.expect("an amount"), "12345678901234567.890");
    assert_eq!(created.environment, PaymentEnvironment::Test);
    assert_eq!(created.fields["UserEmail"], "buyer@shop.example");
    let uid = created.request_uid.as_str();
    let send = async |method: &str, more: serde_json::Value| {
        let mut body = json!({ "RequestUid": uid });
        for (key, value) in more.as_object().expect("an object") {
            body[key] = value.clone();
        }
        let path = format!("{PAYMENTS}/{method}");
        demo.ok(CLIENT, "POST", &path, Some(body)).await;
    };
    let order = json!({ "Amount": 10, "OrderNumber": "7", "OrderDescription": "Tea", "PayDate": "2026-02-14" });
    send("SubmitRequest", order.clone()).await;
    let mut adjusted = order;
    (adjusted["Amount"], adjusted["Reason"]) = (9.5.into(), "broken".into());
    send("AdjustRequest", adjusted).await;
    send("AddendumRequest", json!({ "Amount": 1.25 })).await;
    send("RefundRequest", json!({ "Reason": "late" })).await;
    let addendum = control.next_payment().await.expect("an addendum");
    assert_eq!(addendum.linked_to.as_deref(), Some(uid));
    assert_eq!(
        addendum.amount.and_then(|amount| amount.to_cents()),
        Some(125)
    );
    let refunded = &control.payments()[0];
    assert_eq!(
        (refunded.state, &refunded.addenda),
        (PaymentState::Refunded, &vec![addendum.request_uid])
    );
    let entries = refunded.history.iter().map(|entry| {
        let amount = entry.amount.as_ref().map(|amount| amount.as_str());
        (entry.operation.as_str(), amount)
    });
    let history: Vec<_> = entries.collect();
    let expected = [
        ("create_request", Some("12345678901234567.89")),
        ("submit_request", Some("10")),
        ("adjust_request", Some("9.5")),
        ("refund_request", None),
    ];
    assert_eq!(history, expected);
    assert_eq!(refunded.history[3].fields["Reason"], "late");
    // The digits are the same over HTTP.
    let url = format!("http://{}/_sandbox/payments", demo.sandbox.address());
    let response = http_client().get(url).send().await.expect("a response");
    let text = response.text().await.expect("text");
    assert!(text.contains("\"amount\":12345678901234567.89"), "{text}");
}

#[tokio::test]
async fn requests_are_returned_once_for_each_operation() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    for reference in ["A", "B"] {
        demo.order(reference, None).await;
        demo.get(TOKEN, "/api/v2/venue/info").await;
    }
    for reference in ["A", "B"] {
        let request = control.next_request("create_incoming_order").await;
        let request = request.expect("a request");
        let sent = request.body.pointer("/incoming_order/reference_no");
        let sent = sent.expect("a reference");
        assert_eq!(sent.get(), format!("{reference:?}"));
        assert_eq!(request.status, Some(200));
    }
    let request = control.next_request("get_venue_info").await;
    assert_eq!(request.expect("a request").number, 2);
    let error = control.next_request("get_venue_inf").await;
    let error = error.expect_err("an error");
    assert_eq!(
        error.to_string(),
        "unknown operation `get_venue_inf`, did you mean `get_venue_info`?"
    );
    assert!(!error.is_timeout());
}

#[tokio::test]
async fn errors_list_the_requests_meanwhile() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let control = control.with_timeout(Duration::from_millis(50));
    let error = control.next_order().await.expect_err("no order");
    assert_eq!(
        error.to_string(),
        "no order within 50ms; no request was recorded meanwhile"
    );
    assert!(error.is_timeout());
    demo.order("RETURNED", None).await;
    control.next_order().await.expect("an order");
    // The service sends it before the test waits.
    let body = json!({ "incoming_order": { "reference_no": "X" } });
    demo.post(VENUE, "/api/v3/incoming_orders", body).await;
    let error = control.next_order().await.expect_err("no order");
    let expected =
        "no order within 50ms; meanwhile recorded:\n   2 POST  /api/v3/incoming_orders 422";
    assert!(error.to_string().starts_with(expected), "{error}");
    for _ in 0..12 {
        demo.get(TOKEN, "/api/v2/venue/info").await;
    }
    let error = control.next_payment().await.expect_err("no payment");
    let error = error.to_string();
    assert!(error.starts_with("no payment request within 50ms; meanwhile recorded 13 requests:\n     … 3 earlier ones\n   5 GET"), "{error}");
    assert_eq!(error.lines().count(), 12);
}

#[tokio::test]
async fn waits_over_http_are_those_of_the_handle() {
    let demo = demo().await;
    let first = demo.order("FIRST", None).await;
    spawn_order(&demo.sandbox, "NEXT");
    let next = |path: &'static str| demo.get(Auth::Anonymous, path);
    assert_eq!(next("/_sandbox/orders/next").await.1["id"], first);
    let (status, response) = next("/_sandbox/orders/next?timeout_seconds=60").await;
    assert_eq!((status, &response["reference_no"]), (200, &json!("NEXT")));
    let (status, response) = next("/_sandbox/payments/next?timeout_seconds=0.01").await;
    assert_eq!(status, 408);
    let message = response["error"].as_str().expect("a message");
    assert!(
        message.starts_with("no payment request within 10ms"),
        "{message}"
    );
    let (_, response) = next("/_sandbox/requests/next/create_incoming_order").await;
    assert_eq!(response["body"]["incoming_order"]["reference_no"], "FIRST");
    let table = "
        orders/next?timeout_seconds=-1 `timeout_seconds` must be 0 to 60
        orders/next?timeout_second=1 unknown parameter `timeout_second`
        callbacks/next?timeout_seconds=NaN `timeout_seconds` must be 0 to 60
        requests/next/list_user unknown operation `list_user`, did you mean `list_users`?
    ";
    for [path, message] in rows(table) {
        let (status, response) = demo
            .get(Auth::Anonymous, &format!("/_sandbox/{path}"))
            .await;
        assert_eq!((status, &response["error"]), (400, &message.into()));
    }
}

#[tokio::test]
async fn orders_of_a_data_file_are_not_new() {
    let folder = tempfile::tempdir().expect("a folder");
    let builder = || -> SandboxBuilder { Sandbox::builder().data_file(folder.path().join("data")) };
    demo_with(builder()).await.order("OLD", None).await;
    let demo = demo_with(builder()).await;
    let new = demo.order("NEW", None).await;
    let control = demo.sandbox.control();
    assert_eq!(control.next_order().await.expect("an order").id, new);
    assert_eq!(control.orders().len(), 2);
}

#[tokio::test]
async fn callbacks_are_returned_with_their_outcome() {
    let demo = demo().await;
    let control = demo.sandbox.control().with_timeout(Duration::from_secs(60));
    let hook = Some("http://127.0.0.1:1/hook");
    let id = demo.order("CALLBACK", hook).await;
    let statuses = [OrderStatus::Processing, OrderStatus::Completed];
    for status in statuses {
        control.set_order_status(id, status).expect("an order");
    }
    for (number, status) in (1..).zip(statuses) {
        let callback = control.next_callback().await.expect("a callback");
        assert_eq!((callback.number, callback.status), (number, status));
        assert!(matches!(callback.outcome, CallbackOutcome::Failed(_)));
    }
    // After a reset, only new ones are returned.
    control.reset().expect("a reset");
    let id = demo.order("AGAIN", hook).await;
    control.set_order_status(id, statuses[0]).expect("an order");
    assert_eq!(control.next_callback().await.expect("a callback").order, id);
}
