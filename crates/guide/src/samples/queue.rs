//! Records in a queue or a column: serialized with serde, and without secrets and personal data.

use std::error::Error;

// ANCHOR: event
use pos_v2_client::model::{Customer, Redacted};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize)]
#[serde(tag = "event", content = "data")]
enum Event {
    Created(Customer),
    Changed(Customer),
}
// ANCHOR_END: event

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    // ANCHOR: queue
    use pos_v2_client::api_wire::from_str;

    let text = r#"{"id": 7, "first_name": "Ada", "tier": "gold"}"#;
    let customer: Customer = from_str(text)?;
    let stored = serde_json::to_string(&Event::Changed(customer))?;
    println!("{stored}");

    let Event::Changed(customer) = serde_json::from_str(&stored)? else {
        return Err("expected a changed customer".into());
    };
    println!("{}", serde_json::to_string(&Redacted(&customer))?);

    // How a test makes a record.
    let mut other = Customer::default();
    other.id = Some(8);
    assert_ne!(customer, other);
    // ANCHOR_END: queue
    Ok(())
}
