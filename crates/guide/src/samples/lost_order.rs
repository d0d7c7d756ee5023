//! An order of version 3 whose response is lost: its callback reports the id by which it is read.

use std::error::Error;
use std::time::Duration;

use api_sandbox::{Effect, Fault, OrderStatus, Sandbox};
use pos_v3_client::callback::{Events, Handler, Handlers, router};
use pos_v3_client::journal::MemoryStore;
use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{Client, CreateIncomingOrder, GetIncomingOrder};
use tokio::net::TcpListener;

use super::demo;

const SECRET: &str = "5f1d7a84db00d2fce00b31a7fc73224f";

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let config = demo::pos_v3_config(&sandbox)?;
    // ANCHOR: handler
    // One store has the journal and what callbacks have named.
    let store = MemoryStore::new();
    let client = Client::builder(config)
        .account(12)
        .journal(store.clone())
        .attempt_timeout(Duration::from_secs(1))
        .timeout(Duration::from_secs(5))
        .build()?;
    let mut changes = Events::<GetIncomingOrder>::new(store, 100);
    let handler = Handler::new(client.clone(), SECRET, changes.clone())?;
    // ANCHOR_END: handler
    let app = axum::Router::new().nest("/callbacks", router(Handlers::new([handler.clone()])));
    tokio::spawn(async move { handler.run_forever().await });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let callback_url = format!("http://{}/callbacks/{SECRET}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, app).await });

    let order = || {
        let items = vec![demo::item(1)];
        let order = NewIncomingOrder::new("WEB-1", items);
        CreateIncomingOrder::new(order.status_callback(callback_url.as_str()))
    };
    let fault = Fault::new("create_incoming_order", Effect::DropAfter);
    sandbox.control().inject(fault)?;

    // ANCHOR: create
    match client.once("cart-7").send(order()).await {
        Ok(sent) => println!("placed {:?}", sent.record_id()),
        Err(error) => println!("{:?}: {:?}", error.outcome(), error.next_step()),
    }
    // ANCHOR_END: create

    let control = sandbox.control();
    let placed = control.orders();
    let placed = placed.iter().find(|order| order.reference_no == "WEB-1");
    let id = placed.ok_or("missing order")?.id;
    control.set_order_status(id, OrderStatus::Processing)?;
    changes.next().await;
    // ANCHOR: again
    // The same call, after a callback has reported the id: the order is read and compared.
    let sent = client.once("cart-7").send(order()).await?;
    println!("{:?}", sent.known);
    // ANCHOR_END: again
    let requests = control.requests();
    let sent = requests
        .iter()
        .filter(|request| request.operation.as_deref() == Some("create_incoming_order"));
    println!("sent {} times", sent.count());
    Ok(())
}
