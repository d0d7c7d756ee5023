//! A first order and a first payment: the program of the README.

// ANCHOR: program
use api_sandbox::{PaymentEnvironment, Sandbox};
use payments_client::model::{NewPaymentRequest, NewPaymentRequestRequired};
use payments_client::{self as pay, ClientCredentials, ClientValues, CreateRequest, Decimal};
use pos_v3_client::journal::MemoryStore;
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{self as pos, CreateIncomingOrder, IntegratorAndVenue};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Both APIs, on this machine. A service takes URLs and credentials from its settings.
    let sandbox = Sandbox::start().await?;

    let demo = sandbox.credentials();
    let tokens = IntegratorAndVenue::new(demo.integrator_token, demo.venues[0].venue_token);
    let config = pos::Config::new(pos::Environment::Staging, &sandbox.pos_url(), tokens)?;
    let client = pos::Client::builder(config).account(12);
    // A journal records what was sent; this one forgets it at exit. A service's is in SQLite or PostgreSQL.
    let client = client.journal(MemoryStore::new()).build()?;
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 2,
    });
    let order = CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1", vec![item]));
    // Under your key `cart-7`, the order is placed at most once: in a database, for 90 days.
    let placed = client.once("cart-7").send(order).await?;
    println!("order   {}", placed.record_id().unwrap_or("?")); // order   48213

    let test = pay::Environment::Test;
    let url = sandbox.payments_url(PaymentEnvironment::Test);
    let demo = PaymentEnvironment::Test.credentials();
    let credentials = ClientCredentials::new(demo.client_id, demo.client_secret);
    let public_key = ClientValues::new(demo.public_key);
    let config = pay::Config::with_client_values(test, &url, credentials, public_key)?;
    let client = pay::Client::builder(config).account("main");
    let client = client.journal(MemoryStore::new()).build()?;
    let payment = CreateRequest::new(NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: Decimal::new(12_550, 2), // 125.50
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: "buyer@shop.example".into(),
        user_first_name: "Ada".into(),
        user_last_name: "Byron".into(),
        user_phone: "5550100".into(),
    }));
    let requested = client.once("cart-7").send(payment).await?;
    println!("payment {}", requested.record_id().unwrap_or("?")); // payment test-00048214-request
    Ok(())
}
// ANCHOR_END: program
