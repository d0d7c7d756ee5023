//! Rows of HTTP/2. The server writes its frames by hand, since a library would not violate the
//! protocol.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use api_runtime::ErrorKind::{Interrupted, Server};
use api_runtime::Outcome::{NotSent, Unknown};

use crate::call::CallResult;
use crate::create_once::healthy;
use crate::expected::{Expected, OK_AT_3, fails, fails_after_retries};
use crate::observed::{ObservedTraffic, RequestKind};
use crate::row::{Row, fault, scripted, succeeds};
use crate::server::{Connection, Responder, Scene, scene};
use crate::tls::config;

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const GOAWAY: u8 = 7;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const ACK: u8 = 1;

const NO_ERROR: u32 = 0;
const INTERNAL_ERROR: u32 = 2;
const REFUSED_STREAM: u32 = 7;
const CANCEL: u32 = 8;
const ENHANCE_YOUR_CALM: u32 = 11;

/// `:status: 200`, by its number in HPACK's table.
const STATUS_200: &[u8] = &[0x88];

/// A literal `:status`, of three digits, and `content-type`, of 16: their names by their numbers in
/// HPACK's table.
const STATUS: &[u8] = &[0x08, 3];
const CONTENT_TYPE_JSON: &[u8] = b"\x0f\x10\x10application/json";

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

fn go_away(last_stream: u32, code: u32) -> Vec<u8> {
    frame(
        GOAWAY,
        0,
        0,
        &[last_stream.to_be_bytes(), code.to_be_bytes()].concat(),
    )
}

/// Reads until a request is whole. Returns its stream and kind, or `None` if the client closes the
/// connection before.
async fn request(connection: &mut Connection) -> Option<(u32, RequestKind)> {
    const PREFACE: usize = 24;
    connection.write(&frame(SETTINGS, 0, 0, &[])).await;
    let mut bytes = Vec::new();
    let mut offset = PREFACE;
    loop {
        while let Some(head) = bytes.get(offset..offset + 9) {
            let length =
                usize::from(head[0]) << 16 | usize::from(head[1]) << 8 | usize::from(head[2]);
            let (kind, flags) = (head[3], head[4]);
            let stream = u32::from_be_bytes(head[5..9].try_into().unwrap());
            if bytes.len() < offset + 9 + length {
                break;
            }
            offset += 9 + length;
            if kind == SETTINGS && flags & ACK == 0 {
                connection.write(&frame(SETTINGS, ACK, 0, &[])).await;
            }
            if matches!(kind, HEADERS | DATA) && flags & END_STREAM != 0 {
                // The reads have no body here.
                let kind = if kind == DATA {
                    RequestKind::Write
                } else {
                    RequestKind::Read
                };
                let text = String::from_utf8_lossy(&bytes).into_owned();
                connection.observed.record(kind, text);
                return Some((stream, kind));
            }
        }
        let more = connection.read().await;
        if more.is_empty() {
            return None;
        }
        bytes.extend(more);
    }
}

/// Responds to one request per connection with a status and JSON.
pub(crate) fn respond_each(responder: Responder) -> Scene {
    scene(move |mut connection| {
        let responder = Arc::clone(&responder);
        async move {
            if let Some((stream, kind)) = request(&mut connection).await {
                let (status, body) = responder(connection.op, kind);
                let head = [STATUS, status.to_string().as_bytes(), CONTENT_TYPE_JSON].concat();
                let head = frame(HEADERS, END_HEADERS, stream, &head);
                let body = frame(DATA, END_STREAM, stream, body.as_bytes());
                connection.write(&[head, body].concat()).await;
                connection.close().await;
            }
        }
    })
}

/// Responds to a request with these frames, and closes the connection.
fn frames(frames: fn(u32) -> Vec<u8>) -> Scene {
    ended_by(frames, false)
}

/// The same, with frames by which the server reports that it did not process the request.
fn not_processed_by(frames: fn(u32) -> Vec<u8>) -> Scene {
    ended_by(frames, true)
}

fn ended_by(frames: fn(u32) -> Vec<u8>, is_unprocessed: bool) -> Scene {
    scene(move |mut connection| async move {
        let Some((stream, _)) = request(&mut connection).await else {
            return;
        };
        if is_unprocessed {
            connection.observed.mark_unprocessed();
        }
        connection.write(&frames(stream)).await;
        connection.close().await;
    })
}

fn reset(stream: u32, code: u32) -> Vec<u8> {
    frame(RST_STREAM, 0, stream, &code.to_be_bytes())
}

pub(crate) fn rows(folder: &Path) -> Vec<Row> {
    let broken = (
        fails_after_retries(Interrupted, Unknown),
        fails(Interrupted, Unknown),
    );
    let not_processed = fails_after_retries(Interrupted, NotSent);
    let lost = |id, text, scene| fault(id, text, scene, broken.0, broken.1);
    let rows = vec![
        succeeds("-", "valid HTTP/2", respond_each(healthy())),
        fault(
            "N26",
            "GOAWAY `NO_ERROR` below our stream: the request was not processed",
            not_processed_by(|_| go_away(0, NO_ERROR)),
            not_processed,
            not_processed,
        ),
        lost(
            "N27",
            "GOAWAY at our stream, then EOF",
            frames(|stream| go_away(stream, NO_ERROR)),
        ),
        fault(
            "-",
            "RST_STREAM `REFUSED_STREAM`: the request was not processed",
            not_processed_by(|stream| reset(stream, REFUSED_STREAM)),
            not_processed,
            not_processed,
        ),
        scripted(
            "-",
            "500, and then `REFUSED_STREAM` at the second connection",
            vec![
                respond_each(Arc::new(|op, _| (500, op.error_body()))),
                not_processed_by(|stream| reset(stream, REFUSED_STREAM)),
                respond_each(healthy()),
            ],
            OK_AT_3,
            fails(Server, Unknown),
        )
        .with_create_once(Expected::recovered(2)),
        lost(
            "N29",
            "RST_STREAM `CANCEL`",
            frames(|stream| reset(stream, CANCEL)),
        ),
        lost(
            "N29",
            "RST_STREAM `INTERNAL_ERROR`",
            frames(|stream| reset(stream, INTERNAL_ERROR)),
        ),
        lost(
            "N30",
            "RST_STREAM `ENHANCE_YOUR_CALM`",
            frames(|stream| reset(stream, ENHANCE_YOUR_CALM)),
        )
        .check(backs_off),
        lost(
            "N30",
            "GOAWAY `ENHANCE_YOUR_CALM`",
            frames(|_| go_away(0, ENHANCE_YOUR_CALM)),
        )
        .check(backs_off),
        lost(
            "N31",
            "a flood of empty DATA",
            scene(|mut connection| async move {
                let Some((stream, _)) = request(&mut connection).await else {
                    return;
                };
                connection
                    .write(&frame(HEADERS, END_HEADERS, stream, STATUS_200))
                    .await;
                let flood = frame(DATA, 0, stream, &[]).repeat(100);
                while connection.write(&flood).await {}
            }),
        ),
        lost(
            "N33",
            "a response head of 1 MiB",
            frames(|stream| {
                // A literal header `x` whose value has 16,000 bytes, repeated: its length is an
                // HPACK varint.
                let field = [b"\x00\x01x\x7f\x81\x7c".as_slice(), &[b'a'; 16_000]].concat();
                let mut bytes = frame(HEADERS, 0, stream, STATUS_200);
                for _ in 0..64 {
                    bytes.extend(frame(9, 0, stream, &field));
                }
                bytes.extend(frame(9, END_HEADERS, stream, &[]));
                bytes
            }),
        ),
    ];
    let config = config(folder, "good.pem", b"h2");
    rows.into_iter()
        .map(|row| row.tls(config.clone()))
        .collect()
}

/// Retries wait.
fn backs_off(_: &CallResult, observed: &ObservedTraffic) -> bool {
    observed
        .shortest_pause()
        .is_none_or(|pause| pause >= Duration::from_millis(150))
}
