//! Errors of rejections and connections, and their texts.

use api_runtime::{Error, ErrorKind, Outcome};
use test_support::{Action, TestServer, closed_address, json, response};

use super::shop::*;

async fn failed(step: Action) -> Error {
    let server = TestServer::start([step]).await;
    let error = client(server.base_url())
        .send(create_thing())
        .await
        .unwrap_err();
    assert_eq!(server.requests().len(), 1, "nothing is repeated");
    error
}

#[tokio::test]
async fn messages_are_read_from_each_documented_error_body() {
    let error = failed(json(
        422,
        r#"{"errors":["Reference no has already been taken","x"]}"#,
    ))
    .await;
    assert_eq!(
        error.messages(),
        ["Reference no has already been taken", "x"]
    );
    assert_eq!(
        error.to_string(),
        "shop create_thing (POST /v2/things): the server rejected the request, status 422: \
         \"Reference no has already been taken | x\""
    );
    assert_eq!(
        failed(json(404, r#"{"error":"quote not found"}"#))
            .await
            .messages(),
        ["quote not found"]
    );
    assert_eq!(
        failed(json(401, r#"{"message":"no"}"#)).await.messages(),
        ["no"]
    );
    assert!(failed(json(500, "<html>")).await.messages().is_empty());
}

#[tokio::test]
async fn server_text_is_escaped_and_truncated() {
    let text = format!("\\u001b[31m\\n\\u202e{}", "x".repeat(1024 * 1024));
    let error = failed(json(422, format!("{{\"errors\":[\"{text}\"]}}"))).await;
    assert!(error.messages()[0].starts_with("\\u{1b}[31m\\n\\u{202e}xxx"));
    assert!(error.messages()[0].len() <= 512);
    assert!(error.to_string().len() < 400, "{error}");

    let error = failed(response(
        502,
        &["Content-Type: text/html"],
        "<p>\n".repeat(1000),
    ))
    .await;
    let shown = error.to_string();
    let (_, excerpt) = shown.split_once('"').unwrap();
    assert!(
        excerpt.starts_with("<p>\\n<p>") && excerpt.split('"').next().unwrap().len() <= 200,
        "{shown}"
    );
    let end = "; outcome unknown, check for a record with this `reference_no` before a retry";
    assert!(shown.ends_with(end), "{shown}");
}

#[tokio::test]
async fn failed_connection_is_not_sent() {
    let base = format!("http://{}", closed_address());
    let error = client(&base).send(create_thing()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Connect, Outcome::NotSent)
    );
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!(
        error.to_string(),
        "shop create_thing (POST /v2/things): connection failed, 3 attempts: connection refused"
    );
}

#[test]
fn errors_are_send_sync_and_static() {
    fn check<T: std::error::Error + Send + Sync + 'static>() {}
    check::<Error>();
}

#[tokio::test]
async fn unknown_host_is_a_connect_error_that_does_not_show_it() {
    // A reserved name, which never resolves.
    let Ok(client) = builder("https://pl4nted.invalid/api").build() else {
        return;
    };
    let error = client.send(create_thing()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Connect, Outcome::NotSent),
        "{error:?}"
    );
    assert!(!whole_text(&error).contains("pl4nted"), "{error:?}");
}
