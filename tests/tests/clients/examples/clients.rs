//! Settings for a sandbox, with its demo credentials.

use std::error::Error;

use api_sandbox::{PaymentEnvironment, Sandbox};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

pub(crate) fn payments_client(sandbox: &Sandbox) -> Result<payments_client::Config> {
    use payments_client::{ClientCredentials, ClientValues, Config, Environment};
    let demo = PaymentEnvironment::Test.credentials();
    Ok(Config::with_client_values(
        Environment::Test,
        &sandbox.payments_url(PaymentEnvironment::Test),
        ClientCredentials::new(demo.client_id, demo.client_secret),
        ClientValues::new(demo.public_key),
    )?)
}

pub(crate) fn pos_v1_client(sandbox: &Sandbox) -> Result<pos_v1_client::Config> {
    use pos_v1_client::{Config, Environment, VenueApiToken};
    let token = VenueApiToken::new(sandbox.credentials().venues[0].api_token);
    Ok(Config::new(
        Environment::Staging,
        &sandbox.pos_url(),
        token,
    )?)
}

pub(crate) fn pos_v2_client(sandbox: &Sandbox) -> Result<pos_v2_client::Config> {
    use pos_v2_client::{Config, Environment, VenueApiToken};
    let token = VenueApiToken::new(sandbox.credentials().venues[0].api_token);
    Ok(Config::new(
        Environment::Staging,
        &sandbox.pos_url(),
        token,
    )?)
}

pub(crate) fn pos_v3_client(sandbox: &Sandbox) -> Result<pos_v3_client::Config> {
    use pos_v3_client::{Config, Environment, IntegratorAndVenue};
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    Ok(Config::new(
        Environment::Staging,
        &sandbox.pos_url(),
        credentials,
    )?)
}

pub(crate) fn vendor_client(sandbox: &Sandbox) -> Result<vendor_client::Config> {
    use vendor_client::{Config, Environment, IntegratorAndVendor};
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVendor::new(demo.integrator_token, demo.vendor_token);
    Ok(Config::new(
        Environment::Staging,
        &sandbox.pos_url(),
        credentials,
    )?)
}
