//! Clients of a sandbox with its demo credentials, for samples whose subject is something else.

use std::error::Error;

use api_sandbox::{PaymentEnvironment, Sandbox};
use payments_client::Decimal;
use payments_client::journal::MemoryStore;
use payments_client::model::{NewPaymentRequest, NewPaymentRequestRequired, RequestUid};
use pos_v3_client::model::{NewOrderItem, NewOrderItemRequired};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A client of version 2 for the first venue.
pub(super) fn pos_v2(sandbox: &Sandbox) -> Result<pos_v2_client::Client> {
    use pos_v2_client::{Client, Config, Environment, VenueApiToken};
    let token = VenueApiToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let builder = Client::builder(config).account(12);
    Ok(builder.journal(MemoryStore::default()).build()?)
}

/// The settings of a client of version 3 for the first venue.
pub(super) fn pos_v3_config(sandbox: &Sandbox) -> Result<pos_v3_client::Config> {
    use pos_v3_client::{Config, Environment, IntegratorAndVenue};
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    Ok(Config::new(
        Environment::Staging,
        &sandbox.pos_url(),
        credentials,
    )?)
}

/// A client of version 3 for the first venue.
pub(super) fn pos_v3(sandbox: &Sandbox) -> Result<pos_v3_client::Client> {
    // ANCHOR: pos_v3
    use pos_v3_client::journal::MemoryStore;
    use pos_v3_client::{Client, Config, Environment, IntegratorAndVenue};
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), credentials)?;
    let client = Client::builder(config)
        .account(12)
        .journal(MemoryStore::default())
        .build()?;
    // ANCHOR_END: pos_v3
    Ok(client)
}

pub(super) fn payments(sandbox: &Sandbox) -> Result<payments_client::Client> {
    let journal = MemoryStore::default();
    Ok(payments_builder(sandbox)?.journal(journal).build()?)
}

/// The settings of a client of the payments.
pub(super) fn payments_builder(sandbox: &Sandbox) -> Result<payments_client::ClientBuilder> {
    // ANCHOR: payments
    use payments_client::{Client, ClientCredentials, ClientValues, Config, Environment};
    let demo = PaymentEnvironment::Test.credentials();
    let config = Config::with_client_values(
        Environment::Test,
        &sandbox.payments_url(PaymentEnvironment::Test),
        ClientCredentials::new(demo.client_id, demo.client_secret),
        ClientValues::new(demo.public_key),
    )?;
    // ANCHOR_END: payments
    Ok(Client::builder(config).account("main"))
}

/// What the buyer does in the payment app.
pub(super) async fn pay(sandbox: &Sandbox, request: &RequestUid) -> Result<()> {
    let address = sandbox.address();
    let app = format!("http://{address}/payments/test/app/{}", request.as_str());
    for button in ["open", "pay"] {
        let pressed = http_client().post(format!("{app}/{button}"));
        pressed.send().await?.error_for_status()?;
    }
    Ok(())
}

/// A client for what has no operation: the buttons of a page.
pub(super) fn http_client() -> payments_client::transport::reqwest::Client {
    payments_client::transport::reqwest::Client::new()
}

/// A payment of 125.50.
pub(super) fn payment() -> NewPaymentRequest {
    NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: Decimal::new(12_550, 2),
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: "buyer@shop.example".into(),
        user_first_name: "Ada".into(),
        user_last_name: "Byron".into(),
        user_phone: "5550100".into(),
    })
}

/// An item of an order of version 1 or 3, from the menu of the first venue.
pub(super) fn item(quantity: i64) -> NewOrderItem {
    NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity,
    })
}
