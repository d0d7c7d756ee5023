//! Which requests a fault happens to, exact responses, and what was never hit.

use api_sandbox::{Effect, ExactResponse, Fault};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, ErrorKind, IntegratorAndVenue, Outcome,
};
use serde_json::json;

use crate::common::http_client;
use crate::common::{Auth, CLIENT, Demo, TOKEN, VENUE, demo, order, rows};

const ORDERS: &str = "/api/v3/incoming_orders";
const SECOND_VENUE: Auth<'static> = Auth::Basic("demo-integrator-token", "demo-venue-token-2");

async fn info(demo: &Demo, auth: Auth<'_>) -> u16 {
    demo.get(auth, "/api/v2/venue/info").await.0
}

#[tokio::test]
async fn faults_of_a_venue_spare_the_others() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let fault = Fault::new("get_venue_info", Effect::Status(503)).for_venue(34);
    control.inject(fault).expect("a fault");
    assert_eq!(info(&demo, TOKEN).await, 200);
    assert_eq!(info(&demo, Auth::Bearer("demo-unknown")).await, 401);
    assert_eq!(info(&demo, Auth::Bearer("demo-api-token-2")).await, 503);
    assert_eq!(info(&demo, Auth::Bearer("demo-api-token-2")).await, 200);
    // The credential of a path counts as well.
    let fault = Fault::new("get_venue_info", Effect::Status(503)).for_venue(34);
    control.inject(fault).expect("a fault");
    let path = |token: &str| format!("/api/{token}/v1/info");
    assert_eq!(
        demo.get(Auth::Anonymous, &path("demo-api-token")).await.0,
        200
    );
    assert_eq!(
        demo.get(Auth::Anonymous, &path("demo-api-token-2")).await.0,
        503
    );
}

#[tokio::test]
async fn faults_of_a_reference_match_bodies_and_paths() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let create = Fault::new("create_incoming_order", Effect::Status(500)).for_reference("WEB-2");
    control.inject(create).expect("a fault");
    let id = demo.order("WEB-1", None).await;
    assert_eq!(demo.post(VENUE, ORDERS, order("WEB-2", None)).await.0, 500);
    assert_eq!(demo.post(VENUE, ORDERS, order("WEB-2", None)).await.0, 200);

    let get = Fault::new("get_incoming_order", Effect::Status(500)).for_reference(&id.to_string());
    control.inject(get).expect("a fault");
    assert_eq!(
        demo.get(VENUE, &format!("{ORDERS}/{}", id + 1)).await.0,
        200
    );
    assert_eq!(demo.get(VENUE, &format!("{ORDERS}/{id}")).await.0, 500);

    let (first, second) = (demo.payment().await, demo.payment().await);
    let submit = Fault::new("submit_request", Effect::Status(400)).for_reference(&second);
    control.inject(submit).expect("a fault");
    let submit = async |uid: &str| {
        let body = json!({
            "RequestUid": uid, "Amount": 1, "OrderNumber": "1", "OrderDescription": "Tea",
            "PayDate": "2026-02-14",
        });
        let path = "/payments/test/thirdparty/payments/v1.0/SubmitRequest";
        demo.post(CLIENT, path, body).await.0
    };
    assert_eq!((submit(&first).await, submit(&second).await), (200, 400));
    control.verify_faults().expect("all faults used");
}

#[tokio::test]
async fn faults_with_a_header_match_its_exact_value() {
    let demo = demo().await;
    let fault = Fault::new("get_venue_info", Effect::Status(503))
        .for_header("X-Tenant", "b")
        .times(2);
    demo.sandbox.control().inject(fault).expect("a fault");
    let url = format!("{}/v2/venue/info", demo.sandbox.pos_url());
    let status = async |tenant: &str| {
        let request = http_client().get(&url).bearer_auth("demo-api-token");
        let response = request.header("x-tenant", tenant).send().await;
        response.expect("a response").status().as_u16()
    };
    assert_eq!(status("a").await, 200);
    assert_eq!(status("b").await, 503);
    assert_eq!(info(&demo, TOKEN).await, 200);
    let unused = demo.sandbox.control().unused_faults();
    assert_eq!(
        (unused[0].hits, unused[0].remaining, unused[0].mismatches),
        (1, 1, 2)
    );
}

#[tokio::test]
async fn sequences_have_an_effect_per_request_and_repeat() {
    let demo = demo().await;
    let effects = [Effect::Status(503), Effect::Pass, Effect::Status(429)];
    let fault = Fault::sequence("get_venue_info", effects)
        .after(1)
        .times(2)
        .retry_after("7");
    demo.sandbox.control().inject(fault).expect("a fault");
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(info(&demo, TOKEN).await);
    }
    assert_eq!(statuses, [200, 503, 200, 429, 503, 200, 429, 200]);
    demo.sandbox
        .control()
        .verify_faults()
        .expect("all faults used");
}

#[tokio::test]
async fn exact_responses_have_these_bytes_and_headers() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let body = b"{\"total\": 12345678901234567.89, \"bytes\": \"\xff\"}".to_vec();
    let response = ExactResponse::new(299)
        .header("Content-Type", "application/vnd.shop+json")
        .header("X-Two", "1")
        .header("X-Two", "2")
        .body(body.clone());
    let fault = Fault::new("get_venue_info", Effect::Respond(response));
    control.inject(fault).expect("a fault");
    let response = demo
        .try_send(TOKEN, "GET", "/api/v2/venue/info", None)
        .await;
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
    let control = demo.sandbox.control();
    let page = ExactResponse::new(502)
        .header("Content-Type", "text/html")
        .body("<h1>Bad Gateway");
    let replace = Fault::new("create_incoming_order", Effect::Replace(page));
    control.inject(replace).expect("a fault");
    let credentials = IntegratorAndVenue::new("demo-integrator-token", "demo-venue-token");
    let config = Config::new(Environment::Staging, &demo.sandbox.pos_url(), credentials);
    let client = Client::new(config.expect("a configuration")).expect("a client");
    let order = NewIncomingOrder::new(
        "PROXY",
        vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })],
    );
    let error = client
        .send(CreateIncomingOrder::new(order))
        .await
        .expect_err("no order");
    assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
    assert!(!matches!(error.kind(), ErrorKind::Timeout), "{error}");
    assert_eq!(control.orders()[0].reference_no, "PROXY");
}

#[tokio::test]
async fn unused_faults_report_why_requests_did_not_match() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let fault = Fault::new("create_incoming_order", Effect::Status(500)).for_venue(34);
    let id = control.inject(fault).expect("a fault");
    demo.order("OTHER", None).await;
    let error = control
        .verify_faults()
        .expect_err("an unused fault")
        .to_string();
    let expected = "fault 1 (`create_incoming_order` at venue 34: {\"status\":500}) happened 0 of 1 times, \
                    1 requests did not match, the last: expected venue 34, found 12";
    assert_eq!(error, expected);
    let (_, listed) = demo.get(Auth::Anonymous, "/_sandbox/faults/unused").await;
    let mismatch = "expected venue 34, found 12";
    assert_eq!(listed["faults"][0]["last_mismatch"], mismatch);
    assert_eq!(listed["faults"][0]["venue"], 34);
    let (status, _) = demo.post(SECOND_VENUE, ORDERS, order("NONE", None)).await;
    assert_eq!(status, 500);
    control.verify_faults().expect("all faults used");
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
        {"operation": "get_venue_info", "reference": "", "effects": ["pass"]} => `reference` is empty, and no request has an empty one
        {"operation": "create_request", "venue": 12, "effects": ["pass"]} => `venue`: the credentials of `create_request` are not those of a venue
        {"operation": "list_users", "reference": "WEB-1", "effects": ["pass"]} => `reference`: a request for `list_users` has neither an id in its path nor a body
        {"operation": "get_customer", "effects": [{"missing": "ponits"}]} => `field`: no response of `get_customer` has the field `ponits`, did you mean `points`?
        {"operation": "get_customer", "effects": ["pass", {"value": ["Points", 1]}]} => `field`: no response of `get_customer` has the field `Points`, did you mean `points`?
        {"operation": "create_request", "effects": [{"unknown_value": "payload"}]} => `field`: no response of `create_request` has the field `payload`, did you mean `Payload`?
    "#;
    for [row] in rows(table) {
        let (fault, expected) = row.split_once(" => ").expect("an error");
        let fault: Fault = serde_json::from_str(fault).expect("a fault");
        let error = control.inject(fault).expect_err("an error");
        assert_eq!(error.to_string(), expected);
    }
    assert!(control.faults().is_empty());
    // The body of this response is not documented.
    let fault = Fault::new("submit_request", Effect::Missing("RequestUid".into()));
    control.inject(fault).expect("a fault");
}

#[tokio::test]
async fn faults_over_http_are_those_of_the_handle() {
    let demo = demo().await;
    let fault = json!({
        "operation": "get_venue_info", "api": "pos-v2", "venue": 12, "headers": [["X-A", "1"], ["X-A", "2"]],
        "after": 0, "times": 1, "retry_after": null, "reference": null,
        "effects": [
            { "respond": { "status": 418, "body": "teapot", "headers": [["X-B", "3"]] } },
            { "delay_milliseconds": 5 },
            { "value": ["name", 12.5] },
            "drop_after",
        ],
    });
    let (status, response) = demo
        .post(Auth::Anonymous, "/_sandbox/faults", fault.clone())
        .await;
    assert_eq!((status, &response["id"]), (200, &json!(1)), "{response}");
    // Listed with the keys of the request.
    let (_, listed) = demo.get(Auth::Anonymous, "/_sandbox/faults").await;
    for (key, value) in fault.as_object().expect("an object") {
        assert_eq!(&listed["faults"][0][key], value, "{key}");
    }
    let bytes = json!({
        "operation": "get_venue_info",
        "effects": [{ "respond": { "status": 200, "body": { "base64": "/wA=" } } }],
    });
    let (status, response) = demo.post(Auth::Anonymous, "/_sandbox/faults", bytes).await;
    assert_eq!(status, 200, "{response}");
    let response = demo
        .try_send(TOKEN, "GET", "/api/v2/venue/info", None)
        .await;
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
    let user = "/api/v2/venue/users?per_page=1";
    let unauthorized = Auth::Bearer("demo-unknown");
    for (effect, request, mismatch) in [
        (
            Effect::Missing("total_pages".into()),
            (unauthorized, user),
            "expected a response with the field `total_pages`, found status 401",
        ),
        (
            Effect::WrongType("id".into()),
            (unauthorized, user),
            "expected a response with the field `id`, found status 401",
        ),
        (
            Effect::Value("per_page".into(), json!(1)),
            (TOKEN, user),
            "expected another value of `per_page` than 1, found status 200",
        ),
        (
            Effect::PageSize(2),
            (unauthorized, user),
            "expected a page, found status 401",
        ),
    ] {
        control
            .inject(Fault::new("list_users", effect.clone()))
            .expect("a fault");
        let (auth, path) = request;
        let unchanged = demo.get(auth, path).await;
        let fault = control.unused_faults().remove(0);
        assert_eq!(
            (fault.hits, fault.remaining, fault.last_mismatch.as_deref()),
            (0, 1, Some(mismatch)),
            "{effect:?}"
        );
        assert!(control.verify_faults().is_err());
        // It happens to a page of another size.
        let (_, page) = demo.get(TOKEN, "/api/v2/venue/users?per_page=3").await;
        control.verify_faults().expect("a used fault");
        assert_ne!(page, unchanged.1);
        control.clear_faults();
    }
    let (_, unused) = demo.get(Auth::Anonymous, "/_sandbox/faults/unused").await;
    assert_eq!(unused["faults"], json!([]));
}
