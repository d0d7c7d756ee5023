//! Detached calls, which end although their callers go away.

use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use api_runtime::observe::CallSummary;
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{Error, ErrorKind, Outcome};
use tokio::time::{Instant, sleep, timeout};

use super::script::{script, status};
use super::shop::*;

const SECOND: Duration = Duration::from_secs(1);

type Ends = Arc<Mutex<Vec<(u32, Option<(ErrorKind, Outcome)>)>>>;

/// A client, and the ends of its calls.
fn observed(transport: &ScriptedTransport) -> (ShopClient, Ends) {
    let ends = Ends::default();
    let shared = Arc::clone(&ends);
    let builder = builder(transport).on_call_end(move |call: &CallSummary<'_>| {
        shared.lock().unwrap().push((call.attempts, call.error));
    });
    (builder.build().unwrap(), ends)
}

/// Polls a future once, and drops it.
async fn abandon(future: impl Future) {
    let mut future = Box::pin(future);
    poll_fn(|context| {
        assert!(future.as_mut().poll(context).is_pending());
        Poll::Ready(())
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn detached_write_of_a_dropped_handler_ends_as_a_success() {
    let slow = || script([status(200).delay(3 * SECOND)]);
    let (client, ends) = observed(&slow());
    // A handler whose browser goes away in the middle of the call.
    let handler = async |client: &ShopClient| client.detach(client.send(AddThing)).await;
    assert!(timeout(SECOND, handler(&client)).await.is_err());
    assert!(ends.lock().unwrap().is_empty());
    client.drain(60 * SECOND).await;
    assert_eq!(*ends.lock().unwrap(), [(1, None)]);

    // Without it, the call is canceled.
    let (client, ends) = observed(&slow());
    assert!(timeout(SECOND, client.send(AddThing)).await.is_err());
    client.drain(60 * SECOND).await;
    let canceled = Some((ErrorKind::Canceled, Outcome::Unknown));
    assert_eq!(*ends.lock().unwrap(), [(1, canceled)]);
}

#[tokio::test(start_paused = true)]
async fn detached_create_recovers_the_record_of_a_dropped_handler() {
    let found = Step::response(200, "{\"id\":5,\"reference_no\":\"r-1\"}");
    let transport = script([status(503), found]);
    let (client, ends) = observed(&transport);
    abandon(client.once("key").send(create_thing()).detached()).await;
    client.drain(60 * SECOND).await;
    // The create, and the look-up before its end.
    assert_eq!(transport.attempts(), 2);
    assert_eq!(*ends.lock().unwrap(), [(1, None), (1, None)]);
}

#[tokio::test(start_paused = true)]
async fn detached_future_starts_without_being_polled_and_returns_its_result() {
    let transport = script([status(200), status(422)]);
    let (client, _) = observed(&transport);
    drop(client.detach(client.send(AddThing)));
    client.drain(60 * SECOND).await;
    assert_eq!(transport.attempts(), 1);
    let error = client.detach(client.send(AddThing)).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Rejected);
    // Another error type, and code after the call.
    let recorded = Arc::new(Mutex::new(None));
    let (shared, other) = (Arc::clone(&recorded), client.clone());
    let place = async move {
        let result = other.send(AddThing).await;
        sleep(SECOND).await;
        *shared.lock().unwrap() = Some(result.is_ok());
        result.map_err(Box::<dyn std::error::Error + Send + Sync>::from)
    };
    abandon(client.detach(place)).await;
    client.drain(60 * SECOND).await;
    assert_eq!(*recorded.lock().unwrap(), Some(false));
}

#[tokio::test(start_paused = true)]
async fn drain_waits_for_the_futures_of_clones_and_derived_clients() {
    let (client, _) = observed(&script([status(200).delay(9 * SECOND)]));
    let other = client.with_account("other", VenueApiToken::new("other"));
    drop(other.detach(other.send(AddThing)));
    drop(other);
    assert_eq!(client.drain(8 * SECOND).await, 1);
    assert_eq!(client.drain(2 * SECOND).await, 0);
}

#[tokio::test(start_paused = true)]
async fn drain_waits_for_no_future_longer_than_its_limit() {
    let (client, _) = observed(&script([]));
    drop(client.detach(std::future::pending::<Result<(), Error>>()));
    let started = Instant::now();
    assert_eq!(client.drain(60 * SECOND).await, 1);
    assert_eq!(started.elapsed().as_secs(), 60);
}

#[test]
fn detached_call_is_canceled_when_its_runtime_shuts_down() {
    let runtime = || {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_all().build().unwrap()
    };
    let (client, ends) = observed(&script([Step::pending()]));
    let first = runtime();
    let guard = first.enter();
    let detached = client.detach(client.send(AddThing));
    drop(guard);
    first.block_on(tokio::task::yield_now());
    drop(first);
    let canceled = Some((ErrorKind::Canceled, Outcome::Unknown));
    assert_eq!(*ends.lock().unwrap(), [(1, canceled)]);
    runtime().block_on(async {
        client.drain(60 * SECOND).await;
        let error = detached.await.unwrap_err();
        assert_eq!(Some((error.kind(), error.outcome())), canceled);
        assert_eq!(
            error.to_string(),
            "shop: canceled: the runtime shut down; outcome unknown"
        );
    });
}

#[test]
fn detached_future_outside_of_a_runtime_is_not_sent() {
    let transport = script([status(200)]);
    let (client, _) = observed(&transport);
    let detached = client.detach(client.send(AddThing));
    let runtime = tokio::runtime::Builder::new_current_thread();
    let result = { runtime }.build().unwrap().block_on(detached);
    let error = result.map(drop).unwrap_err();
    let expected = (ErrorKind::NoRuntime, Outcome::NotSent);
    assert_eq!((error.kind(), error.outcome()), expected);
    assert_eq!(transport.attempts(), 0);
}

#[tokio::test(start_paused = true)]
async fn panic_of_a_detached_future_is_that_of_its_caller() {
    let (client, _) = observed(&script([status(200)]));
    let has_bug = true;
    let detached = client.detach(async move {
        assert!(!has_bug);
        Ok::<_, Error>(())
    });
    let caller = tokio::spawn(detached);
    assert!(caller.await.unwrap_err().is_panic());
    client.drain(60 * SECOND).await;
}
