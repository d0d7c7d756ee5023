//! Watching an order: by polling, by wakeups, and both; and failures.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::{Error, ErrorKind, Watch};
use test_support::shop::{GetOrder, Order};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{sleep, timeout};

use crate::server::{Failure, Server};
use crate::service::Service;

const SECOND: Duration = Duration::from_secs(1);

type OrderWatch = Watch<Order, Option<String>>;

fn watch(server: &Server) -> OrderWatch {
    api_callbacks::watch::<GetOrder, _>(&server.client(), 7)
}

/// Runs a watch in a task of its own: its states, the kinds of its errors, and `end`.
fn run(mut watch: OrderWatch) -> UnboundedReceiver<String> {
    let (sender, items) = unbounded_channel();
    tokio::spawn(async move {
        while let Some(item) = watch.next().await {
            let text = match item {
                Ok(update) => update.state.unwrap_or_default(),
                Err(error) => format!("{:?}", error.kind()),
            };
            let _ = sender.send(text);
        }
        let _ = sender.send("end".to_owned());
    });
    items
}

/// What a watch yields within a time.
async fn within(time: Duration, items: &mut UnboundedReceiver<String>) -> Vec<String> {
    let mut all = Vec::new();
    let collecting = async {
        while let Some(item) = items.recv().await {
            all.push(item);
        }
    };
    let _ = timeout(time, collecting).await;
    all
}

#[tokio::test(start_paused = true)]
async fn polling_returns_each_change_once_and_the_last_state() {
    let server = Server::default();
    server.set(7, "pending");
    let last = |order: &Order| order.state.as_deref() == Some("delivered");
    let mut items = run(watch(&server).poll_interval(60 * SECOND).until(last));
    assert_eq!(within(200 * SECOND, &mut items).await, ["pending"]);
    server.set(7, "delivered");
    assert_eq!(within(200 * SECOND, &mut items).await, ["delivered", "end"]);
    assert!(
        (4..=7).contains(&server.reads().len()),
        "{:?}",
        server.reads()
    );
}

#[tokio::test(start_paused = true)]
async fn the_final_record_is_returned_even_if_its_state_is_not_new() {
    let server = Server::default();
    server.set(7, "pending");
    let seen = Mutex::new(0);
    let twice = move |_: &Order| {
        let mut seen = seen.lock().unwrap();
        *seen += 1;
        *seen == 2
    };
    let mut items = run(watch(&server).until(twice));
    assert_eq!(
        within(100 * SECOND, &mut items).await,
        ["pending", "pending", "end"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_callback_wakes_the_watches_of_its_order() {
    let service = Service::new();
    service.order(7, "pending");
    service.order(8, "pending");
    let wakeups = service.handler.wakeups(7);
    let mut items = run(watch(&service.server)
        .wakeups(wakeups)
        .poll_interval(Duration::MAX));
    assert_eq!(within(86_400 * SECOND, &mut items).await, ["pending"]);
    service.callback(8, "pending").await;
    sleep(10 * SECOND).await;
    assert_eq!(service.server.reads(), [7]);
    // During a read, within a second of one, several at once: none is lost.
    service.server.delay(SECOND / 2);
    for state in ["processing", "completed", "delivered"] {
        service.server.set(7, state);
        for _ in 0..10 {
            service.callback(7, "unknown").await;
            sleep(SECOND / 20).await;
        }
        let found = within(3 * SECOND, &mut items).await;
        assert_eq!(found, [state]);
    }
    let reads = service.server.reads().len();
    assert!((4..=10).contains(&reads), "{reads}");
    // Also of an order that the store does not know.
    service.orders.forget("WEB-7");
    service.server.set(7, "canceled");
    assert_eq!(service.callback(7, "canceled").await, 200);
    assert_eq!(within(3 * SECOND, &mut items).await, ["canceled"]);
}

#[tokio::test(start_paused = true)]
async fn a_failed_read_is_repeated_after_the_time_that_the_server_asks_for() {
    let server = Server::default();
    server.set(7, "pending");
    server.fail(7, Failure::Status(503, Some("90")));
    let failures = Arc::new(Mutex::new(Vec::new()));
    let kinds = Arc::clone(&failures);
    let on_error = move |error: &Error| kinds.lock().unwrap().push(error.kind());
    let mut items = run(watch(&server).on_error(on_error));
    sleep(60 * SECOND).await;
    assert_eq!(*failures.lock().unwrap(), [ErrorKind::Server]);
    server.recover();
    assert_eq!(within(20 * SECOND, &mut items).await, [""; 0]);
    assert_eq!(within(60 * SECOND, &mut items).await, ["pending"]);
}
