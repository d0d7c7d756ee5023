//! Timeouts and size limits.

use std::time::Duration;

use api_runtime::{ClientBuilder, ErrorKind, Outcome};
use test_support::{Action, TestServer, json};

use crate::shop::*;

const SHORT: Duration = Duration::from_millis(150);

fn builder(server: &TestServer) -> ClientBuilder<Shop, VenueToken> {
    ShopClient::builder(config_at(server.base_url()))
}

#[tokio::test]
async fn stalled_server_hits_the_timeout() {
    let stalls = [
        Vec::new(),
        b"HTTP/1.1 200 OK\r\nContent-Le".to_vec(),
        b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id".to_vec(),
    ];
    for bytes in stalls {
        let server = TestServer::start([Action::Stall(bytes.clone()), Action::Stall(bytes)]).await;
        for (client, limit) in [
            (
                builder(&server).attempt_timeout(SHORT),
                "attempt timed out after",
            ),
            (builder(&server).timeout(SHORT), "call timed out after"),
        ] {
            let error = client
                .build()
                .unwrap()
                .send(create_thing())
                .await
                .unwrap_err();
            assert_eq!(
                (error.kind(), error.outcome()),
                (ErrorKind::Timeout, Outcome::Unknown)
            );
            assert!(error.is_timeout());
            assert!(error.to_string().contains(limit), "{error}");
            assert_eq!(error.attempts(), 1, "nothing is repeated");
        }
    }
}

#[tokio::test]
async fn body_over_the_limit_is_rejected_by_its_content_length() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000000000\r\n\r\n".to_vec();
    let server = TestServer::start([Action::Stall(head)]).await;
    let error = client(server.base_url())
        .send(create_thing())
        .await
        .unwrap_err();
    // The body is never sent: waiting for it would be a timeout.
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::TooLarge, Outcome::Unknown)
    );
}

#[tokio::test]
async fn body_over_the_limit_is_rejected_while_it_is_read() {
    let mut bytes = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for _ in 0..8 {
        bytes.extend_from_slice(b"400\r\n");
        bytes.extend_from_slice(&[b' '; 1024]);
        bytes.extend_from_slice(b"\r\n");
    }
    // The body has no end: nothing beyond the limit is read.
    let server = TestServer::start([Action::Stall(bytes)]).await;
    let client = builder(&server).max_response_size(4096).build().unwrap();
    assert_eq!(
        client.send(create_thing()).await.unwrap_err().kind(),
        ErrorKind::TooLarge
    );
}

#[tokio::test]
async fn body_of_the_size_of_the_limit_is_read() {
    let body = format!("{{\"name\":\"{}\"}}", "x".repeat(10 * 1024 * 1024));
    let server = TestServer::start([json(200, &body), json(200, &body), json(200, &body)]).await;
    let name = client(server.base_url())
        .send(get_thing("1"))
        .await
        .unwrap()
        .name
        .unwrap();
    assert_eq!(
        name.len(),
        10 * 1024 * 1024,
        "the usual limit lets a large feed pass"
    );
    let limited = |bytes: usize| {
        builder(&server)
            .max_response_size(bytes as u64)
            .build()
            .unwrap()
    };
    assert!(limited(body.len()).send(get_thing("1")).await.is_ok());
    assert_eq!(
        limited(body.len() - 1)
            .send(get_thing("1"))
            .await
            .unwrap_err()
            .kind(),
        ErrorKind::TooLarge
    );
}

#[tokio::test]
async fn proxy_variables_are_ignored_and_an_invalid_proxy_is_not_shown() {
    let server = TestServer::start([json(200, "{}")]).await;
    let error = builder(&server)
        .proxy("http://user:pl4nted@ho st")
        .build()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert!(!whole_text(&error).contains("pl4nted"), "{error}");
    // Requests to this machine do not use the proxy.
    assert!(
        builder(&server)
            .proxy("http://192.0.2.1:8080")
            .build()
            .is_err()
    );
}

#[tokio::test]
async fn proxy_scheme_must_be_http_or_https() {
    let server = TestServer::start([]).await;
    for scheme in ["ftp", "ws", "socks4", "socks5", "socks5h"] {
        let url = format!("{scheme}://user:pl4nted@127.0.0.1:1");
        let error = builder(&server).proxy(url).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{scheme}");
        assert_eq!(
            error.invalid_fields()[0].reason(),
            "expected a proxy URL with the scheme `http` or `https`"
        );
        assert!(!whole_text(&error).contains("pl4nted"), "{error}");
    }
    assert!(builder(&server).proxy("http://127.0.0.1:1").build().is_ok());
}

#[tokio::test]
async fn zero_timeouts_are_rejected() {
    let server = TestServer::start([]).await;
    let zero = Duration::ZERO;
    for (name, builder) in [
        ("connect_timeout", builder(&server).connect_timeout(zero)),
        ("attempt_timeout", builder(&server).attempt_timeout(zero)),
        ("timeout", builder(&server).timeout(zero)),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        let fields = error.invalid_fields();
        assert_eq!(
            fields.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [format!("settings `{name}`: must not be zero")]
        );
    }
}

#[tokio::test]
async fn status_counts_if_the_body_stalls() {
    let stalls = |status: &str| {
        let head = format!("HTTP/1.1 {status} S\r\nRetry-After: 9\r\nContent-Length: 8\r\n\r\n{{");
        Action::Stall(head.into_bytes())
    };
    for (status, kind, outcome) in [
        ("422", ErrorKind::BadRequest, Outcome::Rejected),
        ("404", ErrorKind::NotFound, Outcome::Rejected),
        ("503", ErrorKind::Server, Outcome::Unknown),
        ("200", ErrorKind::Timeout, Outcome::Unknown),
    ] {
        let server = TestServer::start([stalls(status), stalls(status)]).await;
        for builder in [
            builder(&server).attempt_timeout(SHORT),
            builder(&server).timeout(SHORT),
        ] {
            let client = builder.build().unwrap();
            let error = client.send(create_thing()).await.unwrap_err();
            assert_eq!((error.kind(), error.outcome()), (kind, outcome));
            assert_eq!(error.status().unwrap().as_str(), status);
            if status != "200" {
                assert_eq!(error.retry_after(), Some(Duration::from_secs(9)));
            }
        }
    }
}

#[tokio::test]
async fn configured_proxy_is_used() {
    let proxy = TestServer::start([json(200, "{\"id\":9}")]).await;
    let address = proxy.base_url().trim_end_matches("/api").to_owned();
    let client = ShopClient::builder(config_at("http://127.0.0.1:9/api"))
        .proxy(address)
        .build()
        .unwrap();
    assert_eq!(client.send(get_thing("1")).await.unwrap().id, Some(9));
    assert!(
        proxy
            .request()
            .starts_with("GET http://127.0.0.1:9/api/v2/things/1 HTTP/1.1\r\n")
    );
}

#[cfg(feature = "gzip")]
#[tokio::test]
async fn size_limit_applies_after_decompression() {
    use test_support::response;

    // 128 KiB of spaces, compressed by `gzip -9`: a header, a table, zeros (omitted here), a
    // checksum.
    let mut packed = vec![0; 163];
    let begin = [
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xed, 0xc1, 0x31, 1, 0, 0, 0, 0xc2, 0xa0, 0x2a, 0xeb,
        0x9f, 0xd2, 0xc3, 0x1a, 0x40, 1,
    ];
    let end = [0xdc, 0, 0x8b, 0x36, 0xbc, 0xbb, 0, 0, 2, 0];
    packed[..begin.len()].copy_from_slice(&begin);
    let start = packed.len() - end.len();
    packed[start..].copy_from_slice(&end);
    let headers = ["Content-Type: application/json", "Content-Encoding: gzip"];
    let broken = &packed[..packed.len() - 12];
    let server = TestServer::start([
        response(200, &headers, &packed),
        response(200, &headers, broken),
    ])
    .await;
    let limited = builder(&server)
        .max_response_size(64 * 1024)
        .build()
        .unwrap();
    assert_eq!(
        limited.send(get_thing("1")).await.unwrap_err().kind(),
        ErrorKind::TooLarge
    );
    assert_eq!(
        client(server.base_url())
            .send(get_thing("1"))
            .await
            .unwrap_err()
            .kind(),
        ErrorKind::Decode
    );
}
