//! Watching an order: by polling, by hints, and both; what a failure does. Time moves only when a test moves it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use pos_v3_client::api_runtime::StatusUpdate;
use pos_v3_client::model::IncomingOrderResponse;
use pos_v3_client::{Error, ErrorKind, GetIncomingOrder, Watch, callback};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{advance, timeout};

use crate::remote::{OTHER_VENUE, Remote, TransportError, VENUE};
use crate::service::Service;
use crate::standstill::{Standstill, standstill};

/// What a watch gives: a state, or the kind of an error, or `end`.
type Given = UnboundedReceiver<String>;

type OrderWatch<S> = Watch<IncomingOrderResponse, S>;

/// Runs a watch in a task of its own, until it ends or nobody listens.
fn run<S>(mut watch: OrderWatch<S>, shown: fn(&S) -> String) -> Given
where
    S: Clone + PartialEq + Send + 'static,
{
    let (gives, given) = unbounded_channel();
    tokio::spawn(async move {
        loop {
            let item = tokio::select! {
                item = watch.next() => item,
                () = gives.closed() => return,
            };
            let text = match item {
                Some(Ok(StatusUpdate { state, .. })) => shown(&state),
                Some(Err(error)) => format!("{:?}", error.kind()),
                None => "end".to_owned(),
            };
            let ended = text == "end";
            if gives.send(text).is_err() || ended {
                return;
            }
        }
    });
    given
}

fn run_order(watch: OrderWatch<Option<State>>) -> Given {
    run(watch, |state| {
        state
            .as_ref()
            .map_or("none".to_owned(), ToString::to_string)
    })
}

type State = <GetIncomingOrder as pos_v3_client::Refetch>::State;

async fn remote() -> (Remote, Standstill) {
    (Remote::start().await, standstill())
}

fn watch(remote: &Remote) -> OrderWatch<Option<State>> {
    callback::watch::<GetIncomingOrder, _>(&remote.client(VENUE), 7)
}

/// Lets other tasks do what they can do without time.
async fn let_others() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

/// Moves time on so far that the next read is due, and waits for it.
async fn next_read(remote: &Remote, pause: Duration) {
    let before = remote.reads();
    let_others().await;
    advance(pause.mul_f64(1.25) + Duration::from_millis(1)).await;
    remote.read(before + 1).await;
}

#[tokio::test]
async fn polling_returns_each_change_once() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let every = Duration::from_secs(60);
    let mut given = run_order(watch(&remote).poll_interval(every));
    assert_eq!(given.recv().await.unwrap(), "pending");
    // Twice nothing new; another spelling is nothing new either.
    next_read(&remote, every).await;
    remote.set(7, "WEB-7", "PENDING");
    next_read(&remote, every).await;
    remote.set(7, "WEB-7", "processing");
    next_read(&remote, every).await;
    assert_eq!(given.recv().await.unwrap(), "processing");
    assert_eq!(remote.reads(), 4);
    // Not before three quarters of the pause have gone.
    let_others().await;
    advance(Duration::from_secs(44)).await;
    let_others().await;
    assert_eq!(remote.reads(), 4);
}

#[tokio::test]
async fn caller_defines_the_final_state() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let last =
        |reply: &IncomingOrderResponse| reply.incoming_order.aasm_state == Some("delivered".into());
    let every = Duration::from_secs(60);
    let mut given = run_order(watch(&remote).poll_interval(every).until(last));
    assert_eq!(given.recv().await.unwrap(), "pending");
    remote.set(7, "WEB-7", "Delivered");
    next_read(&remote, every).await;
    assert_eq!(given.recv().await.unwrap(), "Delivered");
    assert_eq!(given.recv().await.unwrap(), "end");
    assert_eq!(remote.reads(), 2);
}

#[tokio::test]
async fn final_record_is_returned_even_if_its_state_is_not_new() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let seen = Arc::new(Mutex::new(0));
    let twice = move |_: &IncomingOrderResponse| {
        let mut seen = seen.lock().unwrap();
        *seen += 1;
        *seen == 2
    };
    let every = Duration::from_secs(60);
    let mut given = run_order(watch(&remote).poll_interval(every).until(twice));
    assert_eq!(given.recv().await.unwrap(), "pending");
    next_read(&remote, every).await;
    assert_eq!(given.recv().await.unwrap(), "pending");
    assert_eq!(given.recv().await.unwrap(), "end");
}

fn hints() -> (UnboundedSender<()>, impl futures_util::Stream<Item = ()>) {
    let (hint, mut hints) = unbounded_channel();
    (
        hint,
        futures_util::stream::poll_fn(move |context| hints.poll_recv(context)),
    )
}

#[tokio::test]
async fn wakeup_starts_a_read_at_once_and_nothing_else_without_polling() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let (hint, hints) = hints();
    let mut given = run_order(watch(&remote).wakeups(hints).without_polling());
    assert_eq!(given.recv().await.unwrap(), "pending");
    let_others().await;
    advance(Duration::from_secs(86_400)).await;
    let_others().await;
    assert_eq!(remote.reads(), 1);
    remote.set(7, "WEB-7", "processing");
    hint.send(()).unwrap();
    assert_eq!(given.recv().await.unwrap(), "processing");
    // When the hints end, it looks once more and polls from then on.
    drop(hint);
    remote.read(3).await;
    remote.set(7, "WEB-7", "completed");
    next_read(&remote, Duration::from_secs(30)).await;
    assert_eq!(given.recv().await.unwrap(), "completed");
}

#[tokio::test]
async fn wakeup_during_a_read_starts_another_one() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    remote.close();
    let (hint, hints) = hints();
    let mut given = run_order(watch(&remote).wakeups(hints).without_polling());
    remote.read(1).await;
    hint.send(()).unwrap();
    let_others().await;
    remote.open();
    assert_eq!(given.recv().await.unwrap(), "pending");
    remote.read(2).await;
}

#[tokio::test]
async fn endless_wakeups_do_not_starve_reads() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let hints = futures_util::stream::repeat(());
    let mut given = run_order(watch(&remote).wakeups(hints));
    assert_eq!(given.recv().await.unwrap(), "pending");
    remote.read(3).await;
}

#[tokio::test]
async fn failed_read_is_retried_and_reported_to_the_hook() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    remote.fail_with(TransportError {
        status: 503,
        retry_after: Some(90),
    });
    let (fails, mut failed) = unbounded_channel();
    let (hint, hints) = hints();
    let tell = move |error: &Error| fails.send(error.kind()).unwrap();
    let mut given = run_order(
        watch(&remote)
            .wakeups(hints)
            .without_polling()
            .on_error(tell),
    );
    assert_eq!(failed.recv().await.unwrap(), ErrorKind::Server);
    let reads = remote.reads();
    remote.mend();
    // A hint does not come before the time that the server asked for.
    hint.send(()).unwrap();
    let_others().await;
    advance(Duration::from_secs(89)).await;
    let_others().await;
    assert_eq!(remote.reads(), reads);
    advance(Duration::from_secs(2)).await;
    assert_eq!(given.recv().await.unwrap(), "pending");
}

#[tokio::test]
async fn repeated_failures_back_off() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    // A status that the client itself does not try again after, so that each read is one request.
    remote.fail(501);
    let (fails, mut failed) = unbounded_channel();
    let tell = move |_: &Error| fails.send(()).unwrap();
    let mut given = run_order(watch(&remote).on_error(tell));
    for seconds in [1, 2, 4, 8] {
        failed.recv().await.unwrap();
        let reads = remote.reads();
        let_others().await;
        advance(Duration::from_millis(seconds * 740)).await;
        let_others().await;
        assert_eq!(remote.reads(), reads, "{seconds}");
        advance(Duration::from_millis(seconds * 520)).await;
    }
    failed.recv().await.unwrap();
    remote.mend();
    let_others().await;
    advance(Duration::from_secs(25)).await;
    assert_eq!(given.recv().await.unwrap(), "pending");
}

#[tokio::test]
async fn permanent_failure_ends_the_watch() {
    let (remote, _still) = remote().await;
    for (status, kind) in [
        (400, "BadRequest"),
        (401, "Unauthorized"),
        (403, "Forbidden"),
        (404, "NotFound"),
        (410, "Other"),
    ] {
        remote.fail(status);
        let mut given = run_order(watch(&remote));
        assert_eq!(given.recv().await.unwrap(), kind);
        assert_eq!(given.recv().await.unwrap(), "end");
    }
    remote.mend();
    remote.set_at(OTHER_VENUE, 7, "SHOP-7", "pending");
    let mut given = run_order(watch(&remote));
    assert_eq!(given.recv().await.unwrap(), "NotFound");
}

#[tokio::test]
async fn dropped_watch_reads_nothing_more() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    let mut watch = watch(&remote);
    assert!(watch.next().await.unwrap().is_ok());
    drop(watch);
    let_others().await;
    advance(Duration::from_secs(3_600)).await;
    let_others().await;
    assert_eq!(remote.reads(), 1);
}

#[tokio::test]
async fn any_read_operation_can_be_watched() {
    let (remote, _still) = remote().await;
    remote.set(7, "WEB-7", "pending");
    // Version 1 reads the same order, and a state is whatever the caller compares.
    let token = pos_v1_client::VenueToken::new(VENUE);
    let place = pos_v1_client::Environment::Staging;
    let config = pos_v1_client::Config::new(place, remote.base(), token);
    let client = pos_v1_client::Client::new(config.unwrap()).unwrap();
    let read = pos_v1_client::GetIncomingOrder::new(7);
    let mut by_reference = Watch::new(&client, read, |reply| {
        reply.incoming_order.reference_no.clone()
    });
    let seen = by_reference.next().await.unwrap().unwrap();
    assert_eq!(seen.state.as_deref(), Some("WEB-7"));
    let mut by_state = callback::watch::<pos_v1_client::GetIncomingOrder, _>(&client, 7);
    let seen = by_state.next().await.unwrap().unwrap();
    assert_eq!(seen.state.unwrap().as_str(), "pending");
}

#[tokio::test]
async fn callbacks_wake_a_watch() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    service.order(8, "WEB-8", "pending");
    let client = service.remote.client(VENUE);
    let watch = callback::watch::<GetIncomingOrder, _>(&client, 7);
    let mut given = run_order(watch.wakeups(service.receiver.wakeups(7)).without_polling());
    assert_eq!(given.recv().await.unwrap(), "pending");
    service.remote.set(7, "WEB-7", "processing");
    // One for another order is none for this one.
    assert_eq!(service.callback(8, "WEB-8", "Pending").await, 200);
    let quiet = timeout(Duration::from_millis(50), given.recv()).await;
    assert!(quiet.is_err());
    assert_eq!(service.callback(7, "WEB-7", "Processing").await, 200);
    assert_eq!(given.recv().await.unwrap(), "processing");
    let reported = service.reported();
    assert!(
        reported.contains(&(7, "processing".to_owned())),
        "{reported:?}"
    );
}
