//! A client on reqwest 0.12, against a sandbox.

use api_sandbox::Sandbox;
use existing_service::transport::Reqwest012;
use pos_v3_client::journal::MemoryStore;
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, Environment, ErrorKind, GetIncomingOrder,
    IntegratorAndVenue, NextStep, Outcome,
};

#[tokio::test]
async fn an_order_is_placed_and_read() -> Result<(), Box<dyn std::error::Error>> {
    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let tokens = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), tokens)?;
    let transport = Reqwest012::new(reqwest::Client::builder())?;
    let client = Client::builder(config).account(12).transport(transport);
    let client = client.journal(MemoryStore::new()).build()?;
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 2,
    });
    let order = CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", vec![item]));
    let placed = client.once("cart-7").send(order).await?;
    let id: i64 = placed.record_id().ok_or("no id")?.parse()?;
    let order = client.send(GetIncomingOrder::new(id)).await?;
    assert_eq!(order.incoming_order.id, Some(id));
    Ok(())
}

#[tokio::test]
async fn what_was_not_sent_is_known() -> Result<(), Box<dyn std::error::Error>> {
    let tokens = IntegratorAndVenue::new("integrator", "venue");
    // A port that nothing listens to.
    let free = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let config = Config::new(Environment::Staging, &format!("http://{free}/api"), tokens)?;
    let transport = Reqwest012::new(reqwest::Client::builder())?;
    let client = Client::builder(config).transport(transport).build()?;
    let error = client.send(GetIncomingOrder::new(7)).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Connect, Outcome::NotSent)
    );
    assert!(matches!(error.next_step(), NextStep::Again { .. }));
    Ok(())
}
