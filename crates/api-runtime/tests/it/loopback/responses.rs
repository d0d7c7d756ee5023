//! Decoding of complete responses.

#[cfg(feature = "gzip")]
use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
    time::Duration,
};

use api_runtime::ErrorKind;
#[cfg(feature = "gzip")]
use api_runtime::RetryPolicy;
use test_support::{Action, TestServer, json, response};
use tokio::task::JoinSet;
#[cfg(feature = "gzip")]
use tokio::time::{advance, pause};

use super::shop::*;

async fn send(step: Action) -> Result<Thing, api_runtime::Error> {
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

/// A response with these headers and no others.
fn raw(headers: &str, body: &[u8]) -> Action {
    let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
    Action::Respond([head.as_bytes(), body].concat())
}

#[tokio::test]
async fn the_end_of_a_body_is_marked_in_one_known_way() {
    const THING: &str = r#"{"id":5}"#;
    const CHUNK: &str = "8\r\n{\"id\":5}\r\n0\r\n\r\n";
    let interrupted = Err(ErrorKind::Interrupted);
    for (headers, body, expected) in [
        ("Content-Length: 8\r\n", THING, Ok(Some(5))),
        ("Transfer-Encoding: Chunked\r\n", CHUNK, Ok(Some(5))),
        // JSON has an end of its own, unless all of it is missing.
        ("", THING, Ok(Some(5))),
        ("", "", interrupted),
        ("Content-Length: 0\r\n", "", Err(ErrorKind::Decode)),
        ("Transfer-Encoding: gzip\r\n", THING, interrupted),
        ("Transfer-Encoding: gzip, chunked\r\n", CHUNK, interrupted),
        (
            "Content-Length: 8\r\nTransfer-Encoding: chunked\r\n",
            CHUNK,
            interrupted,
        ),
    ] {
        let server = TestServer::with_handler(move |_| raw(headers, body.as_bytes())).await;
        let thing = client(server.base_url()).send(get_thing("1")).await;
        let found = thing.map(|thing| thing.id).map_err(|error| error.kind());
        assert_eq!(found, expected, "{headers:?} {body:?}");
    }
}

#[cfg(feature = "gzip")]
#[tokio::test]
async fn gzip_alone_is_decompressed() {
    // Of `{"id":5}`.
    const PACKED: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xab\x56\xca\x4c\x51\xb2\x32\xad\x05\x00\xc1\x3d\x31\x20\x08\x00\x00\x00";
    for lines in [
        "Content-Encoding: gzip\r\n",
        "Content-Encoding: x-GZip\r\n",
        "Content-Encoding: identity, gzip\r\n",
        "Content-Encoding: none\r\nContent-Encoding: gzip\r\n",
    ] {
        let thing = send(raw(lines, PACKED)).await;
        assert_eq!(thing.unwrap().id, Some(5), "{lines:?}");
    }
    for lines in [
        "",
        "Content-Encoding: br\r\n",
        "Content-Encoding: gzip, gzip\r\n",
        "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n",
        "Content-Encoding: gzipped\r\n",
    ] {
        let error = send(raw(lines, PACKED)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode, "{lines:?}");
    }
}

/// A thing, followed by white space up to this size, compressed with gzip.
#[cfg(feature = "gzip")]
fn packed_thing(size: usize) -> Action {
    use std::io::Write;

    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(br#"{"id":5}"#).unwrap();
    packed.write_all(&vec![b' '; size - 8]).unwrap();
    let packed = packed.finish().unwrap();
    let length = packed.len();
    raw(
        &format!("Content-Encoding: gzip\r\nContent-Length: {length}\r\n"),
        &packed,
    )
}

#[cfg(feature = "gzip")]
#[tokio::test]
async fn headers_of_the_compressed_body_are_not_shown() {
    let server = TestServer::start([packed_thing(8)]).await;
    let call = client(server.base_url())
        .call()
        .send_for_response(get_thing("1"));
    let response = call.await.unwrap();
    assert_eq!(response.value.id, Some(5));
    assert!(response.headers.is_empty(), "{:?}", response.headers);
}

#[cfg(feature = "gzip")]
#[tokio::test]
async fn size_limit_holds_after_decompression() {
    for (size, kind) in [(1_000, None), (1_001, Some(ErrorKind::TooLarge))] {
        let server = TestServer::start([packed_thing(size)]).await;
        let builder = builder(server.base_url()).max_response_size(1_000);
        let result = builder.build().unwrap().send(get_thing("1")).await;
        assert_eq!(result.err().map(|error| error.kind()), kind, "{size}");
    }
}

#[cfg(feature = "gzip")]
const EIGHT_MIB: usize = 8 * 1024 * 1024;

#[cfg(feature = "gzip")]
#[tokio::test]
async fn other_tasks_run_while_a_body_is_decompressed() {
    let server = TestServer::start([packed_thing(EIGHT_MIB)]).await;
    let mut call = client(server.base_url()).send(get_thing("1"));
    // Each end of a poll is the turn of others, and of the timeout.
    let mut polls = 0;
    let thing = poll_fn(|context| {
        polls += 1;
        Pin::new(&mut call).poll(context)
    });
    assert_eq!(thing.await.unwrap().id, Some(5));
    assert!(polls > 32, "{polls} polls for 8 MiB");
}

#[cfg(feature = "gzip")]
#[tokio::test]
async fn attempt_ends_while_a_body_is_decompressed() {
    let server = TestServer::start([packed_thing(EIGHT_MIB)]).await;
    let builder = builder(server.base_url()).retry_policy(RetryPolicy::none());
    let mut call = builder.build().unwrap().send(get_thing("1"));
    let mut polls = 0;
    let result = poll_fn(|context| {
        polls += 1;
        match polls {
            ..16 => Pin::new(&mut call).poll(context).map(Some),
            _ => Poll::Ready(None),
        }
    });
    assert!(result.await.is_none(), "half of the body is left");
    pause();
    advance(Duration::from_secs(30)).await;
    assert_eq!(call.await.unwrap_err().kind(), ErrorKind::Timeout);
}

#[tokio::test]
async fn bodies_that_are_received_at_the_same_time_share_a_limit() {
    const MAX: usize = 256 * 1024;
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {MAX}\r\n\r\n");
    let bytes = [head.as_bytes(), &vec![b' '; MAX - 1]].concat();
    let server = TestServer::with_handler(move |_| Action::Stall(bytes.clone())).await;
    let builder = builder(server.base_url()).max_response_size(MAX as u64);
    let client = builder.build().unwrap();
    // The limit is that of four bodies, and the start of each is free.
    let mut calls = JoinSet::new();
    for _ in 0..6 {
        calls.spawn(client.send(get_thing("1")));
    }
    let error = calls.join_next().await.unwrap().unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.to_string().contains("at the same time"), "{error}");
}
