//! Callbacks during a read of the same record, and waiting for events. `tests/tests/receiver` sends
//! hostile requests over sockets.

#![allow(dead_code, unexpected_cfgs, unreachable_pub)] // of the shared example client

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use api_callbacks::{Disposition, Handler, Handlers, MemoryStore, PendingCallback};
use api_runtime::http::{self, HeaderMap, HeaderValue, Method, StatusCode, header};
use api_runtime::{Attempt, BoxFuture, Bytes, RawResponse, Stream, Transport, TransportError};
use shop_client::{Client, GetOrder};
use tokio::time::{sleep, timeout};

include!("../docs/shop_client.rs");

/// Responds after ten seconds, with the state at the time of the request.
struct SlowTransport(Arc<Mutex<&'static str>>);

impl Transport for SlowTransport {
    fn send(
        &self,
        _: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let state = self.0.lock().unwrap();
        let body = format!(r#"{{"id":7,"reference_no":"WEB-7","state":"{state}"}}"#);
        Box::pin(async move {
            sleep(Duration::from_secs(10)).await;
            Ok(RawResponse::new(StatusCode::OK, HeaderMap::new(), body))
        })
    }
}

const SECRET: &str = "0123456789abcdef";

type Orders = MemoryStore<GetOrder>;

/// A store that knows order 7, and its handler.
fn handler(state: &Arc<Mutex<&'static str>>) -> (Orders, Handler<GetOrder, Orders>) {
    let client = Client::builder(shop_client::config())
        .transport(SlowTransport(Arc::clone(state)))
        .build()
        .unwrap();
    let orders = Orders::new(10);
    orders.confirm("WEB-7", 7).unwrap();
    let handler = Handler::new(client, SECRET, orders.clone()).unwrap();
    (orders, handler)
}

fn callback(handler: &Handler<GetOrder, Orders>) -> PendingCallback<GetOrder, Orders> {
    let mut headers = HeaderMap::new();
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(header::CONTENT_TYPE, form);
    let handlers = Handlers::new([handler.clone()]);
    handlers.admit(&Method::POST, SECRET, &headers).unwrap()
}

#[tokio::test(start_paused = true)]
async fn callback_canceled_during_an_earlier_read_stays_queued() {
    // The remote service closes the connection, or is answered with 503.
    for patience in [1, 5] {
        let state = Arc::new(Mutex::new("processing"));
        let (orders, handler) = handler(&state);
        let mut events = orders.events();
        let reading = handler.clone();
        let earlier = tokio::spawn(async move { reading.refetch(7).await });
        sleep(Duration::from_secs(1)).await;
        *state.lock().unwrap() = "completed";
        let impatient = callback(&handler).handle(b"id=7&state=completed");
        if let Ok(response) = timeout(Duration::from_secs(patience), impatient).await {
            assert_eq!(response.disposition(), Disposition::Queued);
        }
        assert_eq!(earlier.await.unwrap().disposition(), Disposition::Changed);
        assert_eq!(events.next().await.state, "processing");
        assert_eq!(handler.queued(), 1, "{patience}");
        let retried = handler.retry_queued().await;
        assert_eq!(retried[0].disposition(), Disposition::Changed);
        assert_eq!(events.next().await.state, "completed");
        assert_eq!(handler.queued(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn waiters_share_one_follow_up_read() {
    let state = Arc::new(Mutex::new("processing"));
    let (_, handler) = handler(&state);
    let reading = handler.clone();
    let earlier = tokio::spawn(async move { reading.refetch(7).await });
    sleep(Duration::from_secs(7)).await;
    // It waits for three seconds, and is answered with 503 before its own read has ended.
    *state.lock().unwrap() = "completed";
    let response = callback(&handler).handle(b"id=7&state=completed").await;
    assert_eq!(response.disposition(), Disposition::Queued);
    assert_eq!(earlier.await.unwrap().disposition(), Disposition::Changed);
    assert_eq!(handler.refetch(7).await.disposition(), Disposition::Changed);
    assert_eq!(handler.queued(), 0);
}

#[tokio::test(start_paused = true)]
async fn memory_store_learns_the_id_of_a_reference_from_a_callback() {
    let state = Arc::new(Mutex::new("processing"));
    let (orders, handler) = handler(&state);
    orders.forget(&7);
    orders.expect("WEB-7").unwrap();
    assert_eq!(orders.id("WEB-7"), None);
    let read = handler.refetch(7).await;
    assert_eq!(read.disposition(), Disposition::UnknownRecord);
    let body = b"id=7&reference_no=WEB-7&state=completed";
    let response = callback(&handler).handle(body).await;
    assert_eq!(response.disposition(), Disposition::Queued);
    handler.retry_queued().await;
    assert_eq!(orders.id("WEB-7"), Some(7));
    assert_eq!(orders.id("WEB-8"), None);
}

#[test]
fn dropped_events_release_their_waker() {
    struct CountedWaker;

    impl Wake for CountedWaker {
        fn wake(self: Arc<Self>) {}
    }

    let counted = Arc::new(CountedWaker);
    let waker = Waker::from(Arc::clone(&counted));
    let orders = Orders::new(1);
    let mut events = orders.events();
    for _ in 0..2 {
        let mut context = Context::from_waker(&waker);
        assert!(Pin::new(&mut events).poll_next(&mut context).is_pending());
    }
    drop(waker);
    assert_eq!(Arc::strong_count(&counted), 2);
    drop(events);
    assert_eq!(Arc::strong_count(&counted), 1);
}
