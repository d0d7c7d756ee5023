//! Timeouts of a client, and of a single call.

use std::error::Error;

use api_sandbox::Sandbox;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let (url, demo) = (sandbox.pos_url(), sandbox.credentials());
    let token = demo.venues[0].api_token;
    // ANCHOR: options
    use std::time::Duration;

    use pos_v2_client::{Client, Config, Environment, GetCustomer, VenueToken};

    let config = Config::new(Environment::Staging, &url, VenueToken::new(token))?;
    let client = Client::builder(config)
        .attempt_timeout(Duration::from_secs(10))
        .user_agent_suffix("corner-shop/1.4")
        .build()?;

    let call = client.call().timeout(Duration::from_secs(20));
    match call.send(GetCustomer::new(7)).await {
        Ok(customer) => println!(
            "{:?}: {} points",
            customer.id,
            customer.points_or_default()?
        ),
        Err(error) if error.is_not_found() => println!("no such customer"),
        Err(error) => return Err(error.into()),
    }
    // ANCHOR_END: options
    Ok(())
}
