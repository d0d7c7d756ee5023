//! Rows of HTTP/2. The server writes its frames by hand, since a library would not violate the
//! protocol.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::call::Warm;
use crate::observed::RequestKind;
use crate::once::healthy;
use crate::operations::Op;
use crate::row::{Row, backs_off, fault, scripted, succeeds};
use crate::server::{Connection, Responder, Scene, scene};
use crate::tls::config;

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const CONTINUATION: u8 = 9;

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
const CONTENT_LENGTH: &[u8] = &[0x0f, 0x0d, 4];
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

/// A setting, and its number.
type Http2Setting = (u16, u32);

const INITIAL_WINDOW_SIZE: u16 = 4;

/// A connection whose frames are read one by one.
pub(crate) struct Frames {
    pub(crate) connection: Connection,
    bytes: Vec<u8>,
    at: usize,
}

/// A frame of the client.
pub(crate) struct ClientFrame {
    kind: u8,
    flags: u8,
    stream: u32,
}

impl ClientFrame {
    /// The stream and the kind of the request that this frame ends.
    fn ended_request(&self) -> Option<(u32, RequestKind)> {
        // The reads have no body here.
        let kind = match self.kind {
            DATA => RequestKind::Write,
            HEADERS => RequestKind::Read,
            _ => return None,
        };
        (self.flags & END_STREAM != 0).then_some((self.stream, kind))
    }
}

impl Frames {
    /// Sends no settings but the defaults.
    pub(crate) async fn start(connection: Connection) -> Self {
        const PREFACE: usize = 24;
        let mut frames = Self {
            connection,
            bytes: Vec::new(),
            at: PREFACE,
        };
        frames.set(&[]).await;
        frames
    }

    /// Sends settings.
    async fn set(&mut self, settings: &[Http2Setting]) {
        let settings = settings.iter().flat_map(|(id, value)| {
            let value = value.to_be_bytes();
            [&id.to_be_bytes()[..], &value].concat()
        });
        let settings = settings.collect::<Vec<_>>();
        let settings = frame(SETTINGS, 0, 0, &settings);
        self.connection.write(&settings).await;
    }

    /// The next frame. `None` when the client closes the connection.
    pub(crate) async fn next(&mut self) -> Option<ClientFrame> {
        loop {
            if let Some(frame) = self.parse() {
                if frame.kind == SETTINGS && frame.flags & ACK == 0 {
                    let ack = self::frame(SETTINGS, ACK, 0, &[]);
                    self.connection.write(&ack).await;
                }
                return Some(frame);
            }
            let more = self.connection.read().await;
            if more.is_empty() {
                return None;
            }
            self.bytes.extend(more);
        }
    }

    fn parse(&mut self) -> Option<ClientFrame> {
        let head = self.bytes.get(self.at..self.at + 9)?;
        let length = usize::from(head[0]) << 16 | usize::from(head[1]) << 8 | usize::from(head[2]);
        let (kind, flags) = (head[3], head[4]);
        let stream = u32::from_be_bytes(head[5..9].try_into().unwrap());
        if self.bytes.len() < self.at + 9 + length {
            return None;
        }
        self.at += 9 + length;
        Some(ClientFrame {
            kind,
            flags,
            stream,
        })
    }

    /// Reads until a request is whole, and records it. Returns its stream and kind, or `None` if
    /// the client closes the connection before.
    pub(crate) async fn request(&mut self) -> Option<(u32, RequestKind)> {
        loop {
            let frame = self.next().await?;
            if let Some((stream, kind)) = frame.ended_request() {
                let text = String::from_utf8_lossy(&self.bytes).into_owned();
                self.connection.observed.record(kind, text);
                return Some((stream, kind));
            }
        }
    }

    /// Reads until the head of a request is received. Returns its stream.
    async fn head(&mut self) -> Option<u32> {
        loop {
            let frame = self.next().await?;
            if frame.kind == HEADERS {
                if frame.ended_request().is_some() {
                    let text = String::from_utf8_lossy(&self.bytes).into_owned();
                    self.connection.observed.record(RequestKind::Read, text);
                }
                return Some(frame.stream);
            }
        }
    }

    /// Writes a response with status 200.
    pub(crate) async fn respond(&mut self, stream: u32) {
        let body = self.connection.op.good_body();
        self.connection.write(&response(stream, 200, &body)).await;
    }
}

fn response(stream: u32, status: u16, body: &str) -> Vec<u8> {
    let head = [STATUS, status.to_string().as_bytes(), CONTENT_TYPE_JSON].concat();
    let head = frame(HEADERS, END_HEADERS, stream, &head);
    let body = frame(DATA, END_STREAM, stream, body.as_bytes());
    [head, body].concat()
}

/// Responds to one request per connection with a status and JSON.
pub(crate) fn respond_each(responder: Responder) -> Scene {
    after_request(move |mut connection, stream, kind| {
        let (status, body) = responder(connection.op, kind);
        async move {
            connection.write(&response(stream, status, &body)).await;
            connection.close().await;
        }
    })
}

/// Plays these steps after the first request.
fn after_request<F>(
    steps: impl Fn(Connection, u32, RequestKind) -> F + Clone + Send + Sync + 'static,
) -> Scene
where
    F: Future<Output = ()> + Send + 'static,
{
    scene(move |connection| {
        let steps = steps.clone();
        async move {
            let mut client = Frames::start(connection).await;
            if let Some((stream, kind)) = client.request().await {
                steps(client.connection, stream, kind).await;
            }
        }
    })
}

/// Responds to a request with these frames, and closes the connection.
fn frames(frames: fn(Op, u32) -> Vec<u8>) -> Scene {
    after_request(move |mut connection, stream, _| async move {
        connection.write(&frames(connection.op, stream)).await;
        connection.close().await;
    })
}

/// The same, with frames by which the server reports that it did not process the request.
fn not_processed_by(frames: fn(u32) -> Vec<u8>) -> Scene {
    after_request(move |mut connection, stream, _| async move {
        connection.observed.mark_unprocessed();
        connection.write(&frames(stream)).await;
        connection.close().await;
    })
}

/// Responds to a request with these frames again and again.
fn repeats(frames: fn(u32) -> Vec<u8>) -> Scene {
    after_request(move |mut connection, stream, _| async move {
        while connection.write(&frames(stream)).await {
            sleep(Duration::from_millis(5)).await;
        }
    })
}

/// Responds to the first request. Then the connection stays open, and nothing more is sent on it.
fn falls_silent() -> Scene {
    scene(|connection| async move {
        let mut client = Frames::start(connection).await;
        if let Some((stream, _)) = client.request().await {
            client.respond(stream).await;
            while client.request().await.is_some() {}
        }
    })
}

/// Responds with an order to all requests but the second one.
pub(crate) fn forgets_the_second_request() -> Scene {
    scene(|connection| async move {
        let mut client = Frames::start(connection).await;
        let mut number = 0;
        while let Some((stream, _)) = client.request().await {
            number += 1;
            if number != 2 {
                let order = response(stream, 200, r#"{"id": 7}"#);
                client.connection.write(&order).await;
            }
        }
    })
}

/// Responds to the first request. Then it responds to the head of a request, whose body cannot be
/// sent: its window is empty.
fn responds_to_the_head() -> Scene {
    scene(|connection| async move {
        let mut client = Frames::start(connection).await;
        let Some((stream, _)) = client.request().await else {
            return;
        };
        client.set(&[(INITIAL_WINDOW_SIZE, 0)]).await;
        client.respond(stream).await;
        if let Some(stream) = client.head().await {
            client.respond(stream).await;
            while client.next().await.is_some() {}
        }
    })
}

/// Floods the client with PINGs instead of responding, and records the end of the connection. It
/// reads the client's responses to them or not.
pub(crate) fn floods_with_pings(reads_responses: bool) -> Scene {
    after_request(move |mut connection, _, _| async move {
        let pings = frame(PING, 0, 0, b"pingping").repeat(100);
        while connection.write(&pings).await {
            if reads_responses && connection.read().await.is_empty() {
                break;
            }
        }
        connection.observed.count_closed();
    })
}

fn reset(stream: u32, code: u32) -> Vec<u8> {
    frame(RST_STREAM, 0, stream, &code.to_be_bytes())
}

pub(crate) fn rows(folder: &Path) -> Vec<Row> {
    let config = config(folder, "good.pem", b"h2");
    let rows = all().into_iter().map(|row| row.tls(config.clone()));
    rows.collect()
}

fn all() -> Vec<Row> {
    vec![
        // It waits for the keep-alive timeout of 20 s.
        scripted(
            "the connection is silent after a response, until a PING without a response ends it",
            vec![falls_silent(), respond_each(healthy())],
        )
        .set(|settings| {
            settings.warm = Some(Warm::Pooled);
            settings.attempt_timeout = Duration::from_secs(30);
        }),
        scripted(
            "the same, after the attempt timeout: the next attempt uses another connection",
            vec![falls_silent(), respond_each(healthy())],
        )
        .set(|settings| {
            settings.warm = Some(Warm::Pooled);
            settings.attempt_timeout = Duration::from_secs(6);
        })
        .check(|_, observed| observed.connections() == 2),
        succeeds("valid HTTP/2", respond_each(healthy())),
        fault(
            "GOAWAY `NO_ERROR` below our stream: the request was not processed",
            not_processed_by(|_| go_away(0, NO_ERROR)),
        ),
        fault(
            "GOAWAY at our stream, then EOF",
            frames(|_, stream| go_away(stream, NO_ERROR)),
        ),
        fault(
            "RST_STREAM `REFUSED_STREAM`: the request was not processed",
            not_processed_by(|stream| reset(stream, REFUSED_STREAM)),
        ),
        scripted(
            "500, and then `REFUSED_STREAM` at the second connection",
            vec![
                respond_each(Arc::new(|op, _| (500, op.error_body()))),
                not_processed_by(|stream| reset(stream, REFUSED_STREAM)),
                respond_each(healthy()),
            ],
        ),
        fault(
            "RST_STREAM `CANCEL`",
            frames(|_, stream| reset(stream, CANCEL)),
        ),
        fault(
            "RST_STREAM `INTERNAL_ERROR`",
            frames(|_, stream| reset(stream, INTERNAL_ERROR)),
        ),
        fault(
            "RST_STREAM `ENHANCE_YOUR_CALM`",
            frames(|_, stream| reset(stream, ENHANCE_YOUR_CALM)),
        )
        .check(backs_off),
        fault(
            "GOAWAY `ENHANCE_YOUR_CALM`",
            frames(|_, _| go_away(0, ENHANCE_YOUR_CALM)),
        )
        .check(backs_off),
        fault(
            "a flood of empty DATA",
            after_request(|mut connection, stream, _| async move {
                let head = frame(HEADERS, END_HEADERS, stream, STATUS_200);
                connection.write(&head).await;
                let flood = frame(DATA, 0, stream, &[]).repeat(100);
                while connection.write(&flood).await {}
            }),
        ),
        fault(
            "a flood of PING instead of a response",
            floods_with_pings(false),
        )
        .with_short_attempts(),
        fault(
            "103 without an end, over HTTP/2",
            repeats(|stream| frame(HEADERS, END_HEADERS, stream, &[STATUS, b"103"].concat())),
        )
        .with_short_attempts(),
        fault(
            "SETTINGS without an end",
            repeats(|_| frame(SETTINGS, 0, 0, &[])),
        )
        .with_short_attempts(),
        fault(
            "`content-length` is not the length of the DATA",
            frames(|op, stream| {
                let head = [STATUS_200, CONTENT_LENGTH, b"4000", CONTENT_TYPE_JSON].concat();
                let head = frame(HEADERS, END_HEADERS, stream, &head);
                let body = op.good_body();
                [head, frame(DATA, END_STREAM, stream, body.as_bytes())].concat()
            }),
        ),
        fault(
            "`content-length`, no DATA, and RST_STREAM `NO_ERROR`",
            frames(|_, stream| {
                let head = [STATUS_200, CONTENT_LENGTH, b"4000", CONTENT_TYPE_JSON].concat();
                let head = frame(HEADERS, END_HEADERS, stream, &head);
                [head, reset(stream, NO_ERROR)].concat()
            }),
        ),
        fault(
            "blank DATA without `content-length`, and RST_STREAM `NO_ERROR`",
            frames(|_, stream| {
                let head = frame(HEADERS, END_HEADERS, stream, STATUS_200);
                let blank = frame(DATA, 0, stream, b" \r\n");
                [head, blank, reset(stream, NO_ERROR)].concat()
            }),
        ),
        fault(
            "no DATA, and GOAWAY `NO_ERROR`",
            frames(|_, stream| {
                let head = frame(HEADERS, END_HEADERS, stream, STATUS_200);
                [head, go_away(stream, NO_ERROR)].concat()
            }),
        ),
        fault(
            "a response head without a status",
            frames(|_, stream| frame(HEADERS, END_HEADERS | END_STREAM, stream, CONTENT_TYPE_JSON)),
        ),
        succeeds(
            "the body, trailers, and RST_STREAM `NO_ERROR`",
            frames(|op, stream| {
                let head = [STATUS_200, CONTENT_TYPE_JSON].concat();
                let trailers = b"\x00\x01x\x01y";
                [
                    frame(HEADERS, END_HEADERS, stream, &head),
                    frame(DATA, 0, stream, op.good_body().as_bytes()),
                    frame(HEADERS, END_HEADERS | END_STREAM, stream, trailers),
                    reset(stream, NO_ERROR),
                ]
                .concat()
            }),
        ),
        scripted(
            "the response is sent before the request body can be",
            vec![responds_to_the_head(), respond_each(healthy())],
        )
        .set(|settings| settings.warm = Some(Warm::Pooled)),
        fault(
            "a response head of 1 MiB, over HTTP/2",
            frames(|_, stream| {
                // A literal header `x` whose value has 16,000 bytes, repeated: its length is an
                // HPACK varint.
                let field = [b"\x00\x01x\x7f\x81\x7c".as_slice(), &[b'a'; 16_000]].concat();
                let mut bytes = frame(HEADERS, 0, stream, STATUS_200);
                for _ in 0..64 {
                    bytes.extend(frame(CONTINUATION, 0, stream, &field));
                }
                bytes.extend(frame(CONTINUATION, END_HEADERS, stream, &[]));
                bytes
            }),
        ),
    ]
}
