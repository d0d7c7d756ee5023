//! The first calls to a server: recorded, read, and played in a test.

use std::error::Error;
use std::fs;

use api_sandbox::Sandbox;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let (url, token) = (sandbox.pos_url(), sandbox.credentials().venues[0].api_token);
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("first.har");
    // ANCHOR: record
    use pos_v2_client::{Client, Config, Environment, ListCustomers, VenueApiToken};

    let config = Config::new(Environment::Staging, &url, VenueApiToken::new(token))?;
    let client = Client::builder(config.clone()).record(&file).build()?;

    let list = ListCustomers::new().per_page(2).telephone_eq("5550100");
    let response = client.call().send_for_response(list).await?;
    for mismatch in &response.mismatches {
        println!("mismatch: {mismatch}"); // a value of another type than the documents say
    }
    client.send(ListCustomers::new().per_page(2)).await?;
    // ANCHOR_END: record
    let recorded: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file)?)?;
    let entry = &recorded["log"]["entries"][1];
    println!("{}", recorded["log"]["entries"][0]["request"]["url"]);
    let body: serde_json::Value = serde_json::from_str(
        entry["response"]["content"]["text"]
            .as_str()
            .unwrap_or("null"),
    )?;
    let customer = &body["customers"][0]["customer"];
    for field in ["id", "first_name", "customer_type", "birthday"] {
        println!("{field}: {}", customer[field]);
    }
    // ANCHOR: replay
    use pos_v2_client::testing::ScriptedTransport;

    // In a test: include_str!("first.har")
    let recorded = ScriptedTransport::from_har(&fs::read_to_string(&file)?);
    let client = Client::builder(config).transport(recorded).build()?;

    client.send(ListCustomers::new()).await?; // the first response
    let page = client.send(ListCustomers::new()).await?; // the second one
    assert_eq!(page.items[0].first_name.as_deref(), Some("x"));
    // ANCHOR_END: replay
    Ok(())
}
