//! Requests, byte by byte.

use api_runtime::{ErrorKind, FieldLocation, Json, Method, Outcome, RawRequest};
use test_support::{TestServer, json, response};

use super::shop::*;

#[tokio::test]
async fn read_has_the_expected_line_and_headers_only() {
    let server = TestServer::start([json(200, r#"{"things":[],"total_pages":1}"#)]).await;
    let operation = ListThings::default()
        .page(2u32)
        .per_page(100u32)
        .name_eq("a&b=c+d %");
    client(server.base_url()).send(operation).await.unwrap();
    let host = server
        .base_url()
        .trim_start_matches("http://")
        .trim_end_matches("/api");
    let mut lines: Vec<_> = server.request().split("\r\n").map(str::to_owned).collect();
    assert_eq!(
        lines.remove(0),
        "GET /api/v2/things?page=2&per_page=100&q%5Bname_eq%5D=a%26b%3Dc%2Bd%20%25 HTTP/1.1"
    );
    let mut expected = vec![
        "accept: application/json".to_owned(),
        "user-agent: shop-client/0.1.0".to_owned(),
        format!("authorization: Bearer {TOKEN}"),
        format!("host: {host}"),
        String::new(),
        String::new(),
    ];
    if cfg!(feature = "gzip") {
        expected.push("accept-encoding: gzip".to_owned());
    }
    lines.sort();
    expected.sort();
    assert_eq!(lines, expected);
}

#[tokio::test]
async fn wrapped_body_is_sent_as_json() {
    let server = TestServer::start([json(200, r#"{"thing":{"id":7}}"#)]).await;
    let operation = UpdateThing {
        id: 7,
        thing: new_thing("r-1").notes("\"é"),
    };
    let thing = client(server.base_url()).send(operation).await.unwrap();
    assert_eq!(thing.id, Some(7));
    let request = server.request();
    assert!(
        request.starts_with("PATCH /api/v2/things/7 HTTP/1.1\r\n"),
        "{request}"
    );
    assert!(
        request.contains("\r\ncontent-type: application/json\r\n"),
        "{request}"
    );
    let body = "{\"thing\":{\"reference_no\":\"r-1\",\"notes\":\"\\\"é\"}}";
    assert!(
        request.contains(&format!("\r\ncontent-length: {}\r\n", body.len())),
        "{request}"
    );
    assert!(request.ends_with(&format!("\r\n\r\n{body}")), "{request}");
}

#[tokio::test]
async fn client_values_go_into_the_path_and_the_body() {
    let server = TestServer::start([json(
        200,
        r#"{"Success":true,"Payload":"uid-1","Message":""}"#,
    )])
    .await;
    assert_eq!(
        till(server.base_url()).send(open_request()).await.unwrap(),
        "uid-1"
    );
    let request = server.request();
    assert!(
        request.starts_with("POST /api/payments/v1.0/Open HTTP/1.1\r\n"),
        "{request}"
    );
    assert!(
        request.contains("\r\nauthorization: Basic Y2xpZW50LWlkLTk6czNjcmV0LXdvcmQ=\r\n"),
        "{request}"
    );
    assert!(
        request.ends_with(
            "\r\n\r\n{\"ApiVersion\":\"1.0\",\"ClientPubKey\":\"pub-key\",\"reference_no\":\"r-1\"}"
        ),
        "{request}"
    );
}

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

    let thing = new_thing("123456789").notes("1234");
    let error = client.send(CreateThing { thing }).await.unwrap_err();
    let names: Vec<_> = error
        .invalid_fields()
        .iter()
        .map(|field| field.name())
        .collect();
    assert_eq!(names, ["/reference_no", "/notes"]);
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::InvalidRequest, Outcome::NotSent)
    );
    assert!(!whole_text(&error).contains("123456789"), "{error}");

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
