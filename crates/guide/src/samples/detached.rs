//! A write whose browser goes away: detached, it runs to its end.

use std::error::Error;
use std::time::Duration;

use api_sandbox::{Effect, Fault, Sandbox};
use pos_v3_client::model::NewIncomingOrder;
use tokio::time::timeout;

use super::demo;

// ANCHOR: handler
use pos_v3_client::{Client, CreateIncomingOrder, Error as ApiError};

/// A handler: web frameworks drop it when the browser goes away.
async fn place(client: Client, order: NewIncomingOrder) -> Result<Option<String>, ApiError> {
    let order = CreateIncomingOrder::new(order);
    let sent = client.once("cart-7").send(order).detached().await?;
    Ok(sent.record_id().map(str::to_owned))
}
// ANCHOR_END: handler

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v3(&sandbox)?;
    let slow = Effect::Delay(Duration::from_secs(1));
    let fault = Fault::new("create_incoming_order", slow);
    sandbox.control().inject(fault)?;
    let ours = || {
        let orders = sandbox.control().orders();
        orders
            .iter()
            .filter(|order| order.reference_no == "WEB-1")
            .count()
    };
    let items = vec![demo::item(1)];
    let order = NewIncomingOrder::new("WEB-1", items);
    // ANCHOR: drain
    // The browser waits for a moment, and goes away: the handler's future is dropped.
    let handler = place(client.clone(), order);
    let gone = timeout(Duration::from_millis(200), handler).await.is_err();
    println!("browser gone: {gone}, orders: {}", ours());

    // At the end of the process, after the server has stopped.
    client.drain(Duration::from_secs(60)).await;
    println!("drained, orders: {}", ours());
    // ANCHOR_END: drain
    Ok(())
}
