//! Rows of bodies.

use std::io::Write;
use std::sync::LazyLock;

use api_runtime::ErrorKind::{Decode, Interrupted, Mismatch, TooLarge, WrongContentType};
use api_runtime::Outcome::{Done, Unknown};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::expected::{OK, fails, fails_after_retries};
use crate::operations::Op;
use crate::row::{Row, fault, succeeds};
use crate::server::{JSON, Scene, head, respond, response, scene};

static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| gzip(&vec![b' '; 16 << 20]));
static KEYS: LazyLock<String> = LazyLock::new(|| {
    (0..1_000_000)
        .map(|number| format!("\"k{number}\":1,"))
        .collect()
});

/// A success with this body.
pub(crate) fn body(body: impl Fn(Op) -> Vec<u8> + Send + Sync + 'static) -> Scene {
    respond(move |op| response(op, 200, &[JSON], body(op)))
}

fn not_decodable(id: &'static str, text: &'static str, scene: Scene) -> Row {
    fault(
        id,
        text,
        scene,
        fails(Decode, Unknown),
        fails(Decode, Unknown),
    )
}

fn too_large(id: &'static str, text: &'static str, scene: Scene) -> Row {
    fault(
        id,
        text,
        scene,
        fails(TooLarge, Unknown),
        fails(TooLarge, Unknown),
    )
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

/// The successful body with one more member, the first.
pub(crate) fn with_member(op: Op, member: &str) -> Vec<u8> {
    format!("{{{member},{}", &op.good_body()[1..]).into_bytes()
}

/// The successful body without its end.
pub(crate) fn truncated(op: Op) -> Vec<u8> {
    let text = op.good_body();
    text.as_bytes()[..text.len() - 3].to_vec()
}

pub(crate) fn utf16(op: Op) -> Vec<u8> {
    let units = op.good_body();
    units.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

pub(crate) fn rows() -> Vec<Row> {
    vec![
        not_decodable("B01", "200 with an empty body", body(|_| Vec::new())),
        not_decodable("B02", "whitespace only", body(|_| b" \r\n\t ".to_vec())),
        fault(
            "B03",
            "200 with an HTML page",
            respond(|op| {
                let page = "<p>\u{1b}[31m\n".repeat(1_000);
                response(op, 200, &[("content-type", "text/html")], page)
            }),
            fails(WrongContentType, Unknown),
            fails(WrongContentType, Unknown),
        )
        .check(|result, _| {
            let text = result.error().unwrap().to_string();
            let excerpt = text.split('"').nth(1).unwrap();
            excerpt.starts_with("<p>\\u{1b}") && excerpt.chars().count() <= 200
        }),
        succeeds(
            "B05",
            "no `Content-Type`",
            respond(|op| response(op, 200, &[], op.good_body())),
        ),
        succeeds(
            "B06",
            "a byte order mark",
            body(|op| ["\u{feff}", &op.good_body()].concat().into_bytes()),
        ),
        not_decodable("B07", "UTF-16", body(utf16)),
        not_decodable(
            "B07",
            "latin-1",
            body(|op| {
                [
                    &with_member(op, "\"a\":\"x\"")[..6],
                    b"\xe9",
                    &with_member(op, "\"a\":\"x\"")[6..],
                ]
                .concat()
            }),
        ),
        not_decodable(
            "B09",
            "truncated JSON, with the right length",
            body(truncated),
        ),
        not_decodable(
            "B10",
            "two documents",
            body(|op| op.good_body().repeat(2).into_bytes()),
        ),
        fault(
            "B19",
            "a duplicate known key in one object",
            body(|op| match op {
                Op::Read => b"{\"venues\":[{\"active\":true,\"active\":true}]}".to_vec(),
                Op::Write => with_member(op, "\"Payload\":\"uid-1\""),
                Op::UniqueKey => b"{\"incoming_order\":{\"id\":7,\"id\":7}}".to_vec(),
            }),
            OK,
            OK,
        )
        .check(|result, _| {
            let pointers: Vec<_> = result.mismatches.iter().map(String::as_str).collect();
            ["/venues/0/active", "/Payload", "/incoming_order/id"]
                .map(|pointer| vec![pointer])
                .contains(&pointers)
        }),
        too_large(
            "B21",
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
        too_large(
            "B22",
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
        ),
        not_decodable(
            "B23",
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
        fault(
            "B23",
            "`Content-Length` is too large",
            respond(|op| {
                let body = op.good_body();
                let length = (body.len() + 3).to_string();
                format!(
                    "{}\r\n{body}",
                    head(op, 200, &[JSON, ("content-length", &length)])
                )
                .into_bytes()
            }),
            fails_after_retries(Interrupted, Unknown),
            fails(Interrupted, Unknown),
        ),
        succeeds(
            "-",
            "gzip, as offered",
            encoded("gzip", |op| gzip(op.good_body().as_bytes())),
        ),
        succeeds(
            "-",
            "`GZIP`",
            encoded("GZIP", |op| gzip(op.good_body().as_bytes())),
        ),
        succeeds(
            "-",
            "`x-gzip`",
            encoded("x-gzip", |op| gzip(op.good_body().as_bytes())),
        ),
        succeeds(
            "-",
            "gzip of two members",
            encoded("gzip", |op| {
                let body = op.good_body();
                let (start, end) = body.as_bytes().split_at(body.len() / 2);
                [gzip(start), gzip(end)].concat()
            }),
        ),
        too_large(
            "-",
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
        not_decodable(
            "-",
            "gzip, and then other bytes",
            encoded("gzip", |op| {
                [gzip(op.good_body().as_bytes()), b"more".to_vec()].concat()
            }),
        ),
        not_decodable(
            "B25",
            "truncated gzip",
            encoded("gzip", |op| {
                let bytes = gzip(op.good_body().as_bytes());
                bytes[..bytes.len() - 12].to_vec()
            }),
        ),
        not_decodable(
            "B25",
            "gzip with a wrong checksum",
            encoded("gzip", |op| {
                let mut bytes = gzip(op.good_body().as_bytes());
                let checksum = bytes.len() - 8;
                bytes[checksum] ^= 0xff;
                bytes
            }),
        ),
        too_large(
            "B26",
            "16 KB of gzip that expand to 16 MB, the limit is 1 MiB",
            encoded("gzip", |_| BOMB.clone()),
        )
        .set(|settings| settings.max_response_size = Some(1 << 20))
        .heavy(),
        too_large(
            "B26",
            "8 KB of gzip that expand to 8 MB, and to gigabytes when they are decoded",
            encoded("gzip", |op| {
                let items = match op {
                    Op::Read => format!("{{\"venues\":[{}{{}}]}}", "{},".repeat(8 << 20 >> 2)),
                    Op::Write | Op::UniqueKey => {
                        let members = "\"a\":1,".repeat(8 << 20 >> 3);
                        format!("{{{members}{}", &op.good_body()[1..])
                    }
                };
                gzip(items.as_bytes())
            }),
        )
        .heavy(),
        not_decodable(
            "B27",
            "br, which was not offered",
            encoded("br", |op| op.good_body().into_bytes()),
        ),
        not_decodable(
            "B27",
            "gzip of gzip, declared twice",
            encoded("gzip, gzip", |op| gzip(&gzip(op.good_body().as_bytes()))),
        ),
        not_decodable(
            "B27",
            "gzip of gzip, declared once",
            encoded("gzip", |op| gzip(&gzip(op.good_body().as_bytes()))),
        ),
        fault(
            "B27",
            "gzip without `Content-Encoding`, as text",
            respond(|op| {
                let packed = gzip(op.good_body().as_bytes());
                response(op, 200, &[("content-type", "text/plain")], packed)
            }),
            fails(WrongContentType, Unknown),
            fails(WrongContentType, Unknown),
        )
        // The body is not shown, because it can be decompressed.
        .check(|result, _| !result.error().unwrap().to_string().contains('"')),
        not_decodable(
            "B29",
            "an unpaired surrogate",
            body(|op| with_member(op, "\"a\":\"\\ud800\"")),
        ),
        succeeds(
            "B29",
            "`\\u0000` in a string",
            body(|op| with_member(op, "\"a\":\"\\u0000\"")),
        ),
        succeeds(
            "B30",
            "a string of 8 MB",
            body(|op| with_member(op, &format!("\"a\":\"{}\"", "x".repeat(8 << 20)))),
        )
        .heavy(),
        too_large(
            "B30",
            "10^6 keys, the limit is 1 MiB",
            body(|op| with_member(op, KEYS.trim_end_matches(','))),
        )
        .set(|settings| settings.max_response_size = Some(1 << 20))
        .heavy(),
        too_large(
            "B30",
            "10^6 elements, the limit is 1 MiB",
            body(|op| with_member(op, &format!("\"a\":[{}0]", "0,".repeat(1_000_000)))),
        )
        .set(|settings| settings.max_response_size = Some(1 << 20))
        .heavy(),
        succeeds(
            "B37",
            "keys in another order, and with escapes",
            body(|op| match op {
                Op::Read => {
                    b"{\"x\":0,\"ven\\u0075es\":[{\"venue_name\":\"a\",\"\\u0061ctive\":true}]}"
                        .to_vec()
                }
                Op::Write => {
                    b"{\"Message\":\"\",\"Paylo\\u0061d\":\"uid-1\",\"\\u0053uccess\":true}"
                        .to_vec()
                }
                Op::UniqueKey => b"{\"x\":0,\"incoming\\u005forder\":{\"\\u0069d\":7}}".to_vec(),
            }),
        )
        .check(|result, _| result.mismatches.is_empty()),
        fault(
            "B38",
            "keys in another case",
            body(|op| match op {
                Op::Read => b"{\"venues\":[{\"ACTIVE\":true}]}".to_vec(),
                Op::Write => b"{\"success\":true,\"payload\":\"uid-1\"}".to_vec(),
                Op::UniqueKey => b"{\"incoming_order\":{\"ID\":7}}".to_vec(),
            }),
            OK,
            fails(Decode, Unknown),
        )
        .with_first_create(fails(Decode, Unknown)),
        fault(
            "-",
            "the price of an item is not an amount",
            body(|op| match op {
                Op::UniqueKey => {
                    b"{\"incoming_order\":{\"id\":7},\"order_items\":[{\"price\":\"much\"}]}"
                        .to_vec()
                }
                _ => op.good_body().into_bytes(),
            }),
            OK,
            OK,
        )
        .with_first_create(fails(Mismatch, Done)),
    ]
}
