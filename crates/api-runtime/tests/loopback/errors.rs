//! Unsuccessful statuses, and their errors.

use std::time::Duration;

use api_runtime::{Error, ErrorKind, Outcome};
use test_support::{Action, TestServer, closed_address, json, response};

use crate::shop::*;

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
async fn statuses_map_to_kinds_and_outcomes() {
    use ErrorKind::*;
    use Outcome::{Rejected, Unknown};
    for (status, kind, outcome) in [
        (304, Other, Unknown),
        (400, BadRequest, Rejected),
        (401, Unauthorized, Rejected),
        (403, Forbidden, Rejected),
        (404, NotFound, Rejected),
        (408, Other, Unknown),
        (409, Other, Rejected),
        (410, Other, Rejected),
        (413, Other, Rejected),
        (422, BadRequest, Rejected),
        (425, Other, Unknown),
        (429, RateLimited, Rejected),
        (500, Server, Unknown),
        (502, Server, Unknown),
        (503, Server, Unknown),
        (504, Server, Unknown),
        (599, Server, Unknown),
    ] {
        let error = failed(json(status, "")).await;
        assert_eq!((error.kind(), error.outcome()), (kind, outcome), "{status}");
        assert_eq!(error.status().unwrap().as_u16(), status);
        assert_eq!(error.is_not_found(), status == 404);
        assert_eq!(
            (error.operation(), error.path_template()),
            ("create_thing", Some("/v2/things"))
        );
        assert!(!error.is_timeout());
    }
}

#[tokio::test]
async fn redirects_are_not_followed() {
    for status in [301, 302, 303, 307, 308] {
        let target = TestServer::start([json(200, "{}")]).await;
        let location = format!("Location: {}/elsewhere", target.base_url());
        let server = TestServer::start([response(status, &[&location], ""), json(200, "{}")]).await;
        let error = client(server.base_url())
            .send(create_thing())
            .await
            .unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Redirect, Outcome::Unknown),
            "{status}"
        );
        assert_eq!((server.requests().len(), target.requests().len()), (1, 0));
        assert!(!whole_text(&error).contains("elsewhere"), "{error}");
    }
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
async fn error_has_the_retry_after_header() {
    assert_eq!(
        failed(response(503, &["Retry-After: 2"], ""))
            .await
            .retry_after(),
        Some(Duration::from_secs(2))
    );
    assert_eq!(
        failed(response(429, &["Retry-After: 86400"], ""))
            .await
            .retry_after(),
        Some(Duration::from_secs(86_400))
    );
    assert_eq!(
        failed(response(429, &["Retry-After: soon"], ""))
            .await
            .retry_after(),
        None
    );
    assert_eq!(failed(response(429, &[], "")).await.retry_after(), None);
}

#[tokio::test]
async fn status_counts_even_if_the_body_is_incomplete() {
    let error = failed(Action::Respond(
        b"HTTP/1.1 401 No\r\nContent-Length: 100\r\n\r\n{\"mess".to_vec(),
    ))
    .await;
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Unauthorized, Outcome::Rejected)
    );
}

#[tokio::test]
async fn broken_connection_leaves_the_outcome_unknown() {
    let unknown = [
        Action::Close,
        Action::Respond(b"HTTP/1.1 20".to_vec()),
        Action::Respond(b"nonsense\r\n\r\n".to_vec()),
        Action::Respond(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".to_vec()),
        Action::Respond(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n".to_vec(),
        ),
        Action::Respond(
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ".to_vec(),
        ),
        // All of the body may be missing.
        Action::Respond(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()),
        Action::Respond(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\n{\"id\":5}".to_vec(),
        ),
    ];
    for (index, step) in unknown.into_iter().enumerate() {
        let error = failed(step).await;
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Interrupted, Outcome::Unknown),
            "{index}: {error:?}"
        );
    }
}

#[tokio::test]
async fn http_1_0_responses_and_early_hints_are_accepted() {
    for bytes in [
        "HTTP/1.0 200 OK\r\n\r\n{\"id\":5}",
        "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}",
        "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":5}HTTP/1.1 500 more",
    ] {
        let server = TestServer::start([Action::Respond(bytes.into())]).await;
        assert_eq!(
            client(server.base_url())
                .send(create_thing())
                .await
                .unwrap()
                .id,
            Some(5),
            "{bytes}"
        );
    }
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

#[cfg(feature = "rustls-no-provider")]
#[tokio::test]
async fn server_without_tls_gets_no_request() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("https://{}", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut buffer = vec![0; 4096];
        let count = stream.read(&mut buffer).await.unwrap();
        stream
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .await
            .unwrap();
        buffer.truncate(count);
        buffer
    });
    // Without a certificate store, a client for https cannot be built.
    let Ok(client) = ShopClient::new(config_at(&base)) else {
        return;
    };
    let error = client.send(create_thing()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Tls, Outcome::NotSent),
        "{error:?}"
    );
    let bytes = server.await.unwrap();
    assert!(
        !String::from_utf8_lossy(&bytes).contains("things"),
        "only a handshake was received"
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
    let Ok(client) = ShopClient::new(config_at("https://pl4nted.invalid/api")) else {
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
