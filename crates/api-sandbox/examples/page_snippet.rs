// Hand-written.

//! Prints the snippet for the checkout page of a service, which opens the payment app of a running
//! sandbox, and to standard error the directives that the snippet needs. The page must have an object `shop` with the five functions below.
//!
//! ```sh
//! cargo run -p api-sandbox --example page_snippet -- ENVIRONMENT BASE_URL CLIENT_NAME REQUEST_UID [NONCE]
//! ```

use std::error::Error;

use api_sandbox::{PaymentEnvironment, SDK_GLOBAL};
use payments_client::browser::{Function, Snippet};
use payments_client::{ClientCredentials, ClientValues, Config, Environment, PageConfiguration};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [environment, base_url, client_name, request_uid, nonce @ ..] = arguments.as_slice() else {
        return Err("expected ENVIRONMENT BASE_URL CLIENT_NAME REQUEST_UID [NONCE]".into());
    };
    let (place, demo) = match environment.as_str() {
        "test" => (Environment::Test, PaymentEnvironment::Test),
        "stage" => (Environment::Stage, PaymentEnvironment::Stage),
        "production" => (Environment::Production, PaymentEnvironment::Production),
        _ => return Err("ENVIRONMENT must be test, stage or production".into()),
    };
    let demo = demo.credentials();
    let config = Config::with_client_values(
        place,
        base_url,
        ClientCredentials::new(demo.client_id, demo.client_secret),
        ClientValues::new(demo.public_key),
    )?;
    let page = PageConfiguration::new(client_name.as_str())
        .on_init(Function::new("shop.ready")?)
        .on_open(Function::new("shop.opened")?)
        .on_success(Function::new("shop.paid")?)
        .on_error(Function::new("shop.failed")?)
        .on_close(Function::new("shop.closed")?);
    let snippet = Snippet::new(&config, SDK_GLOBAL, &page, request_uid)?;
    // That of the response's `Content-Security-Policy`.
    let snippet = match nonce {
        [] => snippet,
        [nonce, ..] => snippet.with_nonce(nonce)?,
    };
    print!("{snippet}");
    eprintln!("{}", snippet.csp());
    Ok(())
}
