//! The first calls: an order at a venue, and the request of its payment.

use std::error::Error;

use store_sqlite::SqliteStore;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    // ANCHOR: order
    use api_sandbox::Sandbox;
    use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
    use pos_v3_client::{Client, Config, CreateIncomingOrder, Environment, IntegratorAndVenue};

    // In production: your base URL and tokens.
    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let client = Client::new(config)?;

    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 2,
    });
    let order = NewIncomingOrder::new("WEB-1", vec![item]);
    let placed = client.send(CreateIncomingOrder::new(order)).await?;
    println!("order   {}", placed.incoming_order.aasm_state_or_default()?);
    // ANCHOR_END: order

    let builder = demo::payments_builder(&sandbox)?;
    let payment = demo::payment();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("payments.db");
    // ANCHOR: payment
    // Once for this cart: the journal knows it, even if the process crashes or the buyer clicks again.
    let payments = builder.journal(SqliteStore::open(&file).await?).build()?;
    let create = payments_client::CreateRequest::new(payment);
    let sent = payments.once("cart-7").send(create).await?;
    println!("payment {}", sent.record_id().ok_or("missing id")?);
    // ANCHOR_END: payment
    Ok(())
}
