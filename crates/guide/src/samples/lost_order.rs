//! An order of version 3 whose response is lost: its callback reports the id by which it is read.

use std::convert::Infallible;
use std::error::Error;
use std::time::Duration;

use api_sandbox::{Effect, Fault, OrderStatus, Sandbox};
use pos_v3_client::callback::{Handler, Handlers, MemoryStore, router};
use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, GetIncomingOrder, IntegratorAndVenue, Outcome,
};
use tokio::net::TcpListener;

use super::demo;

const SECRET: &str = "5f1d7a84db00d2fce00b31a7fc73224f";

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let orders = MemoryStore::<GetIncomingOrder>::new(10_000);
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    // ANCHOR: finder
    // Version 3 reads orders by id: a callback may have reported it.
    let store = orders.clone();
    let finder = move |reference: String| {
        let id = store.id(&reference).map(|id| id.to_string());
        async move { Ok::<_, Infallible>(id) }
    };
    let client = Client::builder(config)
        .finder(finder)
        .attempt_timeout(Duration::from_secs(1))
        .timeout(Duration::from_secs(4))
        .build()?;
    // ANCHOR_END: finder
    let handler = Handler::new(client.clone(), SECRET, orders.clone())?;
    let app = axum::Router::new().nest("/callbacks", router(Handlers::new([handler.clone()])));
    tokio::spawn(async move { handler.run().await });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let callback_url = format!("http://{}/callbacks/{SECRET}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, app).await });

    let order = || {
        let items = vec![demo::item(1)];
        let mut order = NewIncomingOrder::new("WEB-1", items);
        order.status_callback = Some(callback_url.as_str().into());
        CreateIncomingOrder::new(order)
    };
    let fault = || Fault::new("create_incoming_order", Effect::DropAfter);
    sandbox.control().inject(fault())?;

    // ANCHOR: create
    orders.expect("WEB-1")?; // before the order is created
    match client.call().unique().send(order()).await {
        Err(error) if error.outcome() == Outcome::Unknown => {
            let reference = error.unique_key().unwrap_or_default();
            println!("{reference} unknown: {}", error.messages().join("; "));
        }
        other => return Err(format!("expected an unknown outcome, found {other:?}").into()),
    }
    // ANCHOR_END: create

    let control = sandbox.control();
    let placed = control.orders();
    let placed = placed.iter().find(|order| order.reference_no == "WEB-1");
    let id = placed.ok_or("missing order")?.id;
    control.set_order_status(id, OrderStatus::Processing)?;
    orders.events().next().await;
    // ANCHOR: again
    // The same call again, after a callback: the order is found, and compared with the request.
    let created = client.call().unique().send(order()).await?;
    let state = created.record.incoming_order.aasm_state_or_default()?;
    println!("WEB-1 {:?}: {state}", created.known);
    // ANCHOR_END: again
    Ok(())
}
