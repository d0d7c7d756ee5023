//! Callbacks that come while a record is read, and who waits for changes. What strangers can send is tried elsewhere, over
//! sockets.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use api_runtime::api_wire::form::{self, FormError};
use api_runtime::api_wire::{Extra, record};
use api_runtime::callback::{Disposition, Handler, Handlers, MemoryStore, PendingCallback};
use api_runtime::http::{self, HeaderMap, HeaderValue, Method as Verb, StatusCode, header};
use api_runtime::{
    Attempt, AuthorizedBy, BoxFuture, Bytes, Config, Method, Operation, OperationInfo, RawResponse,
    ReadError, Refetch, Request, ResponseReader, Retry, Stream, Transport, TransportError,
};
use tokio::time::{sleep, timeout};

use crate::shop::{Environment, Shop, ShopClient, VenueToken, venue};

#[derive(Clone, Default, PartialEq)]
struct Order {
    id: Option<i64>,
    reference_no: Option<String>,
    state: Option<String>,
    extra: Extra,
}

record! { Order { id: "id", reference_no: "reference_no", state: "state", } }

struct GetOrder(i64);

impl Operation for GetOrder {
    type Api = Shop;
    type Output = Order;
    const INFO: OperationInfo =
        OperationInfo::new("get_order", Method::Get, "/v2/orders/{id}").retry(Retry::Safe);

    fn write_request(&self, request: &mut Request) {
        request.path("id", &self.0);
    }

    fn read_response(response: &ResponseReader) -> Result<Order, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for GetOrder {}

impl Refetch for GetOrder {
    type Callback = Order;
    type Id = i64;
    type State = String;

    fn parse_callback(form: &[u8]) -> Result<Order, FormError> {
        form::read(form, "order")
    }

    fn callback_id(callback: &Order) -> Option<&i64> {
        callback.id.as_ref()
    }

    fn callback_reference(callback: &Order) -> Option<&str> {
        callback.reference_no.as_deref()
    }

    fn for_id(id: i64) -> Self {
        Self(id)
    }

    fn id(output: &Order) -> Option<&i64> {
        output.id.as_ref()
    }

    fn reference(output: &Order) -> Option<&str> {
        output.reference_no.as_deref()
    }

    fn state(output: &Order) -> Option<&String> {
        output.state.as_ref()
    }
}

/// Answers after ten seconds with the state that was there when it was asked.
struct Slow(Arc<Mutex<&'static str>>);

impl Transport for Slow {
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

/// A registry that knows order 7, and its receiver.
fn receiver(state: &Arc<Mutex<&'static str>>) -> (Orders, Handler<GetOrder, Orders>) {
    let address = "https://shop.example/api";
    let config = Config::new(Environment::Staging, address, venue()).unwrap();
    let client = ShopClient::builder(config)
        .transport(Slow(Arc::clone(state)))
        .build()
        .unwrap();
    let orders = Orders::new(10);
    orders.confirm("WEB-7", 7).unwrap();
    let receiver = Handler::new(client, SECRET, orders.clone()).unwrap();
    (orders, receiver)
}

fn callback(receiver: &Handler<GetOrder, Orders>) -> PendingCallback<GetOrder, Orders> {
    let mut headers = HeaderMap::new();
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(header::CONTENT_TYPE, form);
    let receivers = Handlers::new([receiver.clone()]);
    receivers.admit(&Verb::POST, SECRET, &headers).unwrap()
}

#[tokio::test(start_paused = true)]
async fn c15_a_callback_that_is_given_up_during_an_earlier_read_stays_queued() {
    // The remote service closes the connection, or is answered with 503.
    for patience in [1, 5] {
        let state = Arc::new(Mutex::new("processing"));
        let (orders, receiver) = receiver(&state);
        let mut changes = orders.events();
        let reading = receiver.clone();
        let earlier = tokio::spawn(async move { reading.refetch(7).await });
        sleep(Duration::from_secs(1)).await;
        *state.lock().unwrap() = "completed";
        let given_up = callback(&receiver).handle(b"id=7&state=completed");
        if let Ok(received) = timeout(Duration::from_secs(patience), given_up).await {
            assert_eq!(received.disposition(), Disposition::Queued);
        }
        assert_eq!(earlier.await.unwrap().disposition(), Disposition::Changed);
        assert_eq!(changes.next().await.state, "processing");
        assert_eq!(receiver.queued(), 1, "{patience}");
        let later = receiver.retry_queued().await;
        assert_eq!(later[0].disposition(), Disposition::Changed);
        assert_eq!(changes.next().await.state, "completed");
        assert_eq!(receiver.queued(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_an_earlier_read_is_answered_by_one_more_and_leaves_nothing() {
    let state = Arc::new(Mutex::new("processing"));
    let (_, receiver) = receiver(&state);
    let reading = receiver.clone();
    let earlier = tokio::spawn(async move { reading.refetch(7).await });
    sleep(Duration::from_secs(7)).await;
    // It waits for three seconds, and is answered with 503 before its own read has ended.
    *state.lock().unwrap() = "completed";
    let received = callback(&receiver).handle(b"id=7&state=completed").await;
    assert_eq!(received.disposition(), Disposition::Queued);
    assert_eq!(earlier.await.unwrap().disposition(), Disposition::Changed);
    assert_eq!(
        receiver.refetch(7).await.disposition(),
        Disposition::Changed
    );
    assert_eq!(receiver.queued(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_registry_tells_the_id_of_a_reference_when_a_callback_has_told_it() {
    let state = Arc::new(Mutex::new("processing"));
    let (orders, receiver) = receiver(&state);
    orders.forget(&7);
    orders.expect("WEB-7").unwrap();
    assert_eq!(orders.id("WEB-7"), None);
    let read = receiver.refetch(7).await;
    assert_eq!(read.disposition(), Disposition::Unknown);
    let hint = b"id=7&reference_no=WEB-7&state=completed";
    assert_eq!(
        callback(&receiver).handle(hint).await.disposition(),
        Disposition::Queued
    );
    receiver.retry_queued().await;
    assert_eq!(orders.id("WEB-7"), Some(7));
    assert_eq!(orders.id("WEB-8"), None);
}

#[test]
fn who_gives_up_waiting_for_changes_is_not_kept() {
    struct Nobody;

    impl Wake for Nobody {
        fn wake(self: Arc<Self>) {}
    }

    let nobody = Arc::new(Nobody);
    let waker = Waker::from(Arc::clone(&nobody));
    let orders = Orders::new(1);
    let mut changes = orders.events();
    for _ in 0..2 {
        let mut context = Context::from_waker(&waker);
        assert!(Pin::new(&mut changes).poll_next(&mut context).is_pending());
    }
    drop(waker);
    assert_eq!(Arc::strong_count(&nobody), 2);
    drop(changes);
    assert_eq!(Arc::strong_count(&nobody), 1);
}
