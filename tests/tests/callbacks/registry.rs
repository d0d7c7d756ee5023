//! A registry that takes its time, as one in a database may: a callback has its answer within 4 seconds all the same.

use std::time::Duration;

use pos_v3_client::GetIncomingOrder;
use pos_v3_client::callback::{
    CallbackResponse, CallbackStore, Disposition, Handler, Handlers, KnownRecord, RecordChanged,
    StoreError,
};
use pos_v3_client::http::{HeaderMap, HeaderValue, Method};
use tokio::sync::Notify;
use tokio::time::{Instant, advance, sleep};

use crate::remote::{Remote, VENUE};
use crate::service::{Orders, SECRET, form};
use crate::standstill::standstill;

const SECOND: Duration = Duration::from_secs(1);

/// Does what another one does, after a time.
struct Slow {
    orders: Orders,
    find: Duration,
    change: Duration,
    /// A change was handed over.
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

/// Waits, unless it is for nothing: with a clock that stands still even that would last for ever.
async fn pass(time: Duration) {
    if !time.is_zero() {
        sleep(time).await;
    }
}

type SlowReceiver = Handler<GetIncomingOrder, Slow>;

/// A receiver whose registry knows order 7, which the remote service has.
async fn receiver(find: Duration, change: Duration) -> (Remote, SlowReceiver) {
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
    let receiver = Handler::new(remote.client(VENUE), SECRET, slow).unwrap();
    (remote, receiver)
}

/// Hands a callback for order 7 to a receiver.
async fn callback(receiver: &SlowReceiver) -> CallbackResponse {
    let mut headers = HeaderMap::new();
    let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert("content-type", kind);
    let receivers = Handlers::new([receiver.clone()]);
    let admitted = receivers.admit(&Method::POST, SECRET, &headers);
    let body = form(7, "WEB-7", "Pending");
    admitted.unwrap().handle(body.as_bytes()).await
}

/// Paused time goes on when nothing else is left to do.
#[tokio::test(start_paused = true)]
async fn slow_store_lookup_is_a_503_before_the_deadline() {
    let (remote, receiver) = receiver(3_600 * SECOND, Duration::ZERO).await;
    let began = Instant::now();
    let received = callback(&receiver).await;
    assert_eq!(began.elapsed().as_secs(), 4);
    assert_eq!(
        (received.disposition(), received.status().as_u16()),
        (Disposition::NotQueued, 503)
    );
    let line = received.to_string();
    assert!(line.contains("store lookup timed out"), "{line}");
    assert_eq!((remote.reads(), receiver.queued()), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn store_time_counts_against_the_response_deadline() {
    let (remote, receiver) = receiver(3 * SECOND, Duration::ZERO).await;
    remote.close();
    let began = Instant::now();
    let received = callback(&receiver).await;
    assert_eq!(began.elapsed().as_secs(), 4);
    assert_eq!(
        (received.disposition(), receiver.queued()),
        (Disposition::Queued, 1)
    );
}

#[tokio::test]
async fn change_that_is_not_stored_in_time_stays_queued() {
    let (remote, receiver) = receiver(Duration::ZERO, 10 * SECOND).await;
    let _still = standstill();
    let later = async {
        receiver.store().changing.notified().await;
        advance(5 * SECOND).await;
    };
    let (received, ()) = tokio::join!(callback(&receiver), later);
    assert_eq!(
        (received.disposition(), receiver.queued()),
        (Disposition::Queued, 1)
    );
    // Read once more without a limit, it is a change: what was given up kept nothing.
    let later = async {
        receiver.store().changing.notified().await;
        advance(11 * SECOND).await;
    };
    let (read, ()) = tokio::join!(receiver.retry_queued(), later);
    assert_eq!(read[0].disposition(), Disposition::Changed);
    assert_eq!((remote.reads(), receiver.queued()), (2, 0));
}
