//! Hand-written. An order from the menu to the door, with the callbacks that tell of it, against a sandbox that this
//! program starts itself.
//!
//! ```sh
//! cargo run -p api-sandbox --example delivery_order
//! ```

use std::error::Error;
use std::io::{self, Write};

use api_sandbox::{OrderStatus, Sandbox};
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, OrderStatusEvent};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, GetIncomingOrder, GetMenuFeed,
    IntegratorAndVenue,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    tell(&mut io::stdout()).await
}

pub(crate) async fn tell(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let client = Client::new(config)?;

    let feed = GetMenuFeed::new(demo.venues[0].menu_feed_key);
    let menu = client.send(feed).await?;
    let group = menu.menu_groups.first().ok_or("an empty menu")?;
    let chosen = group.menu_items.first().ok_or("an empty group")?;
    let price = chosen.prices.first().ok_or("no price")?;
    writeln!(
        out,
        "menu      {} groups; two of {}",
        menu.menu_groups.len(),
        chosen.name.as_deref().unwrap_or("?")
    )?;

    // Where the service listens for callbacks.
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let product = chosen.id.clone().ok_or("a product has an id")?;
    let price = price.id.clone().ok_or("a price has an id")?;
    let items = vec![NewOrderItem::new(product, price, 2)];
    let mut order = NewIncomingOrder::new("WEB-1001", items);
    order.order_type = Some("delivery".into());
    order.status_callback = Some(format!("http://{}/orders", listener.local_addr()?));
    let placed = client.send(CreateIncomingOrder::new(order)).await?;
    let id = placed.incoming_order.id.ok_or("an order has an id")?;
    writeln!(
        out,
        "placed    {id} is {}",
        placed.incoming_order.aasm_state_or_default()
    )?;

    // The venue's side of it: the sandbox changes the status, and tells the callback address each time.
    let control = sandbox.control();
    for status in [
        OrderStatus::Processing,
        OrderStatus::Completed,
        OrderStatus::EnRoute,
        OrderStatus::Delivered,
    ] {
        control.set_order_status(id, status)?;
        let (connection, _) = listener.accept().await?;
        let told = callback(connection).await?;
        writeln!(
            out,
            "callback  {} of {}",
            told.status.ok_or("a callback has a status")?,
            told.reference_no.unwrap_or_default()
        )?;
    }

    // A callback is a hint, the order itself is the truth.
    let order = client.send(GetIncomingOrder::new(id)).await?.incoming_order;
    writeln!(out, "read      {id} is {}", order.aasm_state_or_default())?;
    Ok(())
}

/// Reads one callback, and answers it.
async fn callback(mut connection: TcpStream) -> Result<OrderStatusEvent, Box<dyn Error>> {
    let mut request = Vec::new();
    loop {
        connection.read_buf(&mut request).await?;
        let text = std::str::from_utf8(&request)?;
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && head
                .to_ascii_lowercase()
                .contains(&format!("content-length: {}", body.len()))
        {
            let hint = OrderStatusEvent::from_form(body.as_bytes())?;
            connection
                .write_all(b"HTTP/1.1 204 No Content\r\n\r\n")
                .await?;
            return Ok(hint);
        }
    }
}
