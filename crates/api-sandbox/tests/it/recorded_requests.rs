//! Recorded requests: exact bodies, headers without credentials, bounds.

use api_sandbox::{Effect, ExactResponse, Fault, RawValue};
use serde_json::{Value, json};

use crate::common::http_client;
use crate::common::{Auth, CLIENT, TOKEN, VENUE, demo, order, payment};

const CREATE: &str = "/payments/test/thirdparty/payments/v1.0/CreateRequest";

#[tokio::test]
async fn bodies_are_exact() {
    let demo = demo().await;
    let amount = "12345678901234567.890";
    let text = payment().to_string().replace("125.5", amount);
    demo.send_text(CLIENT, "POST", CREATE, &text).await;
    let request = &demo.sandbox.control().requests()[0];
    assert_eq!(request.body.text(), Some(text.as_str()));
    assert_eq!(
        request.body.pointer("/Amount").map(RawValue::get),
        Some(amount)
    );
    let parsed: Value = request.response_body.json().expect("JSON");
    assert_eq!(parsed["Success"], true);
    // Over HTTP: in the list, alone, and the bytes.
    let get = async |path: &str| {
        let url = format!("http://{}/_sandbox/requests{path}", demo.sandbox.address());
        let response = http_client().get(url).send().await.expect("a response");
        response.text().await.expect("text")
    };
    assert!(get("").await.contains(amount));
    assert!(get("/1").await.contains(amount));
    assert_eq!(get("/1/body").await, text);
    assert!(get("/1/response_body").await.contains("\"Success\":true"));
    assert_eq!(get("?after=1").await, r#"{"requests":[]}"#);
    let (status, response) = demo.get(Auth::Anonymous, "/_sandbox/requests/2").await;
    assert_eq!(status, 404, "{response}");
}

#[tokio::test]
async fn invalid_and_binary_bodies_are_recorded_as_they_are() {
    let demo = demo().await;
    let path = "/api/v3/incoming_orders";
    demo.send_text(VENUE, "POST", path, "{\"incoming_order\": ")
        .await;
    let page = ExactResponse::new(200).body([0xff, 0xfe]);
    let fault = Fault::new("list_venues", Effect::Respond(page));
    demo.sandbox.control().inject(fault).expect("a fault");
    demo.try_send(VENUE, "GET", "/api/v3/info", None)
        .await
        .expect("a response");
    let (_, response) = demo.get(Auth::Anonymous, "/_sandbox/requests").await;
    assert_eq!(response["requests"][0]["body"], "{\"incoming_order\": ");
    assert_eq!(response["requests"][1]["body"], Value::Null);
    assert_eq!(
        response["requests"][1]["response_body"],
        json!({ "base64": "//4=" })
    );
}

#[tokio::test]
async fn responses_are_recorded_with_the_effect_of_a_fault() {
    let demo = demo().await;
    for effect in [Effect::WrongShape, Effect::Truncated, Effect::DropAfter] {
        let fault = Fault::new("get_venue_info", effect);
        demo.sandbox.control().inject(fault).expect("a fault");
        let _ = demo
            .try_send(TOKEN, "GET", "/api/v2/venue/info", None)
            .await;
    }
    let requests = demo.sandbox.control().requests();
    assert_eq!(requests[0].response_body.text(), Some(r#"["misshapen"]"#));
    assert!(requests[1].response_body.raw().is_some(), "complete");
    assert_eq!(
        (requests[2].status, requests[2].response_body.is_empty()),
        (None, true)
    );
}

#[tokio::test]
async fn paths_and_headers_are_recorded_without_credentials() {
    let demo = demo().await;
    for path in [
        "/api/demo-api-token/v1/info",
        "/api/demo-api-token/v9/info",
        "/api/v3/menu_feeds/demo-feed-key",
        "/api/v2/venue/customers?q%5Btelephone_eq%5D=5550100123&page=1",
    ] {
        let request = http_client()
            .get(format!("http://{}{path}", demo.sandbox.address()))
            .bearer_auth("demo-api-token")
            .header("Cookie", "id=7")
            .header("X-Shop-Secret", "hush")
            .header("Idempotency-Key", "K-1");
        request.send().await.expect("a response");
    }
    let requests = demo.sandbox.control().requests();
    let lines: Vec<String> = requests.iter().map(ToString::to_string).collect();
    for (line, expected) in lines.iter().zip([
        "GET   /api/{token}/v1/info 200",
        "GET   /api/…/…/info 404",
        "GET   /api/v3/menu_feeds/{menu_feed_key} 404",
        "GET   /api/v2/venue/customers?q[telephone_eq]=5550100123&page=1 200",
    ]) {
        assert!(line.contains(expected), "{line}");
    }
    let request = &requests[0];
    assert_eq!(request.header("idempotency-key"), Some("K-1"));
    for name in ["Authorization", "cookie", "x-shop-secret"] {
        assert_eq!(request.header(name), Some("…"), "{name}");
    }
    let (_, shown) = demo.get(Auth::Anonymous, "/_sandbox/requests").await;
    let shown = format!("{requests:?} {shown}");
    for secret in ["demo-api-token", "demo-feed-key", "hush"] {
        assert!(!shown.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn long_bodies_are_recorded_in_part() {
    let demo = demo().await;
    let mut body = order("LONG", None);
    body["incoming_order"]["notes"] = "x".repeat(100_000).into();
    demo.post(VENUE, "/api/v3/incoming_orders", body.clone())
        .await;
    let request = &demo.sandbox.control().requests()[0];
    assert!(request.body.is_truncated());
    assert_eq!(
        (request.body.bytes().len(), request.body.len()),
        (65_536, body.to_string().len())
    );
}
