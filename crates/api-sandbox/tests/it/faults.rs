//! Injected faults: which requests they happen to, what they change, and which were never hit.

use std::time::{Duration, Instant};

use api_sandbox::{Effect, ExactResponse, Fault};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, IntegratorAndVenue, Outcome,
};
use serde_json::{Value, json};

use crate::calls::{pay, submission};
use crate::common::{Auth, CLIENT, Demo, TOKEN, VENUE, auth, demo, order, rows};

const ORDERS: &str = "/api/v3/incoming_orders";
const INFO: &str = "/api/v2/venue/info";

fn inject(demo: &Demo, operation: &str, effect: Effect) {
    let fault = Fault::new(operation, effect);
    demo.sandbox.control().inject(fault).expect("a fault");
}

/// A fault happens to the requests that match it, and to no other.
#[tokio::test]
async fn faults_happen_to_matching_requests() {
    let demo = demo().await;
    // A fault, and requests with their statuses.
    let table = r#"
        {"operation": "get_venue_info", "effects": [{"status": 503}], "venue": 34} | token /api/v2/venue/info 200 | unknown /api/v2/venue/info 401 | token-2 /api/v2/venue/info 503 | token-2 /api/v2/venue/info 200
        {"operation": "get_venue_info", "effects": [{"status": 503}], "venue": 34} | none /api/demo-api-token/v1/info 200 | none /api/demo-api-token-2/v1/info 503
        {"operation": "get_venue_info", "effects": [{"status": 503}], "api": "pos-v1"} | token /api/v2/venue/info 200 | none /api/demo-api-token/v1/info 503
        {"operation": "get_customer", "effects": [{"status": 500}], "reference": "8802"} | token /api/v2/venue/customers/8801 200 | token /api/v2/venue/customers/8802 500
        {"operation": "list_users", "effects": [{"status": 503}, "pass", {"status": 429}], "after": 1, "times": 2} | token /api/v2/venue/users 200 | token /api/v2/venue/users 503 | token /api/v2/venue/users 200 | token /api/v2/venue/users 429 | token /api/v2/venue/users 503 | token /api/v2/venue/users 200 | token /api/v2/venue/users 429 | token /api/v2/venue/users 200
    "#;
    for [row] in rows(table) {
        let mut cells = row.split(" | ");
        let fault = serde_json::from_str(cells.next().expect("a fault")).expect("a fault");
        demo.sandbox.control().inject(fault).expect("a fault");
        for request in cells {
            let [credentials, path, status] = rows(request).next().expect("a request");
            let actual = demo.get(auth(credentials), path).await.0;
            assert_eq!(actual.to_string(), status, "{request} of {row}");
        }
        demo.sandbox
            .control()
            .verify_faults()
            .expect("no unused one");
    }
}

#[tokio::test]
async fn faults_match_references_in_bodies() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let create = Fault::new("create_incoming_order", Effect::Status(500)).for_reference("WEB-2");
    control.inject(create).expect("a fault");
    demo.order("WEB-1", None).await;
    for status in [500, 200] {
        let (actual, _) = demo.post(VENUE, ORDERS, order("WEB-2", None)).await;
        assert_eq!(actual, status);
    }
    let (first, second) = (demo.payment().await, demo.payment().await);
    let submit = Fault::new("submit_request", Effect::Status(400)).for_reference(&second);
    control.inject(submit).expect("a fault");
    for (uid, status) in [(first, 200), (second, 400)] {
        let body = submission(&uid, 1);
        let (actual, _) = demo.post(CLIENT, &pay("SubmitRequest"), body).await;
        assert_eq!(actual, status);
    }
    control.verify_faults().expect("no unused one");
}

#[tokio::test]
async fn dropped_connections_execute_the_operation_or_not() {
    let demo = demo().await;
    for (effect, status_after) in [(Effect::DropBefore, 200), (Effect::DropAfter, 422)] {
        let body = order(&effect.to_string(), None);
        inject(&demo, "create_incoming_order", effect);
        let dropped = demo.try_send(VENUE, "POST", ORDERS, Some(body.clone()));
        assert!(dropped.await.is_err());
        assert_eq!(demo.post(VENUE, ORDERS, body).await.0, status_after);
    }
}

#[tokio::test]
async fn delayed_truncated_and_slow_responses() {
    let demo = demo().await;
    let started = Instant::now();
    let delay = Duration::from_millis(80);
    inject(&demo, "get_venue_info", Effect::Delay(delay));
    assert_eq!(demo.get(TOKEN, INFO).await.0, 200);
    assert!(started.elapsed() >= delay);

    inject(&demo, "get_venue_info", Effect::Truncated);
    let response = demo.try_send(TOKEN, "GET", INFO, None).await;
    let body = response.expect("a head").text().await;
    assert!(body.is_err(), "the body ends early");

    let pause = Duration::from_millis(1);
    inject(&demo, "list_venues", Effect::SlowBytes(pause));
    let (_, response) = demo.get(auth("integrator"), "/api/v3/info").await;
    assert_eq!(response["code"], 1);
}

/// Each effect changes one response, at a place, to a value.
#[tokio::test]
async fn effects_change_bodies_once() {
    let demo = demo().await;
    let table = r#"
        get_venue_info "wrong_shape" /api/v2/venue/info /0 "misshapen"
        list_users {"wrong_type":"id"} /api/v2/venue/users?per_page=1 /users/0/id {"unexpected":true}
        list_users "unknown_field" /api/v2/venue/users?per_page=1 /users/0/sandbox_unknown_field true
        list_terminal_tills {"value":["state","new"]} /api/v2/venue/terminal_tills?per_page=1 /terminal_tills/0/state "new"
        list_customers {"value":["total_pages",9]} /api/v2/venue/customers?page=2&per_page=50 /total_pages 9
        list_customers {"value":["total_pages","3"]} /api/v2/venue/customers?page=2&per_page=50 /total_pages "3"
        list_customers {"value":["current_page",1]} /api/v2/venue/customers?page=2&per_page=50 /current_page 1
        list_customers {"missing":"total_pages"} /api/v2/venue/customers /total_pages null
        list_customers {"page_size":70} /api/v2/venue/customers /per_page 70
    "#;
    for [operation, effect, path, pointer, expected] in rows(table) {
        let [effect, expected]: [Value; 2] =
            [effect, expected].map(|text| serde_json::from_str(text).expect("JSON"));
        inject(
            &demo,
            operation,
            serde_json::from_value(effect).expect("an effect"),
        );
        for is_first in [true, false] {
            let (_, body) = demo.get(TOKEN, path).await;
            let found = body.pointer(pointer).unwrap_or(&Value::Null);
            assert_eq!(found == &expected, is_first, "{path} {pointer}: {found}");
        }
    }
}

#[tokio::test]
async fn throttled_page_has_a_retry_after_header() {
    let demo = demo().await;
    let fault = Fault::new("list_customers", Effect::Status(429)).after(1);
    demo.sandbox
        .control()
        .inject(fault.retry_after("2"))
        .expect("a fault");
    let page = async |number: u32| {
        let path = format!("/api/v2/venue/customers?page={number}&per_page=50");
        demo.try_send(TOKEN, "GET", &path, None)
            .await
            .expect("a response")
    };
    assert_eq!(page(1).await.status().as_u16(), 200);
    let throttled = page(2).await;
    assert_eq!(throttled.status().as_u16(), 429);
    assert_eq!(throttled.headers()["retry-after"], "2");
    assert_eq!(page(2).await.status().as_u16(), 200);
}

#[tokio::test]
async fn exact_responses_have_these_bytes_and_headers() {
    let demo = demo().await;
    let body = b"{\"total\": 12345678901234567.89, \"bytes\": \"\xff\"}".to_vec();
    let response = ExactResponse::new(299)
        .header("Content-Type", "application/vnd.shop+json")
        .header("X-Two", "1")
        .header("X-Two", "2")
        .body(body.clone());
    inject(&demo, "get_venue_info", Effect::Respond(response));
    let response = demo.try_send(TOKEN, "GET", INFO, None).await;
    let response = response.expect("a response");
    assert_eq!(response.status().as_u16(), 299);
    let headers = response.headers().clone();
    assert_eq!(headers["content-type"], "application/vnd.shop+json");
    assert_eq!(headers["content-length"], body.len().to_string().as_str());
    assert_eq!(headers.get_all("x-two").iter().count(), 2);
    assert_eq!(response.bytes().await.expect("a body"), body);
}

/// A proxy fails after the service has created the order: the generated client must not conclude
/// that there is none.
#[tokio::test]
async fn replaced_responses_leave_the_operation_executed() {
    let demo = demo().await;
    let page = ExactResponse::new(502)
        .header("Content-Type", "text/html")
        .body("<h1>Bad Gateway");
    inject(&demo, "create_incoming_order", Effect::Replace(page));
    let credentials = IntegratorAndVenue::new("demo-integrator-token", "demo-venue-token");
    let config = Config::new(Environment::Staging, &demo.sandbox.pos_url(), credentials);
    let client = Client::new(config.expect("a configuration")).expect("a client");
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 1,
    });
    let order = NewIncomingOrder::new("PROXY", vec![item]);
    let error = client.send(CreateIncomingOrder::new(order)).await;
    assert_eq!(error.expect_err("no order").outcome(), Outcome::Unknown);
    assert_eq!(demo.sandbox.control().orders()[0].reference_no, "PROXY");
}

#[tokio::test]
async fn unused_faults_report_why_requests_did_not_match() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let fault = Fault::new("create_incoming_order", Effect::Status(500)).for_venue(34);
    let id = control.inject(fault).expect("a fault");
    demo.order("OTHER", None).await;
    let error = control.verify_faults().expect_err("an unused fault");
    let expected = "fault 1 (`create_incoming_order` at venue 34: {\"status\":500}) happened 0 of 1 times, \
                    1 requests did not match, the last: expected venue 34, found 12";
    assert_eq!(error.to_string(), expected);
    let (_, listed) = demo.get(Auth::Anonymous, "/_sandbox/faults/unused").await;
    let mismatch = "expected venue 34, found 12";
    assert_eq!(listed["faults"][0]["last_mismatch"], mismatch);
    assert_eq!(listed["faults"][0]["venue"], 34);
    let (status, _) = demo
        .post(auth("venue-2"), ORDERS, order("NONE", None))
        .await;
    assert_eq!(status, 500);
    control.verify_faults().expect("no unused one");
    assert_eq!((control.faults()[0].id, control.faults()[0].hits), (id, 1));
    control.remove_fault(id).expect("a fault");
    assert!(control.faults().is_empty() && control.remove_fault(id).is_err());
}

#[tokio::test]
async fn rejects_faults_that_can_never_happen() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let table = r#"
        {"operation": "get_venue_info", "venue": 999, "effects": ["pass"]} => no venue 999, expected 12 or 34
        {"operation": "list_user", "effects": ["pass"]} => unknown operation `list_user`, did you mean `list_users`?
        {"operation": "list_venue", "api": "pos-v3", "effects": ["pass"]} => unknown operation `list_venue` of API `pos-v3`, did you mean `list_venues`?
        {"operation": "get_customer", "effects": [{"page_size": 5}]} => the operation is not paginated
    "#;
    for [row] in rows(table) {
        let (fault, expected) = row.split_once(" => ").expect("an error");
        let fault: Fault = serde_json::from_str(fault).expect("a fault");
        let error = control.inject(fault).expect_err("an error");
        assert_eq!(error.to_string(), expected);
    }
    assert!(control.faults().is_empty());
}

#[tokio::test]
async fn faults_over_http_are_those_of_the_handle() {
    let demo = demo().await;
    let fault = json!({
        "operation": "get_venue_info", "api": "pos-v2", "venue": 12,
        "after": 0, "times": 1, "retry_after": null, "reference": "WEB-1",
        "effects": [
            { "respond": { "status": 418, "body": "teapot", "headers": [["X-B", "3"]] } },
            { "delay_milliseconds": 5 },
            { "value": ["name", 12.5] },
            "drop_after",
        ],
    });
    let post = async |fault: Value| demo.post(Auth::Anonymous, "/_sandbox/faults", fault).await;
    assert_eq!(post(fault.clone()).await, (200, json!({ "id": 1 })));
    // Listed with the keys of the request.
    let (_, listed) = demo.get(Auth::Anonymous, "/_sandbox/faults").await;
    for (key, value) in fault.as_object().expect("an object") {
        assert_eq!(&listed["faults"][0][key], value, "{key}");
    }
    let body = json!({ "status": 200, "body": { "base64": "/wA=" } });
    let bytes = json!({ "operation": "get_venue_info", "effects": [{ "respond": body }] });
    assert_eq!(post(bytes).await, (200, json!({ "id": 2 })));
    let response = demo.try_send(TOKEN, "GET", INFO, None).await;
    let bytes = response.expect("a response").bytes().await.expect("a body");
    assert_eq!(&bytes[..], [0xff, 0]);
    let delete = |path: &'static str| demo.send(Auth::Anonymous, "DELETE", path, None);
    assert_eq!(delete("/_sandbox/faults/1").await.0, 200);
    assert_eq!(delete("/_sandbox/faults/1").await.0, 404);
}

/// A fault that changes nothing has not happened, and happens to the next response that it changes.
#[tokio::test]
async fn faults_that_change_nothing_stay_unused() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let table = r#"
        {"missing":"total_pages"} unknown expected a response with the field `total_pages`, found status 401
        {"value":["per_page",1]} token expected another value of `per_page` than 1, found status 200
        {"page_size":2} unknown expected a page, found status 401
    "#;
    for [effect, credentials, mismatch] in rows(table) {
        inject(
            &demo,
            "list_users",
            serde_json::from_str(effect).expect("an effect"),
        );
        let path = "/api/v2/venue/users?per_page=1";
        let (_, unchanged) = demo.get(auth(credentials), path).await;
        let fault = control.unused_faults().remove(0);
        assert_eq!((fault.hits, fault.remaining), (0, 1), "{effect}");
        assert_eq!(fault.last_mismatch.as_deref(), Some(mismatch));
        assert!(control.verify_faults().is_err());
        // It happens to a page of another size.
        let (_, page) = demo.get(TOKEN, "/api/v2/venue/users?per_page=3").await;
        control.verify_faults().expect("a used fault");
        assert_ne!(page, unchanged);
        control.clear_faults();
    }
    let (_, unused) = demo.get(Auth::Anonymous, "/_sandbox/faults/unused").await;
    assert_eq!(unused["faults"], json!([]));
}
