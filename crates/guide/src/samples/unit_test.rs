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
    let client = Client::builder(config)
        .transport(transport.clone())
        .build()?;

    let response = client.send(GetIncomingOrder::new(7)).await?; // your code that sends it
    assert_eq!(response.incoming_order.id, Some(7));
    assert_eq!(transport.attempts(), 2);
    // ANCHOR_END: test
    let order = response.incoming_order;
    println!("{} after 2 attempts", order.aasm_state_or_default()?);
    Ok(())
}
