//! Calls of code without `async`.

use std::error::Error;

use api_sandbox::Sandbox;
use pos_v2_client::{Config, Environment, VenueApiToken};

// ANCHOR: blocking
use pos_v2_client::{Client, ListCustomers, Wait};

fn count(config: Config) -> Result<usize, pos_v2_client::Error> {
    let client = Client::new(config)?;
    let mut customers = client.items(ListCustomers::new());
    let mut count = 0;
    while let Some(customer) = customers.next().wait() {
        customer?;
        count += 1;
    }
    Ok(count)
}
// ANCHOR_END: blocking

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let token = VenueApiToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    // The sandbox runs on this thread, so the calls block another one.
    let count = tokio::task::spawn_blocking(move || count(config)).await??;
    println!("{count} customers");
    Ok(())
}
