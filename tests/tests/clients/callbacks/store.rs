//! A slow store, as one in a database may be: a callback gets its response within 4 seconds all the
//! same.

use std::time::Duration;

use pos_v3_client::GetIncomingOrder;
use pos_v3_client::callback::{
    CallbackResponse, CallbackStore, Disposition, Handler, Handlers, KnownRecord, RecordChanged,
    StoreError,
};
use pos_v3_client::http::{HeaderMap, HeaderValue, Method};
use tokio::sync::Notify;
use tokio::time::{Instant, advance, sleep};

use super::deadline::change;
use super::remote::{Remote, VENUE};
use super::service::{Orders, SECRET, form};
use super::stopped_clock::stop_clock;

const SECOND: Duration = Duration::from_secs(1);

/// Delays the calls of another store.
struct Slow {
    orders: Orders,
    find: Duration,
    change: Duration,
    /// Notified when a change is recorded.
    changing: Notify,
}

impl CallbackStore<GetIncomingOrder> for Slow {
    async fn find(
        &self,
        id: &i64,
        reference: Option<&str>,
    ) -> Result<Option<KnownRecord>, StoreError> {
        pass(self.find).await;
        self.orders.find(id, reference).await
    }

    async fn record_change(
        &self,
        change: RecordChanged<GetIncomingOrder>,
    ) -> Result<bool, StoreError> {
        self.changing.notify_one();
        pass(self.change).await;
        self.orders.record_change(change).await
    }
}

/// Sleeps, unless for zero time, which would never end with a stopped clock.
async fn pass(time: Duration) {
    if !time.is_zero() {
        sleep(time).await;
    }
}

type SlowHandler = Handler<GetIncomingOrder, Slow>;

/// A handler whose store knows order 7, which the remote service has.
async fn handler(find: Duration, change: Duration) -> (Remote, SlowHandler) {
    let remote = Remote::start().await;
    remote.set(7, "WEB-7", "pending");
    let orders = Orders::new(100);
    orders.expect("WEB-7").unwrap();
    orders.confirm("WEB-7", 7).unwrap();
    let slow = Slow {
        orders,
        find,
        change,
        changing: Notify::new(),
    };
    let handler = Handler::new(remote.client(VENUE), SECRET, slow).unwrap();
    (remote, handler)
}

/// Passes a callback for order 7 to a handler.
async fn callback(handler: &SlowHandler) -> CallbackResponse {
    let mut headers = HeaderMap::new();
    let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert("content-type", kind);
    let handlers = Handlers::new([handler.clone()]);
    let pending = handlers.admit(&Method::POST, SECRET, &headers);
    let body = form(7, "WEB-7", "Pending");
    pending.unwrap().handle(body.as_bytes()).await
}

/// Paused time goes on when nothing else is left to do.
#[tokio::test(start_paused = true)]
async fn slow_store_lookup_is_a_503_before_the_deadline() {
    let (remote, handler) = handler(3_600 * SECOND, Duration::ZERO).await;
    let start = Instant::now();
    let received = callback(&handler).await;
    assert_eq!(start.elapsed().as_secs(), 4);
    assert_eq!(
        (received.disposition(), received.status().as_u16()),
        (Disposition::NotQueued, 503)
    );
    let line = received.to_string();
    assert!(line.contains("store lookup timed out"), "{line}");
    assert_eq!((remote.reads(), handler.queued().await.unwrap()), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn store_time_counts_against_the_response_deadline() {
    let (remote, handler) = handler(3 * SECOND, Duration::ZERO).await;
    remote.close();
    let start = Instant::now();
    let received = callback(&handler).await;
    assert_eq!(start.elapsed().as_secs(), 4);
    assert_eq!(
        (received.disposition(), handler.queued().await.unwrap()),
        (Disposition::Queued, 1)
    );
}

#[tokio::test]
async fn change_that_is_not_stored_in_time_stays_queued() {
    let (remote, handler) = handler(Duration::ZERO, 10 * SECOND).await;
    let _clock = stop_clock();
    let later = async {
        change(handler.store().changing.notified()).await;
        advance(5 * SECOND).await;
    };
    let (received, ()) = tokio::join!(callback(&handler), later);
    assert_eq!(
        (received.disposition(), handler.queued().await.unwrap()),
        (Disposition::Queued, 1)
    );
    // Read once more without a limit, it is a change: the abandoned call stored nothing.
    let later = async {
        change(handler.store().changing.notified()).await;
        advance(11 * SECOND).await;
    };
    let (read, ()) = tokio::join!(handler.retry_queued(), later);
    assert_eq!(read[0].disposition(), Disposition::Changed);
    assert_eq!((remote.reads(), handler.queued().await.unwrap()), (2, 0));
}
