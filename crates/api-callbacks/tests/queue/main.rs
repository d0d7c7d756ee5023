//! A durable queue that several processes share. Each process has a handler of its own.

mod shared_store;
mod transport;

use std::time::Duration;

use api_callbacks::{CallbackResponse, Disposition, Handler, Handlers};
use api_runtime::http::{HeaderMap, HeaderValue, Method, header};
use test_support::shop::{self, Client, GetOrder};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::shared_store::SharedStore;
use crate::transport::Orders;

const SECRET: &str = "0123456789abcdef";
const SECOND: Duration = Duration::from_secs(1);

type OrderHandler = Handler<GetOrder, SharedStore>;

/// The handler of one process.
fn process(store: &SharedStore, orders: &Orders) -> OrderHandler {
    let builder = Client::builder(shop::config());
    let client = builder.transport(orders.clone()).build().unwrap();
    Handler::new(client, SECRET, store.clone()).unwrap()
}

async fn callback(handler: &OrderHandler, id: i64) -> CallbackResponse {
    callback_at(handler, SECRET, id).await
}

async fn callback_at(handler: &OrderHandler, secret: &str, id: i64) -> CallbackResponse {
    let mut headers = HeaderMap::new();
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(header::CONTENT_TYPE, form);
    let handlers = Handlers::new([handler.clone()]);
    match handlers.admit(&Method::POST, secret, &headers) {
        Ok(pending) => pending.handle(format!("id={id}").as_bytes()).await,
        Err(response) => response,
    }
}

fn run(handler: &OrderHandler) -> JoinHandle<()> {
    let handler = handler.clone();
    tokio::spawn(async move { handler.run().await })
}

fn changed(id: i64, state: &str) -> (i64, String) {
    (id, state.to_owned())
}

#[tokio::test(start_paused = true)]
async fn callback_is_202_once_its_record_is_queued_durably() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    let handler = process(&store, &orders);
    orders.set(7, "processing");
    let response = callback(&handler, 7).await;
    assert_eq!(response.disposition(), Disposition::Changed);
    assert!(store.ids().is_empty());

    // The read fails, or takes longer than the response may.
    for (is_down, delay) in [(true, Duration::ZERO), (false, 10 * SECOND)] {
        orders.fail(is_down);
        orders.delay(delay);
        let response = callback(&handler, 7).await;
        let disposition = response.disposition();
        assert_eq!(disposition, Disposition::QueuedDurably, "{response}");
        assert_eq!((response.status().as_u16(), store.ids()), (202, vec![7]));
    }
}

#[tokio::test(start_paused = true)]
async fn callback_is_503_if_it_is_neither_read_nor_queued() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    let handler = process(&store, &orders);
    store.fail_queue();
    orders.fail(true);
    let response = callback(&handler, 7).await;
    assert_eq!(response.disposition(), Disposition::NotQueued);
    assert_eq!(response.status(), 503);
    // It is read all the same.
    orders.fail(false);
    orders.set(7, "processing");
    let response = callback(&handler, 7).await;
    assert_eq!(response.disposition(), Disposition::Changed);
}

#[tokio::test(start_paused = true)]
async fn queue_that_does_not_respond_is_a_503_before_the_deadline() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    let handler = process(&store, &orders);
    store.hang_queue();
    let started_at = Instant::now();
    let response = callback(&handler, 7).await;
    assert_eq!(started_at.elapsed().as_secs(), 4);
    assert_eq!(response.disposition(), Disposition::NotQueued);
    let line = response.to_string();
    assert!(line.contains("the queue timed out after 4 s"), "{line}");
    assert_eq!(response.status(), 503);
}

#[tokio::test(start_paused = true)]
async fn another_process_retries_what_a_process_left() {
    let (store, orders) = (SharedStore::with_orders([7, 8]), Orders::default());
    orders.fail(true);
    let first = process(&store, &orders);
    for id in [7, 8] {
        let response = callback(&first, id).await;
        assert_eq!(response.disposition(), Disposition::QueuedDurably);
    }
    drop(first);
    orders.fail(false);
    orders.set(7, "processing");
    orders.set(8, "completed");
    let second = process(&store, &orders);
    assert_eq!(second.queued().await.unwrap(), 2);
    let background = run(&second);
    sleep(SECOND).await;
    let reported = store.reported();
    assert_eq!(
        reported,
        [changed(7, "processing"), changed(8, "completed")]
    );
    assert!(store.ids().is_empty());
    background.abort();
}

#[tokio::test(start_paused = true)]
async fn record_of_a_crashed_read_is_read_after_its_lease() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    orders.set(7, "processing");
    orders.delay(3 * SECOND);
    let second = process(&store, &orders);
    let background = run(&second);
    {
        // The handler is leaked, so that nothing of it runs after the crash.
        let first = Box::leak(Box::new(process(&store, &orders)));
        assert!(timeout(SECOND, callback(first, 7)).await.is_err());
    }
    assert_eq!((store.ids(), store.reported()), (vec![7], vec![]));
    let crashed_at = Instant::now();
    let waiting = async {
        while store.reported().is_empty() {
            sleep(SECOND).await;
        }
    };
    timeout(600 * SECOND, waiting).await.unwrap();
    let elapsed = crashed_at.elapsed();
    // The lease has ten seconds, the interval of retries up to 19.
    assert!((9 * SECOND..=32 * SECOND).contains(&elapsed), "{elapsed:?}");
    assert_eq!(store.reported(), [changed(7, "processing")]);
    background.abort();
}

#[tokio::test(start_paused = true)]
async fn dropped_callback_releases_its_lease() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    let handler = process(&store, &orders);
    orders.set(7, "processing");
    orders.delay(2 * SECOND);
    assert!(timeout(SECOND, callback(&handler, 7)).await.is_err());
    let retried = handler.retry_queued().await;
    assert_eq!(retried[0].disposition(), Disposition::Changed);
    assert_eq!((orders.reads(), store.ids()), (vec![7, 7], vec![]));
}

#[tokio::test(start_paused = true)]
async fn processes_share_the_queue_without_reading_a_record_twice() {
    let (store, orders) = (SharedStore::with_orders(0..30), Orders::default());
    orders.fail(true);
    let processes: Vec<_> = (0..3).map(|_| process(&store, &orders)).collect();
    for id in 0..30 {
        orders.set(id, "processing");
        callback(&processes[0], id).await;
    }
    assert_eq!(store.ids().len(), 30);
    let before = orders.reads().len();
    orders.fail(false);
    orders.delay(SECOND);
    let started_at = Instant::now();
    let background: Vec<_> = processes.iter().map(run).collect();
    let waiting = async {
        while !store.ids().is_empty() {
            sleep(SECOND).await;
        }
    };
    timeout(600 * SECOND, waiting).await.unwrap();
    let mut reads = orders.reads().split_off(before);
    reads.sort_unstable();
    assert_eq!(reads, Vec::from_iter(0..30));
    assert_eq!(store.reported().len(), 30);
    // They read side by side.
    assert!(started_at.elapsed() < 15 * SECOND);
    for task in background {
        task.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn callback_during_a_read_of_another_process_is_read_after_it() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    let (first, second) = (process(&store, &orders), process(&store, &orders));
    orders.set(7, "processing");
    orders.delay(2 * SECOND);
    let reading = tokio::spawn(async move { callback(&first, 7).await });
    sleep(SECOND).await;
    orders.set(7, "completed");
    orders.delay(Duration::ZERO);
    let response = callback(&second, 7).await;
    assert_eq!(response.disposition(), Disposition::Changed);
    let response = reading.await.unwrap();
    assert_eq!(response.disposition(), Disposition::Changed);
    let reported = store.reported();
    assert_eq!(
        reported,
        [changed(7, "processing"), changed(7, "completed")]
    );
    assert!(store.ids().is_empty());
}

#[tokio::test(start_paused = true)]
async fn callback_during_a_long_read_of_another_process_stays_queued() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    let (first, second) = (process(&store, &orders), process(&store, &orders));
    orders.set(7, "processing");
    orders.delay(20 * SECOND);
    let reading = tokio::spawn(async move { first.refetch(7).await });
    sleep(SECOND).await;
    orders.set(7, "completed");
    let response = callback(&second, 7).await;
    assert_eq!(response.disposition(), Disposition::QueuedDurably);
    assert_eq!(orders.reads().len(), 1);
    let response = reading.await.unwrap();
    assert_eq!(response.disposition(), Disposition::Changed);
    assert_eq!(store.ids(), [7]);
    let retried = second.retry_queued().await;
    assert_eq!(retried[0].disposition(), Disposition::Changed);
    assert_eq!((store.reported().len(), store.ids()), (2, vec![]));
}

#[tokio::test(start_paused = true)]
async fn callback_whose_record_was_read_elsewhere_causes_no_read() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    let (first, second) = (process(&store, &orders), process(&store, &orders));
    orders.set(7, "processing");
    orders.delay(2 * SECOND);
    let background = {
        let first = first.clone();
        tokio::spawn(async move { first.refetch(7).await })
    };
    sleep(SECOND).await;
    // Both are received during that read; one of them reads for both.
    let (response, other) = tokio::join!(callback(&first, 7), callback(&second, 7));
    for response in [response, other] {
        let disposition = response.disposition();
        assert_eq!(disposition, Disposition::Unchanged, "{response}");
    }
    background.await.unwrap();
    assert_eq!(orders.reads().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn read_that_outlives_its_lease_does_not_replace_a_later_one() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    let (first, second) = (process(&store, &orders), process(&store, &orders));
    orders.set(7, "processing");
    // The attempt has 30 seconds by default.
    let options = api_runtime::RequestOptions::new()
        .attempt_timeout(600 * SECOND)
        .overall_timeout(600 * SECOND);
    let builder = Client::builder(shop::config());
    let client = builder.transport(orders.clone()).build().unwrap();
    let slow = Handler::new(client.with_options(options), SECRET, store.clone()).unwrap();
    drop(first);
    orders.delay(300 * SECOND);
    let reading = tokio::spawn(async move { slow.refetch(7).await });
    sleep(125 * SECOND).await;
    orders.set(7, "completed");
    orders.delay(Duration::ZERO);
    let response = second.refetch(7).await;
    assert_eq!(response.disposition(), Disposition::Changed);
    let response = reading.await.unwrap();
    assert_eq!(response.disposition(), Disposition::Unchanged);
    assert_eq!(store.reported(), [changed(7, "completed")]);
    assert!(store.ids().is_empty());
}

#[tokio::test(start_paused = true)]
async fn retries_of_a_durable_queue_back_off() {
    let (store, orders) = (SharedStore::with_orders([7]), Orders::default());
    orders.fail(true);
    let handler = process(&store, &orders);
    callback(&handler, 7).await;
    let background = run(&handler);
    sleep(3_600 * SECOND).await;
    let reads = orders.reads().len();
    // Every five minutes in the end.
    assert!((12..40).contains(&reads), "{reads}");
    orders.fail(false);
    orders.set(7, "processing");
    sleep(400 * SECOND).await;
    assert_eq!(store.reported(), [changed(7, "processing")]);
    background.abort();
}

#[tokio::test(start_paused = true)]
async fn queue_is_kept_when_the_secret_rotates() {
    let (store, orders) = (SharedStore::with_orders([7, 8]), Orders::default());
    let handler = process(&store, &orders);
    orders.fail(true);
    let response = callback_at(&handler, SECRET, 7).await;
    assert_eq!(response.status(), 202);
    let new_secret = "fedcba9876543210";
    assert_eq!(callback_at(&handler, new_secret, 8).await.status(), 404);
    handler.add_secret(new_secret).unwrap();
    // Both are accepted for a while.
    for secret in [SECRET, new_secret] {
        assert_eq!(callback_at(&handler, secret, 8).await.status(), 202);
    }
    handler.remove_secret(SECRET);
    assert_eq!(callback_at(&handler, SECRET, 8).await.status(), 404);
    assert!(handler.add_secret("guessable").is_err());
    orders.fail(false);
    orders.set(7, "processing");
    orders.set(8, "processing");
    assert_eq!(handler.retry_queued().await.len(), 2);
    assert_eq!(store.reported().len(), 2);
    assert_eq!(callback_at(&handler, new_secret, 8).await.status(), 200);
}
