// Hand-written.

//! Prints the snippet for the checkout page of a service, which opens the payment app of a running
//! sandbox. The page must have an object `shop` with the five functions below.
//!
//! ```sh
//! cargo run -p api-sandbox --example page_snippet -- ENVIRONMENT BASE_URL CLIENT_NAME REQUEST_UID
//! ```

use std::error::Error;

use api_sandbox::{PaymentEnvironment, SDK_GLOBAL};
use payments_client::browser::{Function, snippet};
use payments_client::{ClientCredentials, Environment, PageConfiguration, Place, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [environment, base_url, client_name, request_uid] = arguments.as_slice() else {
        return Err("expected ENVIRONMENT BASE_URL CLIENT_NAME REQUEST_UID".into());
    };
    let (place, demo) = match environment.as_str() {
        "test" => (Place::Test, PaymentEnvironment::Test),
        "stage" => (Place::Stage, PaymentEnvironment::Stage),
        "production" => (Place::Production, PaymentEnvironment::Production),
        _ => return Err("ENVIRONMENT must be test, stage or production".into()),
    };
    let demo = demo.credentials();
    let environment = Environment::new(
        place,
        base_url,
        ClientCredentials::new(demo.client_id, demo.client_secret),
        Settings::new(demo.public_key),
    )?;
    let page = PageConfiguration::new(client_name.as_str())
        .on_init(Function::named("shop.ready")?)
        .on_open(Function::named("shop.opened")?)
        .on_success(Function::named("shop.paid")?)
        .on_error(Function::named("shop.failed")?)
        .on_close(Function::named("shop.closed")?);
    print!("{}", snippet(&environment, SDK_GLOBAL, &page, request_uid)?);
    Ok(())
}
