//! Rows of bodies.

use std::io::Write;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::operations::Op;
use crate::row::{Row, fault, succeeds};
use crate::server::{JSON, Scene, head, respond, response, scene};

static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| gzip(&vec![b' '; 16 << 20]));
/// A success with this body.
fn body(body: impl Fn(Op) -> Vec<u8> + Send + Sync + 'static) -> Scene {
    respond(move |op| response(op, 200, &[JSON], body(op)))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A success with a `Content-Encoding`.
fn encoded(coding: &'static str, bytes: impl Fn(Op) -> Vec<u8> + Send + Sync + 'static) -> Scene {
    respond(move |op| response(op, 200, &[JSON, ("content-encoding", coding)], bytes(op)))
}

pub(crate) fn rows() -> Vec<Row> {
    vec![
        fault(
            "200 with an HTML page",
            respond(|op| {
                let page = "<p>\u{1b}[31m\n".repeat(1_000);
                response(op, 200, &[("content-type", "text/html")], page)
            }),
        )
        .with_all_continuations()
        .check(|result, _| {
            let text = result.error().unwrap().to_string();
            let (_, excerpt) = text.split_once(": \"").unwrap();
            let excerpt = excerpt.split('"').next().unwrap();
            excerpt.starts_with("<p>\\u{1b}") && excerpt.chars().count() <= 200
        }),
        fault(
            "100 MB in chunks, the limit is 1 MiB",
            scene(|mut connection| async move {
                connection.request().await;
                let head = head(
                    connection.op,
                    200,
                    &[JSON, ("transfer-encoding", "chunked")],
                );
                connection.write(format!("{head}\r\n").as_bytes()).await;
                let chunk = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
                for _ in 0..1_600 {
                    if !connection.write(&chunk).await {
                        break;
                    }
                }
            }),
        )
        .set(|settings| settings.max_response_size = Some(1 << 20))
        .heavy(),
        fault(
            "`Content-Length` is 10^18",
            scene(|mut connection| async move {
                connection.request().await;
                let head = head(
                    connection.op,
                    200,
                    &[JSON, ("content-length", "1000000000000000000")],
                );
                connection.write(format!("{head}\r\n{{").as_bytes()).await;
                connection.hold().await;
            }),
        )
        .with_all_continuations(),
        fault(
            "`Content-Length` is too small",
            respond(|op| {
                let body = op.good_body();
                let length = (body.len() - 3).to_string();
                format!(
                    "{}\r\n{body}",
                    head(op, 200, &[JSON, ("content-length", &length)])
                )
                .into_bytes()
            }),
        ),
        succeeds(
            "gzip, as offered",
            encoded("gzip", |op| gzip(op.good_body().as_bytes())),
        ),
        fault(
            "gzip of empty members without an end",
            scene(|mut connection| async move {
                connection.request().await;
                let headers = [JSON, ("content-encoding", "gzip"), ("connection", "close")];
                let head = head(connection.op, 200, &headers);
                connection.write(format!("{head}\r\n").as_bytes()).await;
                let members = gzip(b"").repeat(1_000);
                while connection.write(&members).await {}
            }),
        ),
        fault(
            "truncated gzip",
            encoded("gzip", |op| {
                let bytes = gzip(op.good_body().as_bytes());
                bytes[..bytes.len() - 12].to_vec()
            }),
        ),
        fault(
            "gzip with a wrong checksum",
            encoded("gzip", |op| {
                let mut bytes = gzip(op.good_body().as_bytes());
                let checksum = bytes.len() - 8;
                bytes[checksum] ^= 0xff;
                bytes
            }),
        ),
        fault(
            "16 KB of gzip that expand to 16 MB, the limit is 1 MiB",
            encoded("gzip", |_| BOMB.clone()),
        )
        .set(|settings| settings.max_response_size = Some(1 << 20))
        .heavy(),
        fault(
            "br, which was not offered",
            encoded("br", |op| op.good_body().into_bytes()),
        ),
        fault(
            "gzip without `Content-Encoding`, as text",
            respond(|op| {
                let packed = gzip(op.good_body().as_bytes());
                response(op, 200, &[("content-type", "text/plain")], packed)
            }),
        )
        // The body is not shown, because it can be decompressed.
        .check(|result, _| !result.error().unwrap().to_string().contains(": \"")),
        fault(
            "the price of an item is not an amount",
            body(|op| match op {
                Op::UniqueKey => {
                    b"{\"incoming_order\":{\"id\":7},\"order_items\":[{\"price\":\"much\"}]}"
                        .to_vec()
                }
                _ => op.good_body().into_bytes(),
            }),
        ),
    ]
}
