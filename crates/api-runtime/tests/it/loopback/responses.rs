//! Decoding of complete responses.

use api_runtime::{ErrorKind, Json, Outcome};
use test_support::{TestServer, json, response};

use super::shop::*;

async fn send(step: test_support::Action) -> Result<Thing, api_runtime::Error> {
    let server = TestServer::start([step]).await;
    let result = client(server.base_url()).send(get_thing("1")).await;
    assert_eq!(server.requests().len(), 1, "nothing is repeated");
    result
}

#[tokio::test]
async fn json_is_read_whatever_the_content_type() {
    for headers in [
        &[][..],
        &["Content-Type: text/html"],
        &["Content-Type: application/vnd.shop+json"],
    ] {
        assert_eq!(
            send(response(200, headers, "{\"id\":1}")).await.unwrap().id,
            Some(1),
            "{headers:?}"
        );
    }
    assert_eq!(
        send(json(201, "\u{feff}{\"id\":1}")).await.unwrap().id,
        Some(1),
        "a byte order mark is skipped"
    );
}

#[tokio::test]
async fn html_with_200_is_a_wrong_content_type_and_truncated() {
    let page = format!("<html>\n\u{1b}[31m{}</html>", "x".repeat(1000));
    let error = send(response(
        200,
        &["Content-Type: text/html; charset=utf-8"],
        &page,
    ))
    .await
    .unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::WrongContentType, Outcome::Unknown)
    );
    assert_eq!(error.status().unwrap().as_u16(), 200);
    let text = error.to_string();
    assert!(text.contains("\"<html>\\n\\u{1b}[31mxxx"), "{text}");
    assert_eq!(
        text.split_once('"')
            .unwrap()
            .1
            .trim_end_matches('"')
            .chars()
            .count(),
        200
    );
    assert_eq!(
        error.response().unwrap().body(),
        page.as_bytes(),
        "the whole body is at hand"
    );
}

#[tokio::test]
async fn non_json_body_is_a_decode_error() {
    for body in [
        &b""[..],
        b" \r\n",
        b"{\"id\":1",
        b"{\"id\":1}{}",
        b"{\"id\":1} x",
        b"\xff\xfe{\0}\0",
        b"{\"name\":\"caf\xe9\"}",
        b"nonsense",
    ] {
        let error = send(json(200, body)).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Decode, Outcome::Unknown),
            "{body:?}"
        );
    }
    assert_eq!(
        send(response(200, &[], "<html>")).await.unwrap_err().kind(),
        ErrorKind::Decode,
        "no content type"
    );
}

#[tokio::test]
async fn unexpected_content_encoding_is_an_error() {
    for (coding, name) in [
        ("br", "br"),
        ("identity, utf-8", "utf-8"),
        ("a-name-that-is-too-long-for-a-coding", "unknown"),
    ] {
        let header = format!("Content-Encoding: {coding}");
        let error = send(response(
            200,
            &["Content-Type: application/json", &header],
            "{\"id\":1}",
        ))
        .await
        .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode, "{coding}");
        let detail = format!("unexpected Content-Encoding: {name}");
        assert!(error.to_string().ends_with(&detail), "{error}");
    }
    for coding in ["identity", "none", "None, identity"] {
        let header = format!("Content-Encoding: {coding}");
        let sent = send(response(200, &[&header], "{\"id\":1}")).await;
        assert!(sent.is_ok(), "{coding}");
    }
}

#[tokio::test]
async fn response_has_the_status_and_the_headers() {
    let server = TestServer::start([response(201, &["X-Request-Id: r-7"], "{\"id\":1}")]).await;
    let response = client(server.base_url())
        .call()
        .send_for_response(get_thing("1"))
        .await
        .unwrap();
    assert_eq!(
        (response.value.id, response.status.as_u16()),
        (Some(1), 201)
    );
    assert_eq!(response.headers["x-request-id"], "r-7");
    assert!(response.mismatches.is_empty());
    assert!(
        !format!("{response:?}").contains("r-7"),
        "headers may hold cookies"
    );
}

#[tokio::test]
async fn undocumented_response_is_kept_unchanged() {
    for body in ["", "[1]", r#"{"Success":true,"Anything":1}"#, "plain text"] {
        let server = TestServer::start([response(200, &["X-A: b"], body)]).await;
        let submit = SubmitRequest {
            json: Json::from(serde_json::json!({"RequestUid": "u"})),
        };
        let accepted = till(server.base_url()).send(submit).await.unwrap();
        assert_eq!(
            (accepted.body(), &accepted.headers()["x-a"]),
            (body.as_bytes(), &"b".parse().unwrap())
        );
    }
}
