//! Error responses. The first byte chooses the status, the first line is the `Retry-After` header,
//! and the rest is the body.
//!
//! A client with a transport of our own reads them, so that all parts of an error are tested
//! together.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use api_runtime::__generated::{OperationInfo, ResponseReader};
use api_runtime::api_wire::{Parameters, ReadError, Wrapped, text_of};
use api_runtime::http::header::{CONTENT_TYPE, RETRY_AFTER};
use api_runtime::http::{self, HeaderMap, HeaderValue, StatusCode};
use api_runtime::observe::Attempt;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::transport::{Bytes, Transport, TransportError};
use api_runtime::{BoxFuture, Error, ErrorKind, Method, RawResponse};
use test_support::shop::{Client, Config, ENVELOPE, Environment, Shop, VenueApiToken};
use tokio::runtime::{Builder, Runtime};

use crate::printed;
use test_support::json::Tree;

/// A credential that no error shows, even if the server echoes it: of 16 bytes or more, in any text.
const TOKEN: &str = "planted-token-0a1b2c3d";

macro_rules! operation {
    ($name:ident -> $output:ty, $method:ident, |$response:ident| $read:expr) => {
        #[derive(Parameters)]
        struct $name {}

        impl Operation for $name {
            type Api = Shop;
            type Output = $output;
            const INFO: OperationInfo =
                OperationInfo::new(stringify!($name), Method::$method, "/things");

            fn read_response($response: &ResponseReader) -> Result<$output, ReadError> {
                $read
            }
        }

        impl AuthorizedBy<VenueApiToken> for $name {}
    };
}

// None of them is idempotent, so that each is sent once.
operation! { Accept -> RawResponse, Post, |response| response.undocumented() }
operation! { Pay -> String, Post, |response| response.envelope(&ENVELOPE) }
operation! { Order -> Wrapped<pos_model::IncomingOrder>, Post, |response| response.wrapped("incoming_order") }

const STATUSES: [u16; 16] = [
    200, 201, 204, 206, 301, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503,
];

/// Responds to calls with these bytes.
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
    SHOP.with_borrow(|shop| {
        let raw = shop.respond(Accept {}, status, &headers, body);
        let payment = shop.respond(Pay {}, status, &headers, body);
        let order = shop.respond(Order {}, status, &headers, body);
        let errors = [
            raw.as_ref().err(),
            payment.as_ref().err(),
            order.as_ref().err(),
        ];
        for error in errors.into_iter().flatten() {
            check_error(error, status, body);
        }
        let is_unsuccessful = is_unsuccessful(body);
        if let (Ok(response), Some(is_unsuccessful)) = (&raw, is_unsuccessful) {
            assert!(!is_unsuccessful, "an unsuccessful envelope is an error");
            assert!((200..300).contains(&status) && response.body() == body);
        }
        if raw.is_ok() {
            assert!(proves_success(body), "a success is empty, or the envelope");
        }
        if is_unsuccessful == Some(true) {
            let error = raw.expect_err("an unsuccessful envelope");
            let is_from_envelope = error.kind() == ErrorKind::Unsuccessful;
            assert_eq!(is_from_envelope, (200..300).contains(&status), "{error}");
        }
    });
}

fn check_error(error: &Error, status: u16, body: &[u8]) {
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
        if let Some(expected) = messages(body) {
            let messages: Vec<&str> = error.messages().iter().map(String::as_str).collect();
            assert_eq!(messages.len(), expected.len(), "{messages:?}");
            for (message, expected) in messages.iter().zip(&expected) {
                let is_plain = expected
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b' ');
                assert!(
                    !is_plain || expected.len() > 512 || message == expected,
                    "{message} for {expected}"
                );
            }
        }
    }
}

/// The messages of a body without duplicate keys, by another reader.
fn messages(body: &[u8]) -> Option<Vec<String>> {
    let object = object(body)?;
    let text = |value: &Tree| match value {
        Tree::Text(text) => Some(text.clone()),
        _ => None,
    };
    let mut texts = Vec::new();
    for key in ["errors", "error", "message", ENVELOPE.message] {
        let value = object.get(key);
        texts.extend(value.and_then(text));
        texts.extend(value.map_or(&[][..], Tree::items).iter().filter_map(text));
    }
    texts.retain(|text| !text.is_empty());
    texts.truncate(100);
    Some(texts)
}

/// Whether the envelope is unsuccessful, unless it has duplicate keys.
fn is_unsuccessful(body: &[u8]) -> Option<bool> {
    let object = object(body)?;
    let members = object.members().iter();
    let named = members.filter(|(name, _)| name.eq_ignore_ascii_case("success"));
    match named.map(|(_, value)| value).collect::<Vec<_>>()[..] {
        [Tree::Bool(flag)] => Some(!flag),
        _ => None,
    }
}

/// Whether an undocumented body is empty, or nothing but an envelope with `true`.
fn proves_success(body: &[u8]) -> bool {
    let text = text_of(body).unwrap_or("?".into());
    let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_ascii_whitespace());
    let keys = [ENVELOPE.success, ENVELOPE.payload, ENVELOPE.message];
    let is_envelope = object(body).is_some_and(|object| {
        let mut names = object.members().iter().map(|(name, _)| name.as_str());
        object.get(ENVELOPE.success) == Some(&Tree::Bool(true))
            && names.all(|name| keys.contains(&name))
    });
    text.trim_ascii_end().is_empty() || is_envelope
}

/// The body, if it is an object without duplicate keys.
fn object(body: &[u8]) -> Option<Tree> {
    let text = text_of(body).ok()?;
    let tree = Tree::read(text.strip_prefix('\u{feff}').unwrap_or(&text)).ok()?;
    let names: BTreeSet<&String> = tree.members().iter().map(|(name, _)| name).collect();
    let is_object = matches!(tree, Tree::Object(_)) && names.len() == tree.members().len();
    is_object.then_some(tree)
}

thread_local! {
    static SHOP: RefCell<Server> = RefCell::new(Server::start());
}

/// A client, and the response of its transport.
struct Server {
    runtime: Runtime,
    response: FixedResponse,
    client: Client,
}

/// A transport with the same response to all requests. `ScriptedTransport` records every request:
/// a run of fuzzing has millions.
#[derive(Clone, Default)]
struct FixedResponse(Arc<Mutex<(StatusCode, HeaderMap, Bytes)>>);

impl Transport for FixedResponse {
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
        let response = FixedResponse::default();
        let token = VenueApiToken::new(TOKEN);
        let url = "https://shop.example/api";
        let config = Config::new(Environment::Staging, url, token).expect("a valid config");
        let builder = Client::builder(config)
            .strict(true)
            .transport(response.clone());
        Self {
            runtime: Builder::new_current_thread()
                .enable_time()
                .build()
                .expect("a runtime"),
            response,
            client: builder.build().expect("a client"),
        }
    }

    fn respond<O>(
        &self,
        operation: O,
        status: u16,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<O::Output, Error>
    where
        O: Operation<Api = Shop> + AuthorizedBy<VenueApiToken>,
    {
        let status = StatusCode::from_u16(status).expect("a status");
        let body = Bytes::copy_from_slice(body);
        *self.response.0.lock().expect("one thread") = (status, headers.clone(), body);
        self.runtime.block_on(self.client.send(operation))
    }
}
