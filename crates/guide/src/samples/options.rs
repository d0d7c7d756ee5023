//! Timeouts of a client, and of a single call; a proxy, settings of reqwest, and a limit.

use std::error::Error;

use api_sandbox::Sandbox;

// ANCHOR: network
use std::net::IpAddr;

use pos_v2_client::{Client, Config};

/// Through a proxy, to a server with a certificate of the company's own authority, in PEM.
fn proxied(config: Config, authority: &str) -> Result<Client, pos_v2_client::Error> {
    Client::builder(config)
        .proxy("https://proxy.example:3128")
        .add_root_certificate(authority)
        .build()
}

/// With more settings of reqwest, such as the local address that a firewall lets through.
fn with_settings_of_reqwest(config: Config, local: IpAddr) -> Result<Client, pos_v2_client::Error> {
    Client::builder(config)
        .http(move |reqwest| reqwest.local_address(local))
        .build()
}
// ANCHOR_END: network

// ANCHOR: limit
use std::sync::Arc;
use std::time::Duration;

use pos_v2_client::http::HeaderValue;
use tokio::sync::Mutex;
use tokio::time::interval;

/// At most ten attempts in a second, each with a header of a trace.
fn limited(config: Config, trace: fn() -> HeaderValue) -> Result<Client, pos_v2_client::Error> {
    let ticks = Arc::new(Mutex::new(interval(Duration::from_millis(100))));
    Client::builder(config)
        .before_attempt(move |_, headers| {
            headers.insert("traceparent", trace());
            let ticks = Arc::clone(&ticks);
            Box::pin(async move {
                ticks.lock().await.tick().await;
            })
        })
        .build()
}
// ANCHOR_END: limit

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let (url, demo) = (sandbox.pos_url(), sandbox.credentials());
    let token = demo.venues[0].api_token;
    // ANCHOR: options
    use std::time::Duration;

    use pos_v2_client::{Client, Config, Environment, GetCustomer, VenueApiToken};

    let config = Config::new(Environment::Staging, &url, VenueApiToken::new(token))?;
    let client = Client::builder(config)
        .attempt_timeout(Duration::from_secs(10))
        .user_agent_suffix("corner-shop/1.4")
        .build()?;

    let call = client.call().timeout(Duration::from_secs(20));
    match call.send(GetCustomer::new(7)).await {
        Ok(customer) => println!(
            "{:?}: {} points",
            customer.id,
            customer.points_or_default()?
        ),
        Err(error) if error.is_not_found() => println!("no such customer"),
        Err(error) => return Err(error.into()),
    }
    // ANCHOR_END: options
    let token = VenueApiToken::new(token);
    let config = Config::new(Environment::Staging, "https://pos.example/api", token)?;
    proxied(config.clone(), include_str!("authority.pem"))?;
    with_settings_of_reqwest(config.clone(), IpAddr::from([127, 0, 0, 1]))?;
    limited(config, || {
        HeaderValue::from_static("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    })?;
    Ok(())
}
