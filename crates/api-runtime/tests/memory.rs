//! The memory that calls take besides the body of the response, measured by the allocator.
#![allow(missing_docs)]

use std::future::Future;
use std::sync::{Mutex, PoisonError};

use api_runtime::http::{self, HeaderMap, StatusCode};
use api_runtime::journal::MemoryStore;
use api_runtime::observe::Attempt;
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::{Transport, TransportError};
use api_runtime::{BoxFuture, Error, ErrorKind, RawResponse};
use bytes::Bytes;
use peak_alloc::PeakAlloc;
use test_support::shop::{Client, CreateOrder, GetOrder, VenueApiToken, config};
use tokio::runtime::Builder;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Tests share the allocator: each has it alone, also while its runtime is built.
fn alone(test: impl Future<Output = ()>) {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut builder = Builder::new_current_thread();
    let runtime = builder.enable_all().start_paused(true).build().unwrap();
    runtime.block_on(test);
}

/// The size of the bodies in bytes.
const SIZE: usize = 256 * 1024;

/// A size from which on the values of a body take a multiple of it, and not a fixed amount.
const LARGE: usize = 4 * 1024 * 1024;

/// What the body does not determine: the client, the error, the test harness.
const SLACK: usize = 128 * 1024;

/// A body that starts and ends with these texts.
fn repeated(size: usize, start: &str, item: &str, end: &str) -> String {
    let mut text = String::with_capacity(size + 1024);
    text.push_str(start);
    while text.len() < size {
        text.push_str(item);
    }
    text + end
}

/// Sends a call that receives this body. Returns the most that it took at one time, as a multiple of
/// the body, and the kind of its error.
async fn take(status: u16, body: String) -> (usize, Option<ErrorKind>) {
    let size = body.len();
    let transport = ScriptedTransport::new([Step::response(status, body)]);
    let client = Client::builder(config()).transport(transport);
    let client = client.build().unwrap();
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = client.call().send_for_response(GetOrder::new(7)).await;
    let peak = ALLOCATOR.peak_usage().saturating_sub(before + SLACK);
    (peak.div_ceil(size), result.err().map(|error| error.kind()))
}

#[test]
fn responses_take_at_most_eight_times_their_body() {
    alone(async {
        let too_large = Some(ErrorKind::TooLarge);
        let rejected = Some(ErrorKind::BadRequest);
        for (status, start, item, end, kind) in [
            (200, "{\"id\":1", ",\"id\":{}", "}", too_large),
            (200, "{\"id\":7,\"new\":[0", ",[]", "]}", None),
            (200, "{\"state\":\"", "\\n", "\"}", None),
            (422, "{\"errors\":[0", ",\"no\"", "]}", rejected),
            (422, "{\"new\":0", ",\"error\":0", "}", rejected),
            (422, "{\"error\":\"", "\\u001b", "\"}", rejected),
            (422, "<", "\u{1b}", ">", rejected),
        ] {
            let size = if kind == too_large { LARGE } else { SIZE };
            let (times, actual) = take(status, repeated(size, start, item, end)).await;
            assert!(times <= 8, "{item}: {times} times its body");
            assert_eq!(actual, kind, "{item}");
        }
    });
}

/// The start of a body that an error keeps if it is in another one.
const MAX_EARLIER_BODY: usize = 64 * 1024;

#[test]
fn error_keeps_one_whole_body() {
    alone(async {
        for (second, lookup) in [(422, 404), (422, 200)] {
            let before = ALLOCATOR.current_usage();
            let body = || repeated(SIZE, "{", " ", "}");
            let steps =
                [503, 404, 404, second, lookup].map(|status| Step::response(status, body()));
            let transport = ScriptedTransport::new(steps).repeat_last();
            let builder = Client::builder(config()).transport(transport);
            let builder = builder.account(12).journal(MemoryStore::new());
            let client = builder.build().unwrap();
            let error = client.once("key").send(CreateOrder::new("WEB-1")).await;
            let error = error.unwrap_err();
            drop(client);
            let bodies = [Some(&error), error.earlier(), error.lookup_error()]
                .map(|error| error.and_then(Error::response).unwrap().body().len());
            assert!(bodies[0] > SIZE, "the last attempt's is whole");
            assert_eq!(bodies[1..], [MAX_EARLIER_BODY; 2]);
            let kept = ALLOCATOR.current_usage().saturating_sub(before);
            assert!(
                kept <= bodies[0] + SLACK + 2 * MAX_EARLIER_BODY,
                "{kept} bytes"
            );
        }
    });
}

/// Responds to each request with a new body.
struct Failing;

impl Transport for Failing {
    fn send(
        &self,
        _: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        Box::pin(async {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            let body = repeated(SIZE, "{", " ", "}");
            Ok(RawResponse::new(status, HeaderMap::new(), body))
        })
    }
}

#[test]
fn call_keeps_one_whole_body() {
    alone(async {
        let builder = Client::builder(config()).transport(Failing);
        let client = builder.build().unwrap();
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        let error = client.send(GetOrder::new(7)).await.unwrap_err();
        let peak = ALLOCATOR.peak_usage().saturating_sub(before);
        assert_eq!(error.attempts(), 3);
        let body = error.response().unwrap().body().len();
        assert!(peak <= body + SLACK + MAX_EARLIER_BODY, "{peak} bytes");
    });
}

#[test]
fn clients_that_are_dropped_leave_nothing() {
    alone(async {
        let transport = ScriptedTransport::new([(503, "")]).repeat_last();
        let builder = Client::builder(config()).transport(transport.clone());
        let client = builder.build().unwrap();
        let derive = |number: usize| {
            let token = format!("another-token-{number}");
            client.with_account("other", VenueApiToken::new(token))
        };
        // Its retry budget is spent, and kept.
        for _ in 0..6 {
            assert!(derive(0).send(GetOrder::new(7)).await.is_err());
        }
        let before = ALLOCATOR.current_usage();
        (1..4_000).for_each(|number| drop(derive(number)));
        let kept = ALLOCATOR.current_usage().saturating_sub(before);
        assert!(kept < SLACK, "{kept} bytes");
        let error = derive(0).send(GetOrder::new(7)).await.unwrap_err();
        assert!(error.is_retry_budget_exhausted());
    });
}
