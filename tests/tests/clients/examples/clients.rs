//! Clients of a sandbox with its demo credentials, and a journal for the writes.

use std::error::Error;

use api_sandbox::{PaymentEnvironment, Sandbox};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

pub(crate) fn payments_client(sandbox: &Sandbox) -> Result<payments_client::Client> {
    use payments_client::journal::MemoryJournal;
    use payments_client::{Client, ClientCredentials, ClientValues, Config, Environment};
    let demo = PaymentEnvironment::Test.credentials();
    let config = Config::with_client_values(
        Environment::Test,
        &sandbox.payments_url(PaymentEnvironment::Test),
        ClientCredentials::new(demo.client_id, demo.client_secret),
        ClientValues::new(demo.public_key),
    )?;
    let client = Client::builder(config).label("venue", 1);
    Ok(client.journal(MemoryJournal::new()).build()?)
}

pub(crate) fn pos_v1_client(sandbox: &Sandbox) -> Result<pos_v1_client::Client> {
    use pos_v1_client::journal::MemoryJournal;
    use pos_v1_client::{Client, Config, Environment, VenueToken};
    let token = VenueToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let client = Client::builder(config).label("venue", 1);
    Ok(client.journal(MemoryJournal::new()).build()?)
}

pub(crate) fn pos_v2_client(sandbox: &Sandbox) -> Result<pos_v2_client::Client> {
    use pos_v2_client::journal::MemoryJournal;
    use pos_v2_client::{Client, Config, Environment, VenueToken};
    let token = VenueToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let client = Client::builder(config).label("venue", 1);
    Ok(client.journal(MemoryJournal::new()).build()?)
}

pub(crate) fn pos_v3_client(sandbox: &Sandbox) -> Result<pos_v3_client::Client> {
    use pos_v3_client::journal::MemoryJournal;
    use pos_v3_client::{Client, Config, Environment, IntegratorAndVenue};
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let client = Client::builder(config).label("venue", 1);
    Ok(client.journal(MemoryJournal::new()).build()?)
}

pub(crate) fn vendor_client(sandbox: &Sandbox) -> Result<vendor_client::Client> {
    use vendor_client::{Client, Config, Environment, IntegratorAndVendor};
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVendor::new(demo.integrator_token, demo.vendor_token);
    Ok(Client::new(Config::new(
        Environment::Staging,
        &sandbox.pos_url(),
        credentials,
    )?)?)
}
