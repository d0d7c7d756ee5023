//! A configuration of each client, with the demo credentials of the sandbox.

pub(crate) fn payments(base_url: &str) -> payments_client::Config {
    use payments_client::{ClientCredentials, ClientValues, Config, Environment};
    let credentials = ClientCredentials::new("demo-client-id", "demo-client-secret");
    let values = ClientValues::new("demo-public-key");
    Config::with_client_values(Environment::Test, base_url, credentials, values).unwrap()
}

pub(crate) fn pos_v1(base_url: &str) -> pos_v1_client::Config {
    use pos_v1_client::{Config, Environment, VenueApiToken};
    let token = VenueApiToken::new("demo-api-token");
    Config::new(Environment::Staging, base_url, token).unwrap()
}

pub(crate) fn pos_v2(base_url: &str) -> pos_v2_client::Config {
    use pos_v2_client::{Config, Environment, VenueApiToken};
    let token = VenueApiToken::new("demo-api-token");
    Config::new(Environment::Staging, base_url, token).unwrap()
}

pub(crate) fn pos_v3(base_url: &str) -> pos_v3_client::Config {
    use pos_v3_client::{Config, Environment, IntegratorAndVenue};
    let tokens = IntegratorAndVenue::new("demo-integrator-token", "demo-venue-token");
    Config::new(Environment::Staging, base_url, tokens).unwrap()
}

pub(crate) fn vendor(base_url: &str) -> vendor_client::Config {
    use vendor_client::{Config, Environment, IntegratorAndVendor};
    let tokens = IntegratorAndVendor::new("demo-integrator-token", "demo-vendor-token");
    Config::new(Environment::Staging, base_url, tokens).unwrap()
}
