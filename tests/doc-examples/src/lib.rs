//! The examples of the clients' docs, as functions, with what they need of a sandbox.

mod clients;
mod values;

use std::error::Error;

use api_sandbox::Sandbox;

pub use crate::values::Values;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// Runs an example of [`EXAMPLES`] against a sandbox of its own.
///
/// # Errors
///
/// If the example fails.
pub async fn run(client: &str, operation: &str) -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let values = Values::new(&sandbox, client, operation).await?;
    run_example((client, operation), &sandbox, &values).await
}
