//! Responses that differ from the description: kept, reported, and in strict mode an error.

use std::error::Error;

use api_sandbox::{Effect, Fault, Sandbox};
use pos_v2_client::{Client, Config, Environment, GetCustomer, VenueApiToken};

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v2(&sandbox)?;
    let inject = |effect| sandbox.control().inject(Fault::new("get_customer", effect));
    // ANCHOR: tolerant
    inject(Effect::UnknownField)?;
    let customer = client.send(GetCustomer::new(8801)).await?;
    let unknown: Vec<_> = customer
        .extra
        .iter()
        .map(|(key, _)| key.to_string())
        .collect();
    println!("unknown   {}", unknown.join(", "));

    inject(Effect::WrongType("points".to_owned()))?;
    let response = client
        .call()
        .send_for_response(GetCustomer::new(8801))
        .await?;
    println!("field     {:?}", response.value.points);
    for mismatch in &response.mismatches {
        println!("mismatch  {mismatch}");
    }
    if let Err(error) = response.value.points_or_default() {
        println!("default   none: {error}");
    }
    // ANCHOR_END: tolerant

    let token = VenueApiToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    // ANCHOR: strict
    let client = Client::builder(config).strict(true).build()?;
    inject(Effect::WrongType("points".to_owned()))?;
    if let Err(error) = client.send(GetCustomer::new(8801)).await {
        println!("strict    {:?}, {:?}", error.kind(), error.outcome());
    }
    // ANCHOR_END: strict
    Ok(())
}
