//! Replies that are errors. The first byte chooses the status, the first line is the `Retry-After` header, and the rest
//! is the body.
//!
//! A client reads it, so that all that makes an error is tried together; its transport is ours.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::http::header::{CONTENT_TYPE, RETRY_AFTER};
use api_runtime::http::{self, HeaderMap, HeaderValue, StatusCode};
use api_runtime::{
    Api, Attempt, Authorization, AuthorizedBy, BoxFuture, Bytes, Client, ClientBuilder, Config,
    Credentials, EnvelopeShape, Error, ErrorKind, Method, Operation, OperationInfo, RawResponse,
    ReadError, Request, ResponseReader, Secret, Transport, TransportError, Wrapped,
};
use tokio::runtime::{Builder, Runtime};

use crate::json::Tree;
use crate::printed;

/// A credential that no error shows, even if the server sends it back.
const TOKEN: &str = "planted-token";

/// An API whose replies have an envelope.
pub struct Shop;

/// The one environment of the shop.
#[derive(Clone, Copy, Debug)]
pub enum Environment {
    /// The only one.
    Here,
}

impl Api for Shop {
    const NAME: &'static str = "shop";
    const ENVELOPE: Option<EnvelopeShape> = Some(SHAPE);
    type Environment = Environment;
    type ClientValues = ();
}

const SHAPE: EnvelopeShape = EnvelopeShape {
    success: "Success",
    payload: "Payload",
    message: "Message",
};

/// The credentials of the shop.
pub struct Token(Secret);

impl Credentials for Token {
    fn authorize(&self, authorization: &mut Authorization) {
        authorization.bearer(&self.0);
    }
}

/// A client of the shop.
pub type Shopper = Client<Shop, Token>;

/// A client of a shop at this address.
pub fn builder(base: &str) -> ClientBuilder<Shop, Token> {
    let token = Token(Secret::from(TOKEN));
    let config = Config::new(Environment::Here, base, token).expect("an environment");
    Client::builder(config).strict(true)
}

macro_rules! operation {
    ($name:ident -> $output:ty, $method:ident, |$reply:ident| $read:expr) => {
        struct $name;

        impl Operation for $name {
            type Api = Shop;
            type Output = $output;
            const INFO: OperationInfo =
                OperationInfo::new(stringify!($name), Method::$method, "/things");

            fn write_request(&self, _: &mut Request) {}

            fn read_response($reply: &ResponseReader) -> Result<$output, ReadError> {
                $read
            }
        }

        impl AuthorizedBy<Token> for $name {}
    };
}

// None of them may be repeated, so that each answer is asked for once.
operation! { Accept -> RawResponse, Post, |reply| Ok(reply.raw()) }
operation! { Pay -> String, Post, |reply| reply.envelope(&SHAPE) }
operation! { Order -> Wrapped<pos_model::IncomingOrder>, Post, |reply| reply.wrapped("incoming_order") }

const STATUSES: [u16; 16] = [
    200, 201, 204, 206, 301, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503,
];

/// Answers a call with the bytes.
pub fn holds(bytes: &[u8]) {
    let Some((which, rest)) = bytes.split_first() else {
        return;
    };
    let status = STATUSES[usize::from(*which) % STATUSES.len()];
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (retry_after, body) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Ok(value) = HeaderValue::from_bytes(retry_after) {
        headers.insert(RETRY_AFTER, value);
    }
    let retry_after = headers
        .get(RETRY_AFTER)
        .and_then(|value| value.to_str().ok());
    let retry_after = retry_after.unwrap_or_default();
    SHOP.with_borrow(|shop| {
        let accepted = shop.answer(Accept, status, &headers, body);
        let paid = shop.answer(Pay, status, &headers, body);
        let ordered = shop.answer(Order, status, &headers, body);
        let errors = [
            accepted.as_ref().err(),
            paid.as_ref().err(),
            ordered.as_ref().err(),
        ];
        for error in errors.into_iter().flatten() {
            holds_for(error, status, retry_after, body);
        }
        let says_no = says_no(body);
        if let (Ok(reply), Some(says_no)) = (&accepted, says_no) {
            assert!(!says_no, "a refusal is no success");
            assert!((200..300).contains(&status) && reply.body() == body);
        }
        if says_no == Some(true) {
            let error = accepted.expect_err("a refusal");
            let is_by_the_envelope = error.kind() == ErrorKind::Unsuccessful;
            assert_eq!(is_by_the_envelope, (200..300).contains(&status), "{error}");
        }
    });
}

fn holds_for(error: &Error, status: u16, retry_after: &str, body: &[u8]) {
    printed::is_harmless(error);
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        printed::text_is_harmless(&format!("{inner} {inner:?}"));
        source = inner.source();
    }
    let shown = format!(
        "{error} {error:?} {:?} {:?}",
        error.messages(),
        error.mismatches()
    );
    assert!(!shown.contains(TOKEN), "{shown}");
    assert!(error.messages().len() <= 100);
    for message in error.messages() {
        assert!(message.len() <= 512 && !message.is_empty());
        printed::text_is_harmless(message);
    }
    assert_eq!(
        error.status().map(|status| status.as_u16()),
        Some(status),
        "{error}"
    );
    if status >= 300 {
        // What an envelope says is read in another way.
        let has_envelope = object(body).is_some_and(|object| object.contains_key("Success"));
        if let Some(due) = messages(body).filter(|_| !has_envelope) {
            let came: Vec<&str> = error.messages().iter().map(String::as_str).collect();
            assert_eq!(came.len(), due.len(), "{came:?}");
            for (came, due) in came.iter().zip(&due) {
                let is_plain = due
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b' ');
                assert!(
                    !is_plain || due.len() > 512 || came == due,
                    "{came} for {due}"
                );
            }
        }
        waits(error.retry_after(), retry_after.trim());
    }
}

/// `Retry-After` is a number of seconds or a date, and else nothing.
fn waits(wait: Option<Duration>, text: &str) {
    const LONGEST: u64 = 31 * 24 * 60 * 60;
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        let due = text.parse().ok().filter(|seconds| *seconds <= LONGEST);
        assert_eq!(wait.map(|wait| wait.as_secs()), due, "{text}");
    } else if !text.ends_with("GMT") {
        assert_eq!(wait, None, "{text}");
    } else if let (29, Ok(until)) = (text.len(), httpdate::parse_http_date(text)) {
        let left = until.duration_since(std::time::SystemTime::now());
        let left = left.unwrap_or_default().as_secs();
        if left + 60 < LONGEST {
            let wait = wait.expect("a date is read").as_secs();
            assert!(wait.abs_diff(left) < 60, "{text}");
        } else if left > LONGEST + 60 {
            assert_eq!(wait, None, "{text}");
        }
    }
}

/// The messages of a body in which no key comes twice, by another reader.
fn messages(body: &[u8]) -> Option<Vec<String>> {
    let members = object(body)?;
    let mut texts = Vec::new();
    for key in ["errors", "error", "message"] {
        match members.get(key) {
            Some(serde_json::Value::String(text)) => texts.push(text.clone()),
            Some(serde_json::Value::Array(values)) => {
                let values = values.iter().filter_map(|value| value.as_str());
                texts.extend(values.map(str::to_owned));
            }
            _ => {}
        }
    }
    texts.retain(|text| !text.is_empty());
    texts.truncate(100);
    Some(texts)
}

/// Whether the envelope says no, where no key of it comes twice.
fn says_no(body: &[u8]) -> Option<bool> {
    let flag = match object(body)?.get("Success")? {
        serde_json::Value::Bool(flag) => *flag,
        _ => return None,
    };
    Some(!flag)
}

fn object(body: &[u8]) -> Option<serde_json::Map<String, serde_json::Value>> {
    let text = std::str::from_utf8(body).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let object: serde_json::Map<_, _> = serde_json::from_str(text).ok()?;
    let tree = Tree::read(text).expect("JSON to others too");
    (tree.members().len() == object.len()).then_some(object)
}

thread_local! {
    static SHOP: RefCell<Server> = RefCell::new(Server::start());
}

/// A client, and what its transport answers.
struct Server {
    runtime: Runtime,
    reply: Canned,
    client: Shopper,
}

/// Answers every request in the same way.
#[derive(Clone, Default)]
pub struct Canned(Arc<Mutex<(StatusCode, HeaderMap, Bytes)>>);

impl Transport for Canned {
    fn send(
        &self,
        _: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let (status, headers, body) = self.0.lock().expect("one thread").clone();
        Box::pin(async move { Ok(RawResponse::new(status, headers, body)) })
    }
}

impl Server {
    fn start() -> Self {
        let reply = Canned::default();
        let builder = builder("https://shop.example/api").transport(reply.clone());
        Self {
            runtime: Builder::new_current_thread()
                .enable_time()
                .build()
                .expect("a runtime"),
            reply,
            client: builder.build().expect("a client"),
        }
    }

    fn answer<O>(
        &self,
        operation: O,
        status: u16,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<O::Output, Error>
    where
        O: Operation<Api = Shop> + AuthorizedBy<Token>,
    {
        let status = StatusCode::from_u16(status).expect("a status");
        let body = Bytes::copy_from_slice(body);
        *self.reply.0.lock().expect("one thread") = (status, headers.clone(), body);
        self.runtime.block_on(self.client.send(operation))
    }
}
