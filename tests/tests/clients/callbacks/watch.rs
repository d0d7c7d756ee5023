//! Watching an order: by polling, by wakeups, and both; and failures. Time moves only when a
//! test moves it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use pos_v3_client::api_runtime::StatusUpdate;
use pos_v3_client::callback::{
    self, CallbackStore, Disposition, Handler, Handlers, KnownRecord, RecordChanged, StoreError,
};
use pos_v3_client::http::header::CONTENT_TYPE;
use pos_v3_client::http::{HeaderMap, HeaderValue, Method};
use pos_v3_client::model::IncomingOrderResponse;
use pos_v3_client::{Error, ErrorKind, GetIncomingOrder, Watch};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{advance, timeout};

use super::remote::{Failure, OTHER_VENUE, Remote, VENUE};
use super::service::{SECRET, Service};
use super::stopped_clock::{StoppedClock, stop_clock};

/// The items of a watch: a state, the kind of an error, or `end`.
type Items = UnboundedReceiver<String>;

type OrderWatch<S> = Watch<IncomingOrderResponse, S>;

/// Runs a watch in a task of its own, until it ends or the receiver is dropped.
fn run<S>(mut watch: OrderWatch<S>, format_state: fn(&S) -> String) -> Items
where
    S: Clone + PartialEq + Send + 'static,
{
    let (sender, items) = unbounded_channel();
    tokio::spawn(async move {
        loop {
            let item = tokio::select! {
                item = watch.next() => item,
                () = sender.closed() => return,
            };
            let text = match item {
                Some(Ok(StatusUpdate { state, .. })) => format_state(&state),
                Some(Err(error)) => format!("{:?}", error.kind()),
                None => "end".to_owned(),
            };
            let ended = text == "end";
            if sender.send(text).is_err() || ended {
                return;
            }
        }
    });
    items
}

fn run_order(watch: OrderWatch<Option<State>>) -> Items {
    run(watch, |state| {
        state
            .as_ref()
            .map_or("none".to_owned(), ToString::to_string)
    })
}

type State = <GetIncomingOrder as pos_v3_client::Refetch>::State;

async fn remote() -> (Remote, StoppedClock) {
    (Remote::start().await, stop_clock())
}

fn watch(remote: &Remote) -> OrderWatch<Option<State>> {
    callback::watch::<GetIncomingOrder, _>(&remote.client(VENUE), 7)
}

/// Lets other tasks run until they wait.
async fn run_other_tasks() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

/// Advances time past the start of the next read, and waits for it.
async fn next_read(remote: &Remote, interval: Duration) {
    let before = remote.reads();
    run_other_tasks().await;
    advance(interval.mul_f64(1.25) + Duration::from_millis(1)).await;
    remote.read(before + 1).await;
}

#[tokio::test]
async fn polling_returns_each_change_once() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let interval = Duration::from_secs(60);
    let mut items = run_order(watch(&remote).poll_interval(interval));
    assert_eq!(items.recv().await.unwrap(), "pending");
    // No change twice; a different case is no change either.
    next_read(&remote, interval).await;
    remote.set(7, "WEB-7", "PENDING");
    next_read(&remote, interval).await;
    remote.set(7, "WEB-7", "processing");
    next_read(&remote, interval).await;
    assert_eq!(items.recv().await.unwrap(), "processing");
    assert_eq!(remote.reads(), 4);
    // Not before three quarters of the interval.
    run_other_tasks().await;
    advance(Duration::from_secs(44)).await;
    run_other_tasks().await;
    assert_eq!(remote.reads(), 4);
}

#[tokio::test]
async fn caller_defines_the_final_state() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let last = |response: &IncomingOrderResponse| {
        response.incoming_order.aasm_state == Some("delivered".into())
    };
    let interval = Duration::from_secs(60);
    let mut items = run_order(watch(&remote).poll_interval(interval).until(last));
    assert_eq!(items.recv().await.unwrap(), "pending");
    remote.set(7, "WEB-7", "Delivered");
    next_read(&remote, interval).await;
    assert_eq!(items.recv().await.unwrap(), "Delivered");
    assert_eq!(items.recv().await.unwrap(), "end");
    assert_eq!(remote.reads(), 2);
}

#[tokio::test]
async fn final_record_is_returned_even_if_its_state_is_not_new() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let seen = Arc::new(Mutex::new(0));
    let twice = move |_: &IncomingOrderResponse| {
        let mut seen = seen.lock().unwrap();
        *seen += 1;
        *seen == 2
    };
    let interval = Duration::from_secs(60);
    let mut items = run_order(watch(&remote).poll_interval(interval).until(twice));
    assert_eq!(items.recv().await.unwrap(), "pending");
    next_read(&remote, interval).await;
    assert_eq!(items.recv().await.unwrap(), "pending");
    assert_eq!(items.recv().await.unwrap(), "end");
}

fn wakeups() -> (UnboundedSender<()>, impl futures_util::Stream<Item = ()>) {
    let (wakeup, mut wakeups) = unbounded_channel();
    (
        wakeup,
        futures_util::stream::poll_fn(move |context| wakeups.poll_recv(context)),
    )
}

#[tokio::test]
async fn wakeup_starts_a_read_at_once_and_nothing_else_without_polling() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let (wakeup, wakeups) = wakeups();
    let mut items = run_order(watch(&remote).wakeups(wakeups).without_polling());
    assert_eq!(items.recv().await.unwrap(), "pending");
    run_other_tasks().await;
    advance(Duration::from_secs(86_400)).await;
    run_other_tasks().await;
    assert_eq!(remote.reads(), 1);
    remote.set(7, "WEB-7", "processing");
    wakeup.send(()).unwrap();
    assert_eq!(items.recv().await.unwrap(), "processing");
    // When the wakeups end, the watch reads once more, a second after the last read, and polls from
    // then on.
    drop(wakeup);
    run_other_tasks().await;
    assert_eq!(remote.reads(), 2);
    advance(Duration::from_millis(1_001)).await;
    remote.read(3).await;
    remote.set(7, "WEB-7", "completed");
    next_read(&remote, Duration::from_secs(30)).await;
    assert_eq!(items.recv().await.unwrap(), "completed");
}

#[tokio::test]
async fn wakeup_during_a_read_starts_another_one() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    remote.close();
    let (wakeup, wakeups) = wakeups();
    let mut items = run_order(watch(&remote).wakeups(wakeups).without_polling());
    remote.read(1).await;
    wakeup.send(()).unwrap();
    run_other_tasks().await;
    remote.open();
    assert_eq!(items.recv().await.unwrap(), "pending");
    run_other_tasks().await;
    assert_eq!(remote.reads(), 1, "not within a second of the first read");
    advance(Duration::from_millis(1_001)).await;
    remote.read(2).await;
}

#[tokio::test]
async fn endless_wakeups_neither_starve_reads_nor_cause_more_than_one_a_second() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let wakeups = futures_util::stream::repeat(());
    let mut items = run_order(watch(&remote).wakeups(wakeups));
    assert_eq!(items.recv().await.unwrap(), "pending");
    for reads in 1..5 {
        run_other_tasks().await;
        assert_eq!(remote.reads(), reads);
        advance(Duration::from_millis(999)).await;
        run_other_tasks().await;
        assert_eq!(remote.reads(), reads);
        advance(Duration::from_millis(2)).await;
        remote.read(reads + 1).await;
    }
}

#[tokio::test]
async fn wakeup_within_a_second_of_a_read_is_not_lost() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let (wakeup, wakeups) = wakeups();
    let mut items = run_order(watch(&remote).wakeups(wakeups).without_polling());
    assert_eq!(items.recv().await.unwrap(), "pending");
    for state in ["processing", "completed", "delivered"] {
        run_other_tasks().await;
        remote.set(7, "WEB-7", state);
        // Several wakeups are one read.
        for _ in 0..10 {
            wakeup.send(()).unwrap();
            run_other_tasks().await;
        }
        advance(Duration::from_millis(1_001)).await;
        assert_eq!(items.recv().await.unwrap(), state);
    }
    run_other_tasks().await;
    advance(Duration::from_secs(86_400)).await;
    run_other_tasks().await;
    assert!((4..=7).contains(&remote.reads()), "{}", remote.reads());
}

#[tokio::test]
async fn failed_read_is_retried_and_reported_to_the_hook() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    remote.fail_with(Failure {
        status: 503,
        retry_after: Some(90),
    });
    let (sender, mut failures) = unbounded_channel();
    let (wakeup, wakeups) = wakeups();
    let on_error = move |error: &Error| sender.send(error.kind()).unwrap();
    let mut items = run_order(
        watch(&remote)
            .wakeups(wakeups)
            .without_polling()
            .on_error(on_error),
    );
    assert_eq!(failures.recv().await.unwrap(), ErrorKind::Server);
    let reads = remote.reads();
    remote.recover();
    // A wakeup does not precede the `Retry-After` of the server.
    wakeup.send(()).unwrap();
    run_other_tasks().await;
    advance(Duration::from_secs(89)).await;
    run_other_tasks().await;
    assert_eq!(remote.reads(), reads);
    advance(Duration::from_secs(2)).await;
    assert_eq!(items.recv().await.unwrap(), "pending");
}

#[tokio::test]
async fn repeated_failures_back_off() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    // A status without a retry by the client, so that each read is one request.
    remote.fail(501);
    let (sender, mut failures) = unbounded_channel();
    let on_error = move |_: &Error| sender.send(()).unwrap();
    let mut items = run_order(watch(&remote).on_error(on_error));
    for seconds in [1, 2, 4, 8] {
        failures.recv().await.unwrap();
        let reads = remote.reads();
        run_other_tasks().await;
        advance(Duration::from_millis(seconds * 740)).await;
        run_other_tasks().await;
        assert_eq!(remote.reads(), reads, "{seconds}");
        advance(Duration::from_millis(seconds * 520)).await;
    }
    failures.recv().await.unwrap();
    remote.recover();
    run_other_tasks().await;
    advance(Duration::from_secs(25)).await;
    assert_eq!(items.recv().await.unwrap(), "pending");
}

#[tokio::test]
async fn permanent_failure_ends_the_watch() {
    let (remote, _clock) = remote().await;
    for (status, kind) in [
        (400, "BadRequest"),
        (401, "Unauthorized"),
        (403, "Forbidden"),
        (404, "NotFound"),
        (410, "Other"),
    ] {
        remote.fail(status);
        let mut items = run_order(watch(&remote));
        assert_eq!(items.recv().await.unwrap(), kind);
        assert_eq!(items.recv().await.unwrap(), "end");
    }
    remote.recover();
    remote.set_at(OTHER_VENUE, 7, "SHOP-7", "pending");
    let mut items = run_order(watch(&remote));
    assert_eq!(items.recv().await.unwrap(), "NotFound");
}

#[tokio::test]
async fn dropped_watch_reads_nothing_more() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let mut watch = watch(&remote);
    assert!(watch.next().await.unwrap().is_ok());
    drop(watch);
    run_other_tasks().await;
    advance(Duration::from_secs(3_600)).await;
    run_other_tasks().await;
    assert_eq!(remote.reads(), 1);
}

#[tokio::test]
async fn any_read_operation_can_be_watched() {
    let (remote, _clock) = remote().await;
    remote.set(7, "WEB-7", "pending");
    // Version 1 reads the same order; the caller defines the state.
    let token = pos_v1_client::VenueToken::new(VENUE);
    let environment = pos_v1_client::Environment::Staging;
    let config = pos_v1_client::Config::new(environment, remote.base(), token);
    let client = pos_v1_client::Client::new(config.unwrap()).unwrap();
    let read = pos_v1_client::GetIncomingOrder::new(7);
    let mut by_reference = Watch::new(&client, read, |response| {
        response.incoming_order.reference_no.clone()
    });
    let update = by_reference.next().await.unwrap().unwrap();
    assert_eq!(update.state.as_deref(), Some("WEB-7"));
    let mut by_state = callback::watch::<pos_v1_client::GetIncomingOrder, _>(&client, 7);
    let update = by_state.next().await.unwrap().unwrap();
    assert_eq!(update.state.unwrap().as_str(), "pending");
}

#[tokio::test]
async fn callbacks_wake_a_watch() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    service.order(8, "WEB-8", "pending");
    let client = service.remote.client(VENUE);
    let watch = callback::watch::<GetIncomingOrder, _>(&client, 7);
    let mut items = run_order(watch.wakeups(service.handler.wakeups(7)).without_polling());
    assert_eq!(items.recv().await.unwrap(), "pending");
    service.remote.set(7, "WEB-7", "processing");
    // A callback for another order does not wake this watch.
    assert_eq!(service.callback(8, "WEB-8", "Pending").await, 200);
    let quiet = timeout(Duration::from_millis(50), items.recv()).await;
    assert!(quiet.is_err());
    assert_eq!(service.callback(7, "WEB-7", "Processing").await, 200);
    assert_eq!(items.recv().await.unwrap(), "processing");
    let reported = service.reported();
    assert!(
        reported.contains(&(7, "processing".to_owned())),
        "{reported:?}"
    );
}

/// Fails to look up records.
struct BrokenStore;

impl CallbackStore<GetIncomingOrder> for BrokenStore {
    async fn find(&self, _: &i64, _: Option<&str>) -> Result<Option<KnownRecord>, StoreError> {
        Err("no database".into())
    }

    async fn record_change(&self, _: RecordChanged<GetIncomingOrder>) -> Result<bool, StoreError> {
        Err("no database".into())
    }
}

#[tokio::test]
async fn callback_wakes_a_watch_even_if_the_store_fails() {
    let remote = Remote::start().await;
    remote.set(7, "WEB-7", "pending");
    let handler = Handler::new(remote.client(VENUE), SECRET, BrokenStore).unwrap();
    let handlers = Handlers::new([handler.clone()]);
    let watch = callback::watch::<GetIncomingOrder, _>(&remote.client(VENUE), 7);
    let mut items = run_order(watch.wakeups(handler.wakeups(7)).without_polling());
    assert_eq!(items.recv().await.unwrap(), "pending");
    remote.set(7, "WEB-7", "processing");
    let mut headers = HeaderMap::new();
    let media_type = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(CONTENT_TYPE, media_type);
    let callback = handlers.admit(&Method::POST, SECRET, &headers);
    let response = callback.unwrap().handle(b"id=7").await;
    assert_eq!(response.disposition(), Disposition::NotQueued);
    assert_eq!(items.recv().await.unwrap(), "processing");
}
