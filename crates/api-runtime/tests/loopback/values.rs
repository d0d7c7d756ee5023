//! Path and query values of the caller.

use api_runtime::ErrorKind;
use test_support::{TestServer, json};

use crate::shop::*;

/// Sends a path value, and returns the encoded form that the server receives.
async fn encoded(value: &str) -> String {
    let server = TestServer::start([json(200, r#"{"id":7}"#)]).await;
    client(server.base_url())
        .send(get_thing(value))
        .await
        .unwrap();
    let target = server.target();
    target
        .strip_prefix("GET /api/v2/things/")
        .unwrap()
        .to_owned()
}

/// Decodes a value, as a server does.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        if *first == b'%' {
            bytes.push(u8::from_str_radix(std::str::from_utf8(&more[..2]).unwrap(), 16).unwrap());
            rest = &more[2..];
        } else {
            bytes.push(*first);
            rest = more;
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn path_values_that_would_change_the_path_are_rejected() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    for value in [
        "",
        ".",
        "..",
        "%2e%2e",
        ".%2E",
        "%2E",
        "%252e%252e",
        "a\tb",
        "a\r\nb",
        "a\0b",
        "a\u{7f}b",
        "a\u{85}b",
    ] {
        let error = client.send(get_thing(value)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{value:?}");
        assert_eq!(error.invalid_fields()[0].name(), "id");
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn all_other_path_values_round_trip_in_one_segment() {
    let long = "aé/".repeat(10 * 1024 / 4);
    for value in [
        "../x",
        "..%2fx",
        "a/b",
        "a\\b",
        "a?b",
        "a#b",
        "a;b",
        " ",
        "é",
        "\u{1f600}",
        "\u{ff0e}",
        "\u{ff0e}\u{ff0e}",
        "%",
        "%zz",
        "+",
        "a b",
        "a&b=c",
        "...",
        &long,
    ] {
        let encoded = encoded(value).await;
        assert_eq!(decoded(&encoded), value);
        assert!(
            !encoded.contains(['/', '?', '#', '\\', '+', ';', ' ']),
            "{encoded}"
        );
    }
    assert_eq!(encoded(" ").await, "%20");
}

#[tokio::test]
async fn too_long_url_is_rejected() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    let error = client
        .send(get_thing(&"x".repeat(70_000)))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let error = client
        .send(ListThings::default().name_eq("x".repeat(70_000)))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn query_values_round_trip() {
    for value in ["a&b=c", "a+b", "100%", "a b", "é\u{1f600}", "[]", "#?/\\"] {
        let server = TestServer::start([json(200, r#"{"things":[]}"#)]).await;
        client(server.base_url())
            .send(ListThings::default().name_eq(value))
            .await
            .unwrap();
        let target = server.target();
        let encoded = target
            .strip_prefix("GET /api/v2/things?q%5Bname_eq%5D=")
            .unwrap();
        assert_eq!(decoded(encoded), value);
        assert!(!encoded.contains(['+', '&', '=', '#', ' ']), "{encoded}");
    }
}

#[tokio::test]
async fn adjacent_path_values_cannot_form_dot_segments() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    for (a, b) in [
        (".", "."),
        (".", "x"),
        ("%2e", "%2e"),
        ("%2", "e"),
        ("%2e%2", "e"),
    ] {
        let error = client
            .send(GetPair {
                a: a.to_owned(),
                b: b.to_owned(),
            })
            .await;
        assert_eq!(
            error.unwrap_err().kind(),
            ErrorKind::InvalidRequest,
            "{a}{b}"
        );
    }
    assert!(server.requests().is_empty());
}
