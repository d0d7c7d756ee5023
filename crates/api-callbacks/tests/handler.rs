//! Callbacks during a read of the same record, and waiting for events. `tests/tests/clients/callbacks` sends
//! hostile requests over sockets.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use api_callbacks::{
    CallbackStore, Disposition, Handler, Handlers, KnownRecord, MemoryStore, PendingCallback,
    RecordChanged, StoreError,
};
use api_runtime::http::{self, HeaderMap, HeaderValue, Method, StatusCode, header};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{Attempt, BoxFuture, Bytes, RawResponse, Stream, Transport, TransportError};
use test_support::shop::{self, Client, Config, Environment, GetOrder, Order, VenueToken};
use tokio::time::{Instant, sleep, timeout};

/// Responds after ten seconds, with the state at the time of the request.
struct SlowTransport(Arc<Mutex<&'static str>>);

/// Responds after a second, with the state at the time of the request.
#[derive(Clone, Default)]
struct CountingTransport {
    state: Arc<Mutex<String>>,
    reads: Arc<AtomicUsize>,
}

impl Transport for CountingTransport {
    fn send(
        &self,
        _: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        let state = self.state.lock().unwrap();
        let body = format!(r#"{{"id":7,"reference_no":"WEB-7","state":"{state}"}}"#);
        Box::pin(async move {
            sleep(Duration::from_secs(1)).await;
            Ok(RawResponse::new(StatusCode::OK, HeaderMap::new(), body))
        })
    }
}

impl CountingTransport {
    fn set(&self, state: &str) {
        *self.state.lock().unwrap() = state.to_owned();
    }

    fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
    }

    fn handler(&self) -> (Orders, Handler<GetOrder, Orders>) {
        let builder = Client::builder(shop::config());
        let client = builder.transport(self.clone()).build().unwrap();
        let orders = Orders::new(10);
        orders.confirm("WEB-7", 7).unwrap();
        let handler = Handler::new(client, SECRET, orders.clone()).unwrap();
        (orders, handler)
    }
}

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
    let client = Client::builder(shop::config())
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
        assert_eq!(handler.queued().await.unwrap(), 1, "{patience}");
        let retried = handler.retry_queued().await;
        assert_eq!(retried[0].disposition(), Disposition::Changed);
        assert_eq!(events.next().await.state, "completed");
        assert_eq!(handler.queued().await.unwrap(), 0);
    }
}

/// Rejects all tokens but one.
struct TokenTransport(&'static str);

impl Transport for TokenTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let token = request.headers()[header::AUTHORIZATION].to_str().unwrap();
        let (status, body) = match token == format!("Bearer {}", self.0) {
            true => (
                StatusCode::OK,
                r#"{"id":7,"reference_no":"WEB-7","state":"completed"}"#,
            ),
            false => (StatusCode::UNAUTHORIZED, ""),
        };
        Box::pin(async move { Ok(RawResponse::new(status, HeaderMap::new(), body)) })
    }
}

#[tokio::test(start_paused = true)]
async fn queue_is_kept_when_credentials_rotate() {
    let token = Arc::new(Mutex::new("first-token"));
    let provider = {
        let token = Arc::clone(&token);
        move || {
            let credentials = VenueToken::new(*token.lock().unwrap());
            async { Ok(credentials) }
        }
    };
    let url = "https://shop.example/api";
    let config = Config::from_provider(Environment::Staging, url, provider).unwrap();
    let transport = TokenTransport("second-token");
    let client = Client::builder(config)
        .transport(transport)
        .build()
        .unwrap();
    let orders = Orders::new(10);
    orders.confirm("WEB-7", 7).unwrap();
    let handler = Handler::new(client, SECRET, orders).unwrap();
    let response = callback(&handler).handle(b"id=7&state=completed").await;
    assert_eq!(response.disposition(), Disposition::Queued);
    *token.lock().unwrap() = "second-token";
    assert_eq!(handler.queued().await.unwrap(), 1);
    let retried = handler.retry_queued().await;
    assert_eq!(retried[0].disposition(), Disposition::Changed);
    assert_eq!(handler.queued().await.unwrap(), 0);
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
    assert_eq!(handler.queued().await.unwrap(), 0);
}

#[tokio::test(start_paused = true)]
async fn same_callback_during_a_read_causes_another_read() {
    let transport = CountingTransport::default();
    let (orders, handler) = transport.handler();
    transport.set("processing");
    let body = b"id=7&state=changed";
    let first = tokio::spawn(callback(&handler).handle(body));
    sleep(Duration::from_millis(500)).await;
    // It changes after the read began, and the callback about that has the same bytes.
    transport.set("completed");
    let second = callback(&handler).handle(body).await;
    assert_eq!(first.await.unwrap().disposition(), Disposition::Changed);
    assert_eq!(second.disposition(), Disposition::Changed);
    let mut events = orders.events();
    assert_eq!(events.next().await.state, "processing");
    assert_eq!(events.next().await.state, "completed");
    assert_eq!((transport.reads(), handler.queued().await.unwrap()), (2, 0));
}

#[tokio::test(start_paused = true)]
async fn refetch_during_a_read_causes_another_read() {
    let transport = CountingTransport::default();
    let (_, handler) = transport.handler();
    transport.set("processing");
    let first = tokio::spawn({
        let handler = handler.clone();
        async move { handler.refetch(7).await }
    });
    sleep(Duration::from_millis(500)).await;
    transport.set("completed");
    let second = handler.refetch(7).await;
    assert_eq!(first.await.unwrap().disposition(), Disposition::Changed);
    assert_eq!(second.disposition(), Disposition::Changed);
}

#[tokio::test(start_paused = true)]
async fn hundred_callbacks_during_a_read_share_one_more() {
    let transport = CountingTransport::default();
    let (orders, handler) = transport.handler();
    let mut callbacks = tokio::task::JoinSet::new();
    for number in 0..100 {
        // The state changes with each callback, also while the first one is read.
        transport.set(&format!("state {number}"));
        callbacks.spawn(callback(&handler).handle(b"id=7"));
        sleep(Duration::from_millis(9)).await;
    }
    while let Some(response) = callbacks.join_next().await {
        assert_eq!(response.unwrap().status(), 200);
    }
    assert_eq!((transport.reads(), handler.queued().await.unwrap()), (2, 0));
    let mut events = orders.events();
    assert_eq!(events.next().await.state, "state 0");
    assert_eq!(events.next().await.state, "state 99");
}

#[tokio::test(start_paused = true)]
async fn endless_callbacks_cause_one_read_at_a_time() {
    let transport = CountingTransport::default();
    let (_, handler) = transport.handler();
    transport.set("processing");
    let mut callbacks = tokio::task::JoinSet::new();
    for _ in 0..1_000 {
        callbacks.spawn(callback(&handler).handle(b"id=7"));
        sleep(Duration::from_millis(10)).await;
    }
    while let Some(response) = callbacks.join_next().await {
        assert_eq!(response.unwrap().status(), 200);
    }
    // Ten seconds, and each read takes one.
    assert!(
        (10..=12).contains(&transport.reads()),
        "{}",
        transport.reads()
    );
}

#[tokio::test(start_paused = true)]
async fn record_without_a_state_or_a_default_is_not_queued() {
    for body in [
        r#"{"id":7,"reference_no":"WEB-7"}"#,
        r#"{"id":7,"reference_no":"WEB-7","state":{}}"#,
    ] {
        let transport = ScriptedTransport::new([Step::response(200, body)]);
        let response = refetch(&transport).await;
        assert_eq!(response, (Disposition::MissingState, 200, 0), "{body}");
    }
}

#[tokio::test(start_paused = true)]
async fn record_with_neither_id_nor_reference_is_forbidden() {
    let transport = ScriptedTransport::new([Step::response(200, r#"{"state":"processing"}"#)]);
    assert_eq!(refetch(&transport).await, (Disposition::Forbidden, 403, 0));
    let transport =
        ScriptedTransport::new([Step::response(200, r#"{"id":7,"state":"processing"}"#)]);
    assert_eq!(refetch(&transport).await, (Disposition::Changed, 200, 0));
}

#[tokio::test(start_paused = true)]
async fn reference_in_another_form_needs_a_known_id() {
    let order = |members: &str| {
        let body = format!(r#"{{{members},"state":"processing"}}"#);
        ScriptedTransport::new([Step::response(200, body)])
    };
    for reference in ["web-7", "WEB-7 ", "\\tWeb-7"] {
        let transport = order(&format!(r#""id":7,"reference_no":"{reference}""#));
        let response = refetch(&transport).await;
        assert_eq!(response, (Disposition::Changed, 200, 0), "{reference:?}");
    }
    for members in [
        r#""id":7,"reference_no":"WEB-8""#,
        r#""id":7,"reference_no":"WEB 7""#,
        r#""id":7,"reference_no":"""#,
        r#""reference_no":"web-7""#,
    ] {
        let response = refetch(&order(members)).await;
        assert_eq!(response, (Disposition::Forbidden, 403, 0), "{members}");
    }
    // The reference alone is no proof unless it is exact.
    for (claimed, found, disposition) in [
        ("WEB-7", "web-7", Disposition::Forbidden),
        ("web-7", "WEB-7", Disposition::UnknownRecord),
        ("WEB-7", "WEB-7", Disposition::Changed),
    ] {
        let transport = order(&format!(r#""id":7,"reference_no":"{found}""#));
        let builder = Client::builder(shop::config()).transport(transport);
        let orders = Orders::new(10);
        orders.expect("WEB-7").unwrap();
        let handler = Handler::new(builder.build().unwrap(), SECRET, orders).unwrap();
        let body = format!("order[id]=7&order[reference_no]={claimed}");
        let response = callback(&handler).handle(body.as_bytes()).await;
        assert_eq!(response.disposition(), disposition, "{claimed} {found}");
    }
}

/// The disposition of a read of order 7, which is known, its status, and the length of the queue.
async fn refetch(transport: &ScriptedTransport) -> (Disposition, u16, usize) {
    let builder = Client::builder(shop::config()).transport(transport.clone());
    let orders = Orders::new(10);
    orders.confirm("WEB-7", 7).unwrap();
    let handler = Handler::new(builder.build().unwrap(), SECRET, orders).unwrap();
    let response = handler.refetch(7).await;
    let status = response.status().as_u16();
    (
        response.disposition(),
        status,
        handler.queued().await.unwrap(),
    )
}

/// Knows order 7, and its first attempt to record a change does not end.
#[derive(Clone, Default)]
struct HangingStore {
    changes: Arc<AtomicUsize>,
}

impl CallbackStore<GetOrder> for HangingStore {
    async fn find(&self, _: &i64, _: Option<&str>) -> Result<Option<KnownRecord>, StoreError> {
        Ok(Some(KnownRecord::default()))
    }

    async fn record_change(&self, _: RecordChanged<GetOrder>) -> Result<bool, StoreError> {
        match self.changes.fetch_add(1, Ordering::SeqCst) {
            0 => std::future::pending().await,
            _ => Ok(true),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn store_that_does_not_respond_does_not_hold_up_later_reads() {
    let transport = CountingTransport::default();
    transport.set("processing");
    let builder = Client::builder(shop::config());
    let client = builder.transport(transport.clone()).build().unwrap();
    let handler = Handler::new(client, SECRET, HangingStore::default()).unwrap();
    let response = handler.refetch(7).await;
    assert_eq!(response.disposition(), Disposition::Queued);
    assert!(
        response.to_string().contains("timed out after 30 s"),
        "{response}"
    );
    assert_eq!(
        handler.retry_queued().await[0].disposition(),
        Disposition::Changed
    );
}

/// Responds with 429 and a `Retry-After` of two minutes, and then with a record.
#[derive(Clone, Default)]
struct ThrottlingTransport(Arc<AtomicUsize>);

impl Transport for ThrottlingTransport {
    fn send(
        &self,
        _: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let mut headers = HeaderMap::new();
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("120"));
        let response = match self.0.fetch_add(1, Ordering::SeqCst) {
            0 | 1 => RawResponse::new(StatusCode::TOO_MANY_REQUESTS, headers, ""),
            _ => RawResponse::new(
                StatusCode::OK,
                HeaderMap::new(),
                r#"{"id":7,"reference_no":"WEB-7","state":"pending"}"#,
            ),
        };
        Box::pin(async { Ok(response) })
    }
}

#[tokio::test(start_paused = true)]
async fn background_retries_wait_for_retry_after() {
    let transport = ThrottlingTransport::default();
    let builder = Client::builder(shop::config());
    let client = builder.transport(transport.clone()).build().unwrap();
    let orders = Orders::new(10);
    orders.confirm("WEB-7", 7).unwrap();
    let handler = Handler::new(client, SECRET, orders).unwrap();
    assert_eq!(handler.refetch(7).await.disposition(), Disposition::Queued);
    let retrying = handler.clone();
    let background = tokio::spawn(async move { retrying.run().await });
    // The first round is after 15 seconds with a jitter of a quarter.
    sleep(Duration::from_secs(20)).await;
    assert_eq!(transport.0.load(Ordering::SeqCst), 2);
    sleep(Duration::from_secs(110)).await;
    assert_eq!(
        (
            transport.0.load(Ordering::SeqCst),
            handler.queued().await.unwrap()
        ),
        (2, 1)
    );
    sleep(Duration::from_secs(15)).await;
    assert_eq!(
        (
            transport.0.load(Ordering::SeqCst),
            handler.queued().await.unwrap()
        ),
        (3, 0)
    );
    background.abort();
}

/// Fails all reads of the orders below 100, and the first read of others.
#[derive(Clone)]
struct FailingTransport {
    failure: Failure,
    read: Arc<Mutex<HashSet<i64>>>,
}

#[derive(Clone, Copy, Debug)]
enum Failure {
    /// At once, with or without a `Retry-After`.
    Status(Option<&'static str>),
    /// After the timeout of each attempt.
    Timeout,
}

impl Transport for FailingTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let id = request.uri().path().rsplit('/').next().unwrap();
        let id: i64 = id.parse().unwrap();
        let is_first = self.read.lock().unwrap().insert(id);
        let failure = match id {
            ..100 => Some(self.failure),
            // A status that the client does not retry.
            _ => is_first.then_some(Failure::Status(None)),
        };
        let mut headers = HeaderMap::new();
        Box::pin(async move {
            let (status, body) = match failure {
                None => (
                    StatusCode::OK,
                    format!(r#"{{"id":{id},"reference_no":"WEB-{id}","state":"pending"}}"#),
                ),
                Some(Failure::Timeout) => std::future::pending().await,
                Some(Failure::Status(retry_after)) => {
                    if let Some(retry_after) = retry_after {
                        let value = HeaderValue::from_static(retry_after);
                        headers.insert(header::RETRY_AFTER, value);
                    }
                    (StatusCode::NOT_IMPLEMENTED, String::new())
                }
            };
            Ok(RawResponse::new(status, headers, body))
        })
    }
}

#[tokio::test(start_paused = true)]
async fn records_that_are_never_read_do_not_delay_others() {
    for (failure, max_delay) in [
        (Failure::Status(None), 40),
        (Failure::Status(Some("3600")), 80),
        // One read has a minute.
        (Failure::Timeout, 100),
    ] {
        for failing in [1, 30] {
            let transport = FailingTransport {
                failure,
                read: Arc::default(),
            };
            let builder = Client::builder(shop::config());
            let client = builder.transport(transport).build().unwrap();
            let orders = Orders::new(1_000);
            for id in (0..failing).chain(100..140) {
                orders.confirm(format!("WEB-{id}"), id).unwrap();
            }
            let handler = Handler::new(client, SECRET, orders.clone()).unwrap();
            let reads = (0..failing).map(|id| {
                let handler = handler.clone();
                tokio::spawn(async move { handler.refetch(id).await })
            });
            for read in reads.collect::<Vec<_>>() {
                assert_eq!(read.await.unwrap().disposition(), Disposition::Queued);
            }
            let retrying = handler.clone();
            let background = tokio::spawn(async move { retrying.run().await });
            // Thirty failures in a row, of a minute each, are an outage until they back off.
            sleep(Duration::from_secs(if failing > 1 { 3_600 } else { 0 })).await;
            let mut events = orders.events();
            for id in 100..140 {
                // Up to hours, so that the failing records back off as far as they do.
                sleep(Duration::from_secs(if id < 120 { 37 } else { 401 })).await;
                let queued = handler.refetch(id).await;
                assert_eq!(queued.disposition(), Disposition::Queued);
                let started_at = Instant::now();
                assert_eq!(events.next().await.id, id);
                let delay = started_at.elapsed().as_secs();
                assert!(delay <= max_delay, "{failure:?}, {failing}: {delay} s");
            }
            assert_eq!(
                handler.queued().await.unwrap(),
                usize::try_from(failing).unwrap()
            );
            background.abort();
        }
    }
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

#[test]
fn debug_of_a_change_is_short_and_escaped() {
    let long = "\u{1b}[2J".repeat(1_000_000);
    let change: RecordChanged<GetOrder> =
        RecordChanged::new(7, Some(long.clone()), long, Order::default());
    let shown = format!("{change:?}");
    assert!(
        shown.starts_with("RecordChanged { id: \"7\", reference: "),
        "{shown}"
    );
    assert!(shown.len() < 2_000 && !shown.contains('\u{1b}'), "{shown}");
}
