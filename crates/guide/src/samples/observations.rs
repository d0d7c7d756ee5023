//! The shapes of responses, counted without any value of them.

use std::error::Error;

use api_sandbox::{Effect, Fault, Sandbox};
use pos_v2_client::{Client, Config, Environment, GetCustomer, VenueToken};

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let token = VenueToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("shop.observations");
    let wrong = Effect::Value("points".to_owned(), "12".into());
    let fault = Fault::new("get_customer", wrong);
    sandbox.control().inject(fault)?;
    // ANCHOR: observe
    use pos_v2_client::api_runtime::Observer;

    let observer = Observer::new();
    let client = Client::builder(config)
        .observer(&observer)
        .label("venue", 12)
        .build()?;
    for id in 8801..=8804 {
        client.send(GetCustomer::new(id)).await?;
    }
    observer.write(&path)?; // when the service stops, and from time to time
    // ANCHOR_END: observe
    let text = std::fs::read_to_string(&path)?;
    for line in text.lines().filter(|line| line.contains("points ")) {
        println!("{line}");
    }
    Ok(())
}
