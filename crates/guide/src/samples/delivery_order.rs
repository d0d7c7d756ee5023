//! An order from the menu to its delivery, with its status callbacks.

use std::error::Error;

use api_sandbox::{OrderStatus, Sandbox};
use pos_v3_client::model::{
    NewIncomingOrder, NewOrderItem, NewOrderItemRequired, OrderStatusEvent,
};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, GetIncomingOrder, GetMenuFeed,
    IntegratorAndVenue,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let client = Client::new(config)?;

    let feed = GetMenuFeed::new(demo.venues[0].menu_feed_key);
    // ANCHOR: states
    let menu = client.send(feed).await?;
    let group = menu.menu_groups.first().ok_or("empty menu")?;
    let chosen = group.menu_items.first().ok_or("empty group")?;
    let price = chosen.prices.first().ok_or("missing price")?;
    println!(
        "menu      {} groups; two of {}",
        menu.menu_groups.len(),
        chosen.name.as_deref().unwrap_or("?")
    );

    // The callback endpoint of the service.
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    // An order takes the id of a price as `product_id`. Whether `product_parent_id` is the id of the
    // menu item is not documented: the sandbox takes it, so ask the provider.
    let product = chosen.id.clone().ok_or("missing product id")?;
    let price = price.id.clone().ok_or("missing price id")?;
    let items = vec![NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: product,
        product_id: price,
        quantity: 2,
    })];
    let mut order = NewIncomingOrder::new("WEB-1001", items);
    order.order_type = Some("delivery".into());
    order.status_callback = Some(format!("http://{}/orders", listener.local_addr()?).into());
    let placed = client.send(CreateIncomingOrder::new(order)).await?;
    let id = placed.incoming_order.id.ok_or("missing order id")?;
    println!(
        "placed    {id} is {}",
        placed.incoming_order.aasm_state_or_default()?
    );

    // On the venue's side the sandbox changes the status, and sends a callback each time.
    let control = sandbox.control();
    for status in [
        OrderStatus::Processing,
        OrderStatus::Completed,
        OrderStatus::EnRoute,
        OrderStatus::Delivered,
    ] {
        control.set_order_status(id, status)?;
        let (connection, _) = listener.accept().await?;
        let event = receive_callback(connection).await?;
        println!(
            "callback  {} of {}",
            event.status.ok_or("missing status")?,
            event.reference_no.unwrap_or_default()
        );
    }

    // A callback is untrusted: read the order.
    let order = client.send(GetIncomingOrder::new(id)).await?.incoming_order;
    println!("read      {id} is {}", order.aasm_state_or_default()?);
    // ANCHOR_END: states
    Ok(())
}

/// Receives one callback, and responds to it.
async fn receive_callback(mut connection: TcpStream) -> Result<OrderStatusEvent, Box<dyn Error>> {
    let mut request = Vec::new();
    loop {
        connection.read_buf(&mut request).await?;
        let text = std::str::from_utf8(&request)?;
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            if head
                .to_ascii_lowercase()
                .contains(&format!("content-length: {}", body.len()))
            {
                let event = OrderStatusEvent::from_form(body.as_bytes())?;
                connection
                    .write_all(b"HTTP/1.1 204 No Content\r\n\r\n")
                    .await?;
                return Ok(event);
            }
        }
    }
}
