//! Orders over a failing connection: created at most once, with a known or unknown outcome. An order
//! that is sent again, as after a restart, is found.

use std::error::Error;
use std::time::Duration;

use api_sandbox::{Effect, Fault, Sandbox};
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v1_client::{Client, Config, CreateIncomingOrder, Environment, Known, Outcome, VenueToken};

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let token = VenueToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    // After a lost response, the look-ups end when the attempt can no longer be on its way.
    let client = Client::builder(config)
        .attempt_timeout(Duration::from_secs(2))
        .build()?;
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
            [
                vec![create(Effect::DropAfter)],
                vec![read(Effect::Status(403)); 2],
            ]
            .concat(),
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
        // ANCHOR: unique
        match client.call().unique().send(order).await {
            Ok(created) if !created.differences.is_empty() => {
                println!(
                    "{reference}  exists, with other values: {}",
                    created.differences[0]
                )
            }
            Ok(created) if created.known == Known::Recovered => {
                println!("{reference}  created by an earlier request")
            }
            Ok(_) => println!("{reference}  created"),
            Err(error) if error.outcome() == Outcome::Unknown => {
                let messages = error.messages().join(", ");
                let reference_no = error.unique_key().unwrap_or_default();
                println!("{reference}  unknown: \"{messages}\"; look for {reference_no} later");
            }
            Err(error) => println!("{reference}  not created: {error}"),
        }
        // ANCHOR_END: unique
    }

    let placed = control.orders();
    let ours = placed
        .iter()
        .filter(|order| order.reference_no.starts_with("WEB-"));
    println!("at the venue  {} orders", ours.count());
    Ok(())
}
