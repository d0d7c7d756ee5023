//! Watching an order by its callbacks.

use std::time::Duration;

use test_support::shop::GetOrder;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{sleep, timeout};

use crate::service::Service;

const SECOND: Duration = Duration::from_secs(1);

/// The states of order 7, as a watch in a task of its own yields them.
fn states(service: &Service) -> UnboundedReceiver<String> {
    let mut watch = api_callbacks::watch::<GetOrder, _>(&service.server.client(), 7)
        .wakeups(service.handler.wakeups(7))
        .poll_interval(Duration::MAX);
    let (sender, states) = unbounded_channel();
    tokio::spawn(async move {
        while let Some(update) = watch.next().await {
            let _ = sender.send(update.unwrap().state.unwrap());
        }
    });
    states
}

/// What comes within a time.
async fn within(time: Duration, states: &mut UnboundedReceiver<String>) -> Vec<String> {
    let mut all = Vec::new();
    let collecting = async {
        while let Some(state) = states.recv().await {
            all.push(state);
        }
    };
    let _ = timeout(time, collecting).await;
    all
}

#[tokio::test(start_paused = true)]
async fn a_callback_wakes_the_watches_of_its_order() {
    let service = Service::new();
    service.order(7, "pending").await;
    service.order(8, "pending").await;
    let mut states = states(&service);
    assert_eq!(within(86_400 * SECOND, &mut states).await, ["pending"]);
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
        let found = within(3 * SECOND, &mut states).await;
        assert_eq!(found, [state]);
    }
    let reads = service.server.reads().len();
    assert!((4..=10).contains(&reads), "{reads}");
    // Also of an order that the journal does not know.
    let service = Service::new();
    service.server.set(7, "pending");
    let mut states = self::states(&service);
    assert_eq!(within(SECOND, &mut states).await, ["pending"]);
    service.server.set(7, "canceled");
    assert_eq!(service.callback(7, "canceled").await, 200);
    assert_eq!(within(3 * SECOND, &mut states).await, ["canceled"]);
}
