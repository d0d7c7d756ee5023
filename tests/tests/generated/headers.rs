//! Headers of requests and responses.

use test_support::{TestServer, json, response};

use crate::{GetOrder, Language, NewOrder, OrderTag, ReplaceOrder, client};

#[tokio::test]
async fn sends_headers_with_exact_names_and_values() {
    let server = TestServer::start([json(200, "{}"), json(200, r#"{"id":7}"#)]).await;
    let client = client(server.base_url());
    let order = NewOrder::new().name("lamp");
    let replace = ReplaceOrder::new(7, "\"6\"", order)
        .x_approval("seal-1")
        .x_clerk("Ada");
    client.send(replace).await.unwrap();
    client
        .send(GetOrder::new(7).accept_language(Language::DeCh))
        .await
        .unwrap();

    let host = server.base_url().trim_start_matches("http://");
    let host = host.split('/').next().unwrap();
    let expected = [
        "accept: application/json".to_owned(),
        "authorization: Bearer secret-word".to_owned(),
        "content-length: 25".to_owned(),
        "content-type: application/json".to_owned(),
        format!("host: {host}"),
        "if-match: \"6\"".to_owned(),
        "user-agent: shop-client/0.1.0".to_owned(),
        "x-approval: seal-1".to_owned(),
        "x-clerk: Ada".to_owned(),
    ];
    let requests = server.requests();
    let (head, body) = requests[0].split_once("\r\n\r\n").unwrap();
    let mut lines: Vec<&str> = head.split("\r\n").collect();
    assert!(lines.remove(0).ends_with("/orders/7 HTTP/1.1"), "{head}");
    lines.retain(|line| !line.starts_with("accept-encoding"));
    lines.sort_unstable();
    assert_eq!(lines, expected);
    assert_eq!(body, r#"{"order":{"name":"lamp"}}"#);

    assert!(
        requests[1].contains("\r\naccept-language: de-CH\r\n"),
        "{}",
        requests[1]
    );
    assert!(!requests[1].contains("if-none-match"), "{}", requests[1]);
}

#[tokio::test]
async fn rejects_headers_that_would_add_another_line() {
    let server = TestServer::start([]).await;
    let order = NewOrder::new().name("lamp");
    let replace = ReplaceOrder::new(7, "\"6\"\r\nX-Clerk: Eve", order).x_clerk("a".repeat(21));
    let error = client(server.base_url()).send(replace).await.unwrap_err();
    let fields: Vec<String> = error
        .invalid_fields()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        fields,
        [
            "header `X-Clerk`: must have at most 20 characters",
            "header `If-Match`: must contain visible ASCII characters, spaces and tabs only",
        ]
    );
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn redacts_marked_headers() {
    let body = r#"{"errors":["no approval seal-1 by Ada-77"]}"#;
    let server = TestServer::start([json(422, body)]).await;
    let order = NewOrder::new().name("lamp");
    let replace = ReplaceOrder::new(7, "\"6\"", order)
        .x_approval("seal-1")
        .x_clerk("Ada-77");
    assert!(!format!("{replace:?}").contains("Ada-77"));
    let error = client(server.base_url()).send(replace).await.unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(
        !text.contains("seal-1") && !text.contains("Ada-77"),
        "{text}"
    );
}

#[tokio::test]
async fn reads_typed_headers_of_a_response() {
    let headers = [
        "ETag: \"8\"",
        "X-Revision: 8",
        "Last-Modified: Sat, 21 Nov 2026 10:00:30 GMT",
    ];
    let server = TestServer::start([response(200, &headers, r#"{"id":7}"#)]).await;
    let client = client(server.base_url());
    let response = client.send_with_response(GetOrder::new(7)).await.unwrap();
    let headers = response.headers_of::<GetOrder>();
    assert_eq!(headers.e_tag, Some(OrderTag::from("\"8\"")));
    assert_eq!(headers.x_revision, Some(8));
    assert_eq!(
        headers.last_modified,
        Some("2026-11-21T10:00:30Z".parse().unwrap())
    );
    assert!(response.mismatches.is_empty(), "{:?}", response.mismatches);
}

#[tokio::test]
async fn mismatching_headers_of_a_write_are_no_error() {
    let headers = ["X-Clerk-Id: Ada", "X-Receipt: planted-receipt"];
    let server = TestServer::start([response(200, &headers, "{}"), json(200, r#"{"id":7}"#)]).await;
    let client = client(server.base_url());
    let order = NewOrder::new().name("lamp");
    let replace = ReplaceOrder::new(7, "\"6\"", order);
    let response = client.send_with_response(replace).await.unwrap();
    let mismatches: Vec<String> = response
        .mismatches
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        mismatches,
        ["header `X-Clerk-Id`: expected integer, found another value"]
    );
    let headers = response.headers_of::<ReplaceOrder>();
    assert!(headers.x_receipt.is_some());
    assert!(!format!("{headers:?}").contains("planted-receipt"));

    let response = client.send_with_response(GetOrder::new(7)).await.unwrap();
    let mismatches: Vec<String> = response
        .mismatches
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        mismatches,
        ["header `ETag`: expected a value, found no header"]
    );
}
