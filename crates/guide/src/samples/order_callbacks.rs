//! A service that receives the callbacks of its orders with axum. Callbacks are untrusted: the
//! handler reads the order, and reports each change once.

use std::error::Error;

use api_sandbox::{OrderStatus, Sandbox};
use pos_v3_client::callback::{self, Handler, Handlers, MemoryStore, router};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired, OrderState};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, GetIncomingOrder, IntegratorAndVenue,
};
use tokio::net::TcpListener;

/// The last segment of the venue's callback URL. A service generates a random one for each venue,
/// and protects it like a password.
const SECRET: &str = "5f1d7a84db00d2fce00b31a7fc73224f";

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let client = Client::new(config)?;

    // ANCHOR: handler
    // The service: a handler per venue, a router, and a task that reads the orders.
    let orders = MemoryStore::<GetIncomingOrder>::new(10_000);
    let receiver = Handler::new(client.clone(), SECRET, orders.clone())?;
    let app = axum::Router::new().nest("/callbacks", router(Handlers::new([receiver.clone()])));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, app).await });
    let worker = receiver.clone();
    tokio::spawn(async move { worker.run().await });
    // ANCHOR_END: handler

    // ANCHOR: expect
    // An order is expected before it is created, as its callback may precede the response.
    orders.expect("WEB-1001")?;
    let items = vec![NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 2,
    })];
    let mut order = NewIncomingOrder::new("WEB-1001", items);
    order.status_callback = Some(format!("http://{address}/callbacks/{SECRET}").into());
    let placed = client.send(CreateIncomingOrder::new(order)).await?;
    let id = placed.incoming_order.id.ok_or("missing order id")?;
    orders.confirm("WEB-1001", id)?;
    // ANCHOR_END: expect

    // ANCHOR: changes
    // All orders: each change once.
    let control = sandbox.control();
    let mut changes = orders.events();
    for status in [OrderStatus::Change, OrderStatus::Completed] {
        control.set_order_status(id, status)?;
        let change = changes.next().await;
        let reference = change.reference.as_deref().unwrap_or("?");
        println!("changed   {reference} is {}", change.state);
    }
    // ANCHOR_END: changes

    // ANCHOR: watch
    // One order, by its callbacks and by polling, until the state that you wait for.
    let mut states = callback::watch::<GetIncomingOrder, _>(&client, id)
        .wakeups(receiver.wakeups(id))
        .until(|response| {
            response.incoming_order.aasm_state == Some(OrderState::Processing.into())
        });
    let mut next = vec![OrderStatus::Processing, OrderStatus::Change];
    while let Some(update) = states.next().await {
        let order = update?.output.incoming_order;
        println!("watched   WEB-1001 is {}", order.aasm_state_or_default()?);
        if let Some(status) = next.pop() {
            control.set_order_status(id, status)?;
        }
    }
    // ANCHOR_END: watch
    Ok(())
}
