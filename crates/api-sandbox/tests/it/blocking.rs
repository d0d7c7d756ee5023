//! A client that blocks, beside a sandbox.

use std::time::Duration;

use pos_v3_client::{Client, Config, Environment, Error, IntegratorAndVenue, ListVenues, Wait};

use crate::common::demo;

/// Starts a sandbox, and calls it on the thread of the test.
async fn call(timeout: Duration) -> Result<usize, Error> {
    let demo = demo().await;
    let credentials = demo.sandbox.credentials();
    let credentials = IntegratorAndVenue::new(
        credentials.integrator_token,
        credentials.venues[0].venue_token,
    );
    let config = Config::new(Environment::Staging, &demo.sandbox.pos_url(), credentials)?;
    let client = Client::builder(config).timeout(timeout).build()?;
    Ok(client.send(ListVenues::new()).wait()?.venues.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn waiting_works_in_a_multi_thread_runtime() {
    assert!(call(Duration::from_secs(10)).await.unwrap() > 0);
}

#[tokio::test(flavor = "current_thread")]
async fn waiting_times_out_in_a_current_thread_runtime() {
    let error = call(Duration::from_millis(200)).await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
}
