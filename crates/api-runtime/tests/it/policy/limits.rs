//! Timeouts, dropped calls, size limits and the size of futures.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::{self, ThreadId};
use std::time::Duration;

use api_runtime::__generated::{OperationInfo, ResponseReader};
use api_runtime::api_wire::{Parameters, ReadError};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::testing::Step;
use api_runtime::transport::TransportError;
use api_runtime::{ErrorKind, Method, Outcome};
use tokio::runtime::Builder;
use tokio::time::{Instant, sleep, timeout};

use super::script::{failure, script, status};
use super::shop::*;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn default_timeouts_are_30_and_60_seconds() {
    let transport = script([Step::pending()]);
    let client = client(&transport);
    let start = Instant::now();
    let error = client.send(AddThing).await.unwrap_err();
    assert_eq!(start.elapsed().as_secs(), 30);
    assert!(
        error.to_string().contains("attempt timed out after"),
        "{error}"
    );
    let start = Instant::now();
    let error = client.send(GetThing).await.unwrap_err();
    assert_eq!(start.elapsed().as_secs(), 60);
    assert_eq!((error.attempts(), error.kind()), (2, ErrorKind::Timeout));
    assert!(
        error.to_string().contains("call timed out after"),
        "{error}"
    );
}

#[derive(Parameters)]
struct WhereIsItRead {}

impl Operation for WhereIsItRead {
    type Api = Shop;
    type Output = ThreadId;
    const INFO: OperationInfo =
        OperationInfo::new("where_is_it_read", Method::Get, "/threads").retry(Retry::Safe);

    fn read_response(_: &ResponseReader) -> Result<ThreadId, ReadError> {
        Ok(thread::current().id())
    }
}

impl AuthorizedBy<VenueApiToken> for WhereIsItRead {}

#[tokio::test]
async fn large_bodies_keep_no_thread_of_the_runtime() {
    const MIB: usize = 1024 * 1024;
    let body = |size| Step::response(200, " ".repeat(size));
    let transport = script([body(MIB), body(MIB + 1)]);
    let client = client(&transport);
    let own = thread::current().id();
    assert_eq!(client.send(WhereIsItRead {}).await.unwrap(), own);
    assert_ne!(client.send(WhereIsItRead {}).await.unwrap(), own);
}

#[test]
fn envelope_of_a_large_body_keeps_no_thread_of_the_runtime() {
    const MIB: usize = 1024 * 1024;
    for (size, threads) in [(MIB, 0), (MIB + 1, 1)] {
        let started = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&started);
        let runtime = Builder::new_current_thread()
            .enable_all()
            .on_thread_start(move || {
                count.fetch_add(1, SeqCst);
            })
            .build()
            .unwrap();
        runtime.block_on(async {
            // It is not decoded.
            let envelope = r#"{"success":false}"#;
            let body = envelope.to_owned() + &" ".repeat(size - envelope.len());
            let transport = script([Step::response(200, body)]);
            let error = client(&transport).send(GetThing).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unsuccessful);
        });
        assert_eq!(started.load(SeqCst), threads, "{size} bytes");
    }
}

#[tokio::test(start_paused = true)]
async fn request_options_override_the_timeouts() {
    let transport = script([Step::pending()]);
    let client = client(&transport);
    let call = || client.call().attempt_timeout(2 * SECOND);
    let start = Instant::now();
    let error = call().send(GetThing).await.unwrap_err();
    assert_eq!(error.attempts(), 3);
    assert!(start.elapsed() > 6 * SECOND && start.elapsed() < 13 * SECOND);
    // Both timeouts apply.
    let both = call().timeout(3 * SECOND);
    let start = Instant::now();
    assert!(both.send(GetThing).await.unwrap_err().is_timeout());
    let elapsed = start.elapsed();
    assert!(
        elapsed >= 2 * SECOND && elapsed <= 3 * SECOND + SECOND / 10,
        "{elapsed:?}"
    );
    // The original client is unchanged.
    let start = Instant::now();
    assert!(client.send(AddThing).await.is_err());
    assert_eq!(start.elapsed().as_secs(), 30);
}

#[tokio::test(start_paused = true)]
async fn unsent_request_stays_unsent_when_the_timeout_ends_it() {
    let transport = script([failure(TransportError::not_connected)]);
    let client = client(&transport);
    let start = Instant::now();
    let error = client
        .call()
        .timeout(SECOND / 10)
        .send(AddThing)
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (ErrorKind::Connect, Outcome::NotSent, 1)
    );
    assert_eq!(
        start.elapsed(),
        Duration::ZERO,
        "no backoff that would end after the timeout"
    );
    let attempts = transport.attempts();
    // A timeout of zero: nothing is sent.
    let without_time = client.call().timeout(Duration::ZERO);
    let error = without_time.send(AddThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (ErrorKind::Timeout, Outcome::NotSent, 0)
    );
    assert_eq!(transport.attempts(), attempts);
}

#[tokio::test(start_paused = true)]
async fn maximal_timeout_is_no_limit() {
    let transport = script([status(200).delay(90 * SECOND)]);
    let client = builder(&transport)
        .attempt_timeout(Duration::MAX)
        .timeout(Duration::MAX)
        .build()
        .unwrap();
    assert_eq!(client.send(GetThing).await.unwrap().id, Some(5));
}

#[tokio::test(start_paused = true)]
async fn dropped_call_makes_no_further_attempts() {
    // Before the first attempt, during an attempt, and during the backoff.
    let silent = script([Step::pending()]);
    drop(client(&silent).send(GetThing));
    sleep(600 * SECOND).await;
    assert_eq!(silent.attempts(), 0);
    assert!(
        timeout(SECOND, client(&silent).send(GetThing))
            .await
            .is_err()
    );
    sleep(600 * SECOND).await;
    assert_eq!(silent.attempts(), 1);
    let failing = script([status(503)]);
    let short = Duration::from_millis(100);
    assert!(
        timeout(short, client(&failing).send(GetThing))
            .await
            .is_err()
    );
    sleep(600 * SECOND).await;
    assert_eq!(failing.attempts(), 1);
}

#[tokio::test(start_paused = true)]
async fn body_limit_holds_for_custom_transports() {
    let transport = script([Step::response(200, "{\"id\":5}")]);
    let limited = |limit| {
        builder(&transport)
            .max_response_size(limit)
            .build()
            .unwrap()
    };
    assert!(limited(8).send(GetThing).await.is_ok());
    let error = limited(7).send(GetThing).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::TooLarge, 1));
}

#[tokio::test]
async fn call_futures_are_small_and_send() {
    fn anywhere<T: Send + Sync + Clone + 'static>(_: &T) {}
    fn movable<T: Send + Unpin + 'static>(_: &T) {}
    let transport = script([status(200)]);
    let client = client(&transport);
    anywhere(&client);
    let call = client.send(GetThing);
    movable(&call);
    assert!(size_of_val(&call) <= 40);
    assert!(size_of_val(&client) <= 32, "a client is five pointers");
}
