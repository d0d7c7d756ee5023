//! Requests, byte by byte.

use api_runtime::{ErrorKind, FieldLocation, Json, Method, Outcome, RawRequest};
use test_support::{TestServer, json, response};

use super::shop::*;

#[tokio::test]
async fn raw_request_has_the_client_credentials() {
    let server = TestServer::start([response(201, &[], "whatever")]).await;
    let json: Json = serde_json::json!({"a": 1}).into();
    let raw = RawRequest::new(Method::Post, "/v3/things/{id}/x")
        .path("id", "a/b")
        .query("at", "1 2")
        .body(json);
    let accepted = client(server.base_url()).send(raw).await.unwrap();
    assert_eq!(
        (accepted.status().as_u16(), accepted.body()),
        (201, &b"whatever"[..])
    );
    let request = server.request();
    assert!(
        request.starts_with("POST /api/v3/things/a%2Fb/x?at=1%202 HTTP/1.1\r\n"),
        "{request}"
    );
    assert!(
        request.contains(&format!("authorization: Bearer {TOKEN}\r\n")),
        "{request}"
    );
    assert!(request.ends_with("\r\n\r\n{\"a\":1}"), "{request}");
}

#[tokio::test]
async fn raw_path_template_with_a_value_is_rejected() {
    let server = TestServer::start([]).await;
    let error = client(server.base_url())
        .send(RawRequest::new(Method::Get, "/v3/../x"))
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::InvalidRequest, Outcome::NotSent)
    );
    let raw = RawRequest::new(Method::Get, "/v3").path("id", 1);
    assert_eq!(
        client(server.base_url())
            .send(raw)
            .await
            .unwrap_err()
            .invalid_fields()[0]
            .location(),
        FieldLocation::Path
    );
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn all_invalid_fields_are_reported_together_before_sending() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    let list = ListThings::default().page(0).per_page(101);
    let error = client.send(list).await.unwrap_err();
    let reasons = error.invalid_fields().iter().map(ToString::to_string);
    assert_eq!(
        reasons.collect::<Vec<_>>(),
        [
            "query `page`: must be a number greater than 0",
            "query `per_page`: must be a number from 1 to 100"
        ]
    );

    let thing = new_thing("123456789").notes("abcd");
    let error = client.send(CreateThing { thing }).await.unwrap_err();
    let names: Vec<_> = error
        .invalid_fields()
        .iter()
        .map(|field| field.name())
        .collect();
    assert_eq!(names, ["/thing/reference_no", "/thing/notes"]);
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::InvalidRequest, Outcome::NotSent)
    );
    assert!(!whole_text(&error).contains("abcd"), "{error}");
    let fields = error.invalid_fields().iter().map(ToString::to_string);
    assert_eq!(error.messages(), Vec::from_iter(fields));

    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn operations_are_sent_by_reference_and_from_other_tasks() {
    let server = TestServer::start([json(200, "{\"id\":1}"), json(200, "{\"id\":2}")]).await;
    let client = client(server.base_url());
    let operation = get_thing("1");
    assert_eq!(client.send(&operation).await.unwrap().id, Some(1));
    let sent = tokio::spawn(client.send(operation));
    drop(client);
    assert_eq!(sent.await.unwrap().unwrap().id, Some(2));
}

#[tokio::test]
async fn user_agent_has_the_suffix_of_the_application() {
    let server = TestServer::start([json(200, r#"{"id":7}"#)]).await;
    let client = ShopClient::builder(config_at(server.base_url()))
        .user_agent_suffix("menu/1.2")
        .build()
        .unwrap();
    client.send(get_thing("1")).await.unwrap();
    assert!(
        server
            .request()
            .contains("\r\nuser-agent: shop-client/0.1.0 menu/1.2\r\n")
    );
}
