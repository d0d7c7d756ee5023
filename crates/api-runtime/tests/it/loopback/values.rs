//! Path and query values of the caller.

use test_support::{TestServer, json};

use super::shop::*;

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
