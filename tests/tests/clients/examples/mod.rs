//! Each example of the clients' docs, as a function, runs against the sandbox.

mod values;

use std::collections::BTreeSet;
use std::error::Error;
use std::time::Duration;

use api_sandbox::Sandbox;
use tokio::time::timeout;

use self::values::Values;
use crate::config;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// An example that waits for an event that never comes fails after this time.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// A venue with what the examples name. The pages of the demo venues are large, and take most of a test's time.
const SHOP: &str = "
venues:
  - id: 7
    name: Tea House
    products: [{ id: 7001, name: Tea, prices: [{ sku: 9001, price_cents: 450, on_hand: 20 }] }]
    customers: [{ id: 8801, first_name: Ada }]
    coupons: [{ id: 401, name: Tea week, percent: 10 }]
    staff: [{ id: 501, first_name: Paul }]
";

/// Runs an example of [`EXAMPLES`] against a sandbox of its own.
async fn run(client: &str, operation: &str) -> Result<(), Box<dyn Error>> {
    let sandbox = match operation {
        // Only the demo venues have sales.
        "GetSalesHistory" => Sandbox::builder(),
        _ => Sandbox::builder().fixtures_str(SHOP),
    };
    let sandbox = sandbox.start().await?;
    let values = Values::new(&sandbox, client, operation).await?;
    timeout(TIME_LIMIT, run_example((client, operation), &values)).await?
}

#[tokio::test]
async fn every_example_succeeds() {
    let mut wrong = Vec::new();
    for (client, operation) in EXAMPLES {
        if let Err(error) = run(client, operation).await {
            wrong.push(format!("{client}: {operation}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_operation_and_readme_has_an_example() {
    let (of_readmes, of_operations): (BTreeSet<&(&str, &str)>, BTreeSet<_>) =
        EXAMPLES.iter().partition(|(_, name)| *name == "README");
    assert_eq!(of_operations, BTreeSet::from_iter(OPERATIONS));
    assert!(OPERATIONS.len() >= 47, "{}", OPERATIONS.len());
    let with_readme = of_readmes.iter().map(|(client, _)| *client);
    let clients = OPERATIONS.iter().map(|(client, _)| *client);
    assert_eq!(
        BTreeSet::from_iter(with_readme),
        BTreeSet::from_iter(clients)
    );
}
