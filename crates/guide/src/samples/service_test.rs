//! A test of a service with a fault: the code under test, and what the test expects.

use std::error::Error;

use super::demo;

// ANCHOR: place
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{Client, CreateIncomingOrder};

/// The code under test.
async fn place(client: &Client, reference: &str) -> &'static str {
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 2,
    });
    let items = vec![item];
    let order = NewIncomingOrder::new(reference, items);
    let order = CreateIncomingOrder::new(order);
    match client.once(reference).send(order).await {
        Ok(_) => "placed",
        // The shop calls again, with the same key.
        Err(error) if error.again_in().is_some() => "pending",
        Err(_) => "stopped", // the staff find out why
    }
}
// ANCHOR_END: place

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    // ANCHOR: test
    use api_sandbox::{Effect, Fault, OrderStatus, Sandbox};

    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v3(&sandbox)?;
    let control = sandbox.control();

    // The service places an order; the test waits for it, and plays the venue.
    println!("{}", place(&client, "WEB-1").await);
    let order = control.next_order().await?;
    assert_eq!(
        (order.reference_no.as_str(), order.items[0].quantity),
        ("WEB-1", 2)
    );
    control.set_order_status(order.id, OrderStatus::Delivered)?;

    // The venue receives the next order, and the connection breaks before the response.
    let fault = Fault::new("create_incoming_order", Effect::DropAfter).for_reference("WEB-2");
    control.inject(fault)?;
    println!("{}", place(&client, "WEB-2").await);
    assert_eq!(control.next_order().await?.reference_no, "WEB-2");
    control.verify_faults()?; // fails if a fault was not used
    // ANCHOR_END: test

    // ANCHOR: change
    use std::time::Duration;

    use serde_json::json;

    control.advance_clock(Duration::from_secs(24 * 60 * 60))?;
    control.change(12, "prices", 9001, json!({ "on_hand": 0 }))?;
    // An error names the member.
    let wrong = control.change(12, "prices", 9001, json!({ "in_hand": 0 }));
    if let Err(error) = wrong {
        println!("{error}");
    }
    // ANCHOR_END: change
    Ok(())
}
