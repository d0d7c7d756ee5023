//! A unit test without a server: scripted responses, and the recorded requests.

use std::error::Error;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    // ANCHOR: test
    use pos_v3_client::testing::{ScriptedTransport, Step};
    use pos_v3_client::{Client, Config, Environment, GetIncomingOrder, IntegratorAndVenue};

    let credentials = IntegratorAndVenue::new("integrator", "venue");
    let config = Config::new(Environment::Staging, "https://pos.example/api", credentials)?;
    let transport = ScriptedTransport::new([
        Step::response(503, ""),
        Step::response(
            200,
            r#"{"incoming_order": {"id": 7, "aasm_state": "pending"}}"#,
        ),
    ]);
    let client = Client::builder(config.clone())
        .transport(transport.clone())
        .build()?;

    let response = client.send(GetIncomingOrder::new(7)).await?; // your code that sends it
    assert_eq!(response.incoming_order.id, Some(7));
    assert_eq!(transport.attempts(), 2);
    // ANCHOR_END: test
    // ANCHOR: lost
    use pos_v3_client::journal::MemoryStore;
    use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
    use pos_v3_client::{CreateIncomingOrder, NextStep, Outcome};

    let client = Client::builder(config)
        .transport(ScriptedTransport::new([Step::lost()]))
        .journal(MemoryStore::default())
        .account(12)
        .build()?;
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 2,
    });
    let order = CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", vec![item]));
    let error = client.once("cart-7").send(order).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown);
    assert_eq!(error.next_step(), NextStep::Person); // with a `status_callback`: `Wait`
    // ANCHOR_END: lost
    let order = response.incoming_order;
    println!("{} after 2 attempts", order.aasm_state_or_default()?);
    Ok(())
}
