//! The whole life of an order in the sandbox, followed by the callbacks of the sandbox.

use std::future::Future;
use std::time::Duration;

use api_sandbox::{CallbackOutcome, Effect, Fault, OrderStatus, Sandbox};
use pos_v3_client::callback::{self, Events, Handler, Handlers, Records, router};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
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
    orders: Records<GetIncomingOrder>,
    changes: Events<GetIncomingOrder>,
    handler: Handler<GetIncomingOrder>,
    callback: String,
}

async fn shop() -> Shop {
    let sandbox = Sandbox::start().await.unwrap();
    let client = Client::new(config::pos_v3(&sandbox.pos_url())).unwrap();
    let (orders, changes) = Records::in_memory(100);
    let handler = Handler::new(client.clone(), SECRET, orders.clone()).unwrap();
    let app = axum::Router::new().nest("/hooks", router(Handlers::new([handler.clone()])));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let callback = format!("http://{}/hooks/{SECRET}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let worker = handler.clone();
    tokio::spawn(async move { worker.run().await });
    Shop {
        sandbox,
        client,
        orders,
        changes,
        handler,
        callback,
    }
}

impl Shop {
    async fn order(&self, reference: &str) -> i64 {
        self.orders.expect(reference).await.unwrap();
        let mut order = NewIncomingOrder::new(
            reference,
            vec![NewOrderItem::new(NewOrderItemRequired {
                product_parent_id: "7001".into(),
                product_id: 9001.into(),
                quantity: 2,
            })],
        );
        order.status_callback = Some(self.callback.as_str().into());
        let placed = self.client.send(CreateIncomingOrder::new(order)).await;
        let id = placed.unwrap().incoming_order.id.unwrap();
        self.orders.confirm(reference, &id).await.unwrap();
        id
    }

    /// How often this order was read.
    fn reads(&self) -> usize {
        let received = self.sandbox.control().requests();
        let reads = received.iter().filter(|request| request.method == "GET");
        reads.count()
    }
}

const STEPS: [OrderStatus; 4] = [
    OrderStatus::Processing,
    OrderStatus::Completed,
    OrderStatus::EnRoute,
    OrderStatus::Delivered,
];

#[tokio::test]
async fn each_change_of_an_order_is_reported_once() {
    let shop = shop().await;
    let id = shop.order("WEB-1").await;
    let control = shop.sandbox.control();
    let mut changes = shop.changes.clone();
    let mut states = Vec::new();
    for step in STEPS {
        control.set_order_status(id, step).unwrap();
        let change = change(changes.next()).await;
        assert_eq!(
            (change.id, change.reference.as_deref()),
            (id, Some("WEB-1"))
        );
        states.push(change.state.to_string());
        control.wait_for_callbacks().await;
    }
    assert_eq!(states, ["processing", "completed", "en_route", "delivered"]);
    assert_eq!(shop.reads(), STEPS.len());
    let outcomes: Vec<_> = control
        .callbacks()
        .into_iter()
        .map(|callback| callback.outcome)
        .collect();
    assert_eq!(outcomes, vec![CallbackOutcome::Responded(202); STEPS.len()]);
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
    assert_eq!(change(shop.changes.next()).await.state.as_str(), "canceled");
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
        .until(|response| response.incoming_order.aasm_state == Some("delivered".into()));
    let mut states = Vec::new();
    let mut steps = STEPS.into_iter();
    while let Some(update) = change(watch.next()).await {
        states.push(update.unwrap().state.unwrap().to_string());
        if let Some(step) = steps.next() {
            control.set_order_status(id, step).unwrap();
        }
    }
    assert_eq!(
        states,
        [
            "pending",
            "processing",
            "completed",
            "en_route",
            "delivered"
        ]
    );
}
