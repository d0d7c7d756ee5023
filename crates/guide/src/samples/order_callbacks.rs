//! A service that receives the callbacks of its orders with axum. Callbacks are untrusted: the
//! handler reads the order, and reports what it finds if that is new.

use std::error::Error;

use api_sandbox::{OrderStatus, Sandbox};
use pos_v3_client::callback::{self, Events, Handler, Handlers, router};
use pos_v3_client::journal::MemoryStore;
use pos_v3_client::model::{NewIncomingOrder, OrderState};
use pos_v3_client::{Client, CreateIncomingOrder, GetIncomingOrder};
use tokio::net::TcpListener;

use super::demo;

/// The last segment of the venue's callback URL. A service generates a random one for each venue,
/// and protects it like a password.
const SECRET: &str = "5f1d7a84db00d2fce00b31a7fc73224f";

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let config = demo::pos_v3_config(&sandbox)?;

    // ANCHOR: handler
    // The service: a client and a handler per venue, over one store, a router, and a task that reads the orders.
    let store = MemoryStore::new();
    let client = Client::builder(config).account(12);
    let client = client.journal(store.clone()).build()?;
    let mut changes = Events::<GetIncomingOrder>::new(store, 100);
    let receiver = Handler::new(client.clone(), SECRET, changes.clone())?;
    let app = axum::Router::new().nest("/callbacks", router(Handlers::new([receiver.clone()])));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, app).await });
    let worker = receiver.clone();
    tokio::spawn(async move { worker.run_forever().await });
    // ANCHOR_END: handler

    // ANCHOR: create
    // Its callbacks are those of the journal: nothing else connects both.
    let order = NewIncomingOrder::new("WEB-1001", vec![demo::item(2)])
        .status_callback(format!("http://{address}/callbacks/{SECRET}"));
    let order = CreateIncomingOrder::new(order);
    let placed = client.once("cart-7").send(order).await?;
    let id: i64 = placed.record_id().ok_or("missing order id")?.parse()?;
    // ANCHOR_END: create

    let control = sandbox.control();
    // ANCHOR: changes
    // All orders: each read that finds another order than the last one, or follows another claimed status.
    control.set_order_status(id, OrderStatus::Completed)?; // the venue does, in this sample
    let change = changes.next().await;
    let reference = change.reference.as_deref().unwrap_or("?");
    println!("changed   {reference} is {}", change.state);
    if let Some(status) = &change.hint {
        println!("claimed   {status}");
    }
    // ANCHOR_END: changes

    // ANCHOR: watch
    // One order, by its callbacks and by polling, until it is no longer pending.
    let mut states = callback::watch::<GetIncomingOrder, _>(&client, id)
        .wakeups(receiver.wakeups(id))
        .until(|response| {
            let state = response.incoming_order.aasm_state_or_default();
            state.is_ok_and(|state| state != OrderState::Pending)
        });
    while let Some(update) = states.next().await {
        let order = update?.output.incoming_order;
        println!("watched   WEB-1001 is {}", order.aasm_state_or_default()?);
    }
    // ANCHOR_END: watch
    Ok(())
}
