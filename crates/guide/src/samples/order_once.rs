//! Orders over a failing connection: created at most once, with a known or unknown outcome. An order
//! that is sent again, as after a restart, is found.

use std::error::Error;

use api_sandbox::{Effect, Fault, Sandbox};
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v1_client::{
    Client, Config, CreateIncomingOrder, Created, Environment, Outcome, VenueToken,
};

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let token = VenueToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let client = Client::new(config)?;
    let control = sandbox.control();

    // The faults of each order, with their operations.
    let create = |effect| ("create_incoming_order", effect);
    let read = |effect| ("get_incoming_order", effect);
    for (reference, faults) in [
        ("WEB-1", vec![]),
        ("WEB-2", vec![create(Effect::DropBefore)]),
        ("WEB-3", vec![create(Effect::DropAfter)]),
        (
            "WEB-4",
            vec![create(Effect::DropAfter), read(Effect::Status(404))],
        ),
        // After a restart: the same order again.
        ("WEB-4", vec![]),
    ] {
        for (operation, effect) in faults {
            control.inject(Fault::new(operation, effect))?;
        }
        let items = vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })];
        let order = CreateIncomingOrder::new(NewIncomingOrder::new(reference, items));
        // ANCHOR: create_once
        match client.create_once(order).await {
            Ok(Created::Confirmed(_)) => println!("{reference}  created"),
            Ok(Created::Recovered(_)) => {
                println!("{reference}  created by an earlier request")
            }
            Ok(Created::Changed { differences, .. } | Created::Differs { differences, .. }) => {
                println!("{reference}  exists, with other values: {}", differences[0])
            }
            Err(error) if error.outcome() == Outcome::Unknown => {
                let messages = error.messages().join(", ");
                let reference_no = error.unique_key().unwrap_or_default();
                println!("{reference}  unknown: \"{messages}\"; look for {reference_no} later");
            }
            Err(error) => println!("{reference}  not created: {error}"),
        }
        // ANCHOR_END: create_once
    }

    let placed = control.orders();
    let ours = placed
        .iter()
        .filter(|order| order.reference_no.starts_with("WEB-"));
    println!("at the venue  {} orders", ours.count());
    Ok(())
}
