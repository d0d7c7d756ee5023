//! Rows of bodies.

use std::io::Write;
use std::sync::LazyLock;

use api_runtime::ErrorKind::{Decode, Interrupted, Mismatch, TooLarge, WrongContentType};
use api_runtime::Outcome::{Done, Unknown};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::calls::Op;
use crate::row::{Row, fault, fine};
use crate::server::{JSON, Scene, answer, head, reply, scene};
use crate::want::{OK, again, once};

static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| gzip(&vec![b' '; 16 << 20]));
static KEYS: LazyLock<String> = LazyLock::new(|| {
    (0..1_000_000)
        .map(|number| format!("\"k{number}\":1,"))
        .collect()
});

/// A success with this body.
fn body(body: impl Fn(Op) -> Vec<u8> + Send + Sync + 'static) -> Scene {
    answer(move |op| reply(op, 200, &[JSON], body(op)))
}

fn unreadable(id: &'static str, text: &'static str, scene: Scene) -> Row {
    fault(
        id,
        text,
        scene,
        once(Decode, Unknown),
        once(Decode, Unknown),
    )
}

fn too_large(id: &'static str, text: &'static str, scene: Scene) -> Row {
    fault(
        id,
        text,
        scene,
        once(TooLarge, Unknown),
        once(TooLarge, Unknown),
    )
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A success whose body says that it is packed like this.
fn packed(coding: &'static str, bytes: impl Fn(Op) -> Vec<u8> + Send + Sync + 'static) -> Scene {
    answer(move |op| reply(op, 200, &[JSON, ("content-encoding", coding)], bytes(op)))
}

/// The good reply with one more member, first or last.
fn with_member(op: Op, member: &str) -> Vec<u8> {
    format!("{{{member},{}", &op.good()[1..]).into_bytes()
}

pub(crate) fn rows() -> Vec<Row> {
    vec![
        unreadable("B01", "200 with nothing", body(|_| Vec::new())),
        unreadable("B02", "white space only", body(|_| b" \r\n\t ".to_vec())),
        fault(
            "B03",
            "a page of HTML with 200",
            answer(|op| {
                let page = "<p>\u{1b}[31m\n".repeat(1_000);
                reply(op, 200, &[("content-type", "text/html")], page)
            }),
            once(WrongContentType, Unknown),
            once(WrongContentType, Unknown),
        )
        .check(|came, _| {
            let text = came.error().unwrap().to_string();
            let excerpt = text.split('"').nth(1).unwrap();
            excerpt.starts_with("<p>\\u{1b}") && excerpt.chars().count() <= 200
        }),
        fine(
            "B05",
            "no `Content-Type`",
            answer(|op| reply(op, 200, &[], op.good())),
        ),
        fine(
            "B06",
            "a byte order mark",
            body(|op| ["\u{feff}", &op.good()].concat().into_bytes()),
        ),
        unreadable(
            "B07",
            "UTF-16",
            body(|op| {
                op.good()
                    .encode_utf16()
                    .flat_map(u16::to_le_bytes)
                    .collect()
            }),
        ),
        unreadable(
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
        unreadable(
            "B09",
            "JSON that is cut short, with the right length",
            body(|op| {
                let text = op.good();
                text.as_bytes()[..text.len() - 3].to_vec()
            }),
        ),
        unreadable(
            "B10",
            "two documents",
            body(|op| op.good().repeat(2).into_bytes()),
        ),
        fault(
            "B19",
            "a known key twice in one object",
            body(|op| match op {
                Op::Read => b"{\"venues\":[{\"active\":true,\"active\":true}]}".to_vec(),
                Op::Write => with_member(op, "\"Payload\":\"uid-1\""),
                Op::UniqueKey => b"{\"incoming_order\":{\"id\":7,\"id\":7}}".to_vec(),
            }),
            OK,
            OK,
        )
        .check(|came, _| {
            let places: Vec<_> = came.mismatches.iter().map(String::as_str).collect();
            ["/venues/0/active", "/Payload", "/incoming_order/id"]
                .map(|place| vec![place])
                .contains(&places)
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
        .set(|how| how.max_response_size = Some(1 << 20))
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
        unreadable(
            "B23",
            "`Content-Length` is too small",
            answer(|op| {
                let body = op.good();
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
            answer(|op| {
                let body = op.good();
                let length = (body.len() + 3).to_string();
                format!(
                    "{}\r\n{body}",
                    head(op, 200, &[JSON, ("content-length", &length)])
                )
                .into_bytes()
            }),
            again(Interrupted, Unknown),
            once(Interrupted, Unknown),
        ),
        fine(
            "-",
            "packed by gzip, as was offered",
            packed("gzip", |op| gzip(op.good().as_bytes())),
        ),
        unreadable(
            "B25",
            "gzip that is cut short",
            packed("gzip", |op| {
                let bytes = gzip(op.good().as_bytes());
                bytes[..bytes.len() - 12].to_vec()
            }),
        ),
        unreadable(
            "B25",
            "gzip with a wrong checksum",
            packed("gzip", |op| {
                let mut bytes = gzip(op.good().as_bytes());
                let at = bytes.len() - 8;
                bytes[at] ^= 0xff;
                bytes
            }),
        ),
        too_large(
            "B26",
            "16 KB of gzip that become 16 MB, the limit is 1 MiB",
            packed("gzip", |_| BOMB.clone()),
        )
        .set(|how| how.max_response_size = Some(1 << 20))
        .heavy(),
        unreadable(
            "B27",
            "br, which was not offered",
            packed("br", |op| op.good().into_bytes()),
        ),
        unreadable(
            "B27",
            "gzip of gzip",
            packed("gzip, gzip", |op| gzip(&gzip(op.good().as_bytes()))),
        ),
        unreadable(
            "B27",
            "gzip of gzip, of which one is told",
            packed("gzip", |op| gzip(&gzip(op.good().as_bytes()))),
        ),
        unreadable(
            "B29",
            "half a surrogate pair",
            body(|op| with_member(op, "\"a\":\"\\ud800\"")),
        ),
        fine(
            "B29",
            "`\\u0000` in a text",
            body(|op| with_member(op, "\"a\":\"\\u0000\"")),
        ),
        fine(
            "B30",
            "a text of 8 MB",
            body(|op| with_member(op, &format!("\"a\":\"{}\"", "x".repeat(8 << 20)))),
        )
        .heavy(),
        too_large(
            "B30",
            "10^6 keys, the limit is 1 MiB",
            body(|op| with_member(op, KEYS.trim_end_matches(','))),
        )
        .set(|how| how.max_response_size = Some(1 << 20))
        .heavy(),
        too_large(
            "B30",
            "10^6 elements, the limit is 1 MiB",
            body(|op| with_member(op, &format!("\"a\":[{}0]", "0,".repeat(1_000_000)))),
        )
        .set(|how| how.max_response_size = Some(1 << 20))
        .heavy(),
        fine(
            "B37",
            "keys in another order, and written with escapes",
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
        .check(|came, _| came.mismatches.is_empty()),
        fault(
            "B38",
            "keys in another case",
            body(|op| match op {
                Op::Read => b"{\"venues\":[{\"ACTIVE\":true}]}".to_vec(),
                Op::Write => b"{\"success\":true,\"payload\":\"uid-1\"}".to_vec(),
                Op::UniqueKey => b"{\"incoming_order\":{\"ID\":7}}".to_vec(),
            }),
            OK,
            once(Decode, Unknown),
        )
        .guarded(OK),
        fault(
            "-",
            "the price of an item is no amount",
            body(|op| match op {
                Op::UniqueKey => {
                    b"{\"incoming_order\":{\"id\":7},\"order_items\":[{\"price\":\"much\"}]}"
                        .to_vec()
                }
                _ => op.good().into_bytes(),
            }),
            OK,
            OK,
        )
        .guarded(once(Mismatch, Done)),
    ]
}
