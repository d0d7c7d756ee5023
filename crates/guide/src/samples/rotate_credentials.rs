//! Credentials that rotate while calls are sent.

use std::error::Error;

use api_sandbox::Sandbox;
use pos_v3_client::{Client, Config, Environment, ListVenues};

// ANCHOR: provider
use std::sync::{Arc, Mutex, PoisonError};

use pos_v3_client::IntegratorAndVenue;
use pos_v3_client::api_runtime::{BoxFuture, CredentialsError, CredentialsProvider};

/// The tokens of a venue, such as those of a secrets manager.
#[derive(Clone)]
struct Tokens {
    current: Arc<Mutex<(String, String)>>,
    venue: &'static str,
}

impl CredentialsProvider for Tokens {
    type Credentials = IntegratorAndVenue;

    /// Every call asks once, and keeps the credentials for all its attempts. After a 401, the
    /// default `refresh` asks again.
    fn credentials(&self) -> BoxFuture<Result<IntegratorAndVenue, CredentialsError>> {
        let tokens = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let (integrator, venue) = tokens.clone();
        Box::pin(async { Ok(IntegratorAndVenue::new(integrator, venue)) })
    }

    /// Identifies the venue, whose retry budget is kept over a rotation.
    fn identity(&self) -> Option<&str> {
        Some(self.venue)
    }
}
// ANCHOR_END: provider

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let demo = sandbox.credentials();
    let current = (
        "demo-integrator-token-of-last-week".to_owned(),
        demo.venues[0].venue_token.to_owned(),
    );
    let tokens = Tokens {
        current: Arc::new(Mutex::new(current)),
        venue: "12",
    };
    // ANCHOR: rotate
    let url = sandbox.pos_url();
    let config = Config::from_provider(Environment::Staging, &url, tokens.clone())?;
    let client = Client::new(config)?;
    if let Err(error) = client.send(ListVenues::new()).await {
        println!("expired  {:?}, {:?}", error.kind(), error.outcome());
    }

    // The secrets manager has rotated the token: the next call uses it, without a restart.
    let fresh = demo.integrator_token.to_owned();
    tokens
        .current
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .0 = fresh;
    let venues = client.send(ListVenues::new()).await?.venues;
    println!("rotated  {} venues", venues.len());
    // ANCHOR_END: rotate
    Ok(())
}
