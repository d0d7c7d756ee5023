//! Path and query values: they decode to the input, and the path keeps its structure.
//!
//! The text is four values, separated by `|`: two of the path, then the name and the value of a
//! parameter.

use std::sync::LazyLock;

use api_runtime::{ErrorKind, Method, RawRequest};
use percent_encoding::percent_decode_str;
use test_support::shop::{Client, Shop};
use url::Url;

use crate::error::{FixedResponse, builder};
use crate::plant::MARK;
use crate::printed;

static CLIENT: LazyLock<Client> = LazyLock::new(|| {
    let builder = builder("https://shop.example/api");
    builder
        .transport(FixedResponse::default())
        .build()
        .expect("a client")
});

/// Writes the values into a URL.
pub fn holds(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut values = text.splitn(4, '|');
    let mut next = || values.next().unwrap_or_default();
    let (first, second, name, value) = (next(), next(), next(), next());
    match CLIENT.to_http(&operation(first, second, name, value)) {
        Ok(request) => {
            let url = Url::parse(&request.uri().to_string()).expect("a URL");
            assert_eq!(
                url.path(),
                request.uri().path(),
                "the client and `url` have the same text"
            );
            assert_eq!(
                url.query(),
                request.uri().query(),
                "the client and `url` have the same text"
            );
            assert_eq!(url.host_str(), Some("shop.example"));
            assert_eq!(url.fragment(), None);
            let segments: Vec<String> = url
                .path_segments()
                .expect("a path")
                .map(|segment| {
                    let decoded = percent_decode_str(segment).decode_utf8();
                    decoded.expect("the input is UTF-8").into_owned()
                })
                .collect();
            let expected = [
                "api",
                "v3",
                first,
                &format!("by{second}"),
                &format!("{first}{second}"),
            ];
            assert_eq!(segments, expected);
            assert!(
                !segments.iter().any(|segment| is_dots(segment)),
                "{segments:?}"
            );
            assert!(url.path().bytes().all(is_safe), "{url}");
            let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
            let expected_pairs = [
                (name.to_owned(), value.to_owned()),
                ("after".to_owned(), "it".to_owned()),
            ];
            assert_eq!(pairs, expected_pairs);
        }
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::InvalidRequest);
            assert!(!error.invalid_fields().is_empty());
            printed::is_harmless(&error);
            // The values are not printed.
            let marked = |value: &str| format!("{value}{MARK}");
            let marked = operation(&marked(first), &marked(second), name, &marked(value));
            if let Err(error) = CLIENT.to_http(&marked) {
                assert!(!format!("{error} {error:?}").contains(MARK), "{error}");
            }
            let is_long = max_encoded_length(&[first, second, name, value]) > 30_000;
            let is_invalid = |value: &str| {
                value.is_empty() || value.chars().any(char::is_control) || is_dots(value)
            };
            assert!(
                is_long
                    || is_invalid(first)
                    || is_invalid(second)
                    || is_dots(&format!("{first}{second}")),
                "{error} for {text:?}"
            );
        }
    }
}

fn operation(first: &str, second: &str, name: &str, value: &str) -> RawRequest<Shop> {
    RawRequest::new(Method::Get, "/v3/{first}/by{second}/{first}{second}")
        .path("first", first)
        .path("second", second)
        .query(name, value)
        .query("after", "it")
}

/// The maximum length of the values when all of their bytes are escaped; path values occur twice.
fn max_encoded_length(values: &[&str]) -> usize {
    values.iter().map(|value| value.len() * 6).sum()
}

/// Letters, digits and characters without a special meaning to servers.
fn is_safe(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/-._~%".contains(&byte)
}

/// Whether any number of decodings makes the segment `.` or `..`.
fn is_dots(segment: &str) -> bool {
    let mut text = segment.to_owned();
    loop {
        let decoded = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        if decoded == text {
            return matches!(text.as_str(), "." | "..");
        }
        text = decoded;
    }
}
