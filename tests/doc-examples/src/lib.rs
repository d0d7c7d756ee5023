//! The examples of the clients' docs, as functions, with what they need of a sandbox.

mod clients;
mod values;

use std::error::Error;
use std::time::Duration;

use api_sandbox::Sandbox;
use tokio::time::timeout;

pub use crate::values::Values;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// An example that waits for an event that never comes fails after this time.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Runs an example of [`EXAMPLES`] against a sandbox of its own.
///
/// # Errors
///
/// If the example fails, or waits for too long.
pub async fn run(client: &str, operation: &str) -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let values = Values::new(&sandbox, client, operation).await?;
    let example = run_example((client, operation), &sandbox, &values);
    timeout(TIME_LIMIT, example).await?
}
