//! The whole life of an order in the sandbox, followed by the callbacks of the sandbox.

use std::future::Future;
use std::time::Duration;

use api_sandbox::{CallbackOutcome, Effect, Fault, OrderStatus, Sandbox};
use api_wire::OpenEnum;
use pos_v3_client::callback::{self, Events, Handler, Handlers, router};
use pos_v3_client::journal::MemoryStore;
use pos_v3_client::model::{self, NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{Client, CreateIncomingOrder, GetIncomingOrder, IntegratorAndVenue};
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::service::SECRET;
use crate::config;

/// The change that a future waits for. Without one the test fails, instead of waiting forever.
async fn change<T>(future: impl Future<Output = T>) -> T {
    let limit = Duration::from_secs(30);
    let change = timeout(limit, future).await;
    change.expect("a change; does `confirms_callback` in the spec name the right fields?")
}

struct Shop {
    sandbox: Sandbox,
    client: Client<IntegratorAndVenue>,
    changes: Events<GetIncomingOrder>,
    handler: Handler<GetIncomingOrder>,
    callback: String,
}

async fn shop() -> Shop {
    let sandbox = Sandbox::start().await.unwrap();
    let store = MemoryStore::new();
    let client = Client::builder(config::pos_v3(&sandbox.pos_url())).account(12);
    let client = client.journal(store.clone()).build().unwrap();
    let changes = Events::new(store, 100);
    let handler = Handler::new(client.clone(), SECRET, changes.clone()).unwrap();
    let app = axum::Router::new().nest("/hooks", router(Handlers::new([handler.clone()])));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let callback = format!("http://{}/hooks/{SECRET}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let worker = handler.clone();
    tokio::spawn(async move { worker.run_forever().await });
    Shop {
        sandbox,
        client,
        changes,
        handler,
        callback,
    }
}

impl Shop {
    async fn order(&self, reference: &str) -> i64 {
        let mut order = NewIncomingOrder::new(
            reference,
            vec![NewOrderItem::new(NewOrderItemRequired {
                product_parent_id: "7001".into(),
                product_id: 9001.into(),
                quantity: 2,
            })],
        );
        order.status_callback = Some(self.callback.as_str().into());
        let order = CreateIncomingOrder::new(order);
        let placed = self.client.once(reference).send(order).await.unwrap();
        placed.record_id().unwrap().parse().unwrap()
    }
}

#[tokio::test]
async fn each_change_of_an_order_is_reported_once() {
    let shop = shop().await;
    let id = shop.order("WEB-1").await;
    let control = shop.sandbox.control();
    let mut changes = shop.changes.clone();
    for step in OrderStatus::ALL.into_iter().rev() {
        control.set_order_status(id, step).unwrap();
        let change = change(changes.next()).await;
        // The status in the callback; the state of the record has two values.
        let hint = change.hint.as_ref().map(|hint| hint.as_str());
        assert_eq!(hint, Some(step.name()));
        assert_eq!(
            (change.id, change.reference.as_deref()),
            (id, Some("WEB-1"))
        );
        control.wait_for_callbacks().await;
    }
    let outcomes: Vec<_> = control
        .callbacks()
        .into_iter()
        .map(|callback| callback.outcome)
        .collect();
    assert_eq!(
        outcomes,
        vec![CallbackOutcome::Responded(202); OrderStatus::ALL.len()]
    );
}

#[tokio::test]
async fn downtime_of_the_service_loses_no_change() {
    let mut shop = shop().await;
    let id = shop.order("WEB-1").await;
    let control = shop.sandbox.control();
    let fault = Fault::new("get_incoming_order", Effect::Status(500)).times(100);
    control.inject(fault).unwrap();
    control.set_order_status(id, OrderStatus::Canceled).unwrap();
    control.wait_for_callbacks().await;
    assert_eq!(
        control.callbacks()[0].outcome,
        CallbackOutcome::Responded(202)
    );
    assert_eq!(shop.handler.queued().await.unwrap().len(), 1);
    control.clear_faults();
    let change = change(shop.changes.next()).await;
    assert_eq!(*change.hint.as_ref().unwrap(), model::OrderStatus::Canceled);
}

#[tokio::test]
async fn a_watch_follows_an_order_by_its_callbacks() {
    let shop = shop().await;
    let id = shop.order("WEB-1").await;
    let control = shop.sandbox.control();
    let mut watch = callback::watch::<GetIncomingOrder, _>(&shop.client, id)
        .wakeups(shop.handler.wakeups(id))
        .poll_interval(Duration::from_secs(3_600))
        .min_interval(Duration::from_millis(50))
        .until(|response| response.incoming_order.aasm_state == Some("processing".into()));
    let mut states = Vec::new();
    while let Some(update) = change(watch.next()).await {
        states.push(update.unwrap().state.unwrap().to_string());
        control.set_order_status(id, OrderStatus::Change).unwrap();
        control
            .set_order_status(id, OrderStatus::Completed)
            .unwrap();
    }
    assert_eq!(states, ["pending", "processing"]);
}

/// They stand in the description once, which the sandbox does not read.
#[test]
fn the_sandbox_has_the_documented_statuses() {
    let names = OrderStatus::ALL.map(OrderStatus::name);
    assert_eq!(names, <model::OrderStatus as OpenEnum>::TEXTS);
}
