//! Hand-written. What changed since the run before, read from a sandbox that this program starts itself.
//!
//! ```sh
//! cargo run -p api-sandbox --example sync
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use api_sandbox::Sandbox;
use api_sandbox::jiff::SignedDuration;
use pos_v2_client::api_runtime::WatermarkFile;
use pos_v2_client::model::CustomerUpdate;
use pos_v2_client::{Client, Config, Environment, ListCustomers, UpdateCustomer, VenueToken};

/// How long before its start a run's successor begins: what clocks and the server's own delays may amount to.
const OVERLAP: Duration = Duration::from_secs(5 * 60);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    tell(&mut io::stdout()).await
}

pub(crate) async fn tell(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::builder()
        .clock("2026-02-14T12:00:00Z".parse()?)
        .start()
        .await?;
    let token = VenueToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let client = Client::new(config)?;

    let folder = tempfile::tempdir()?;
    let file = folder.path().join("customers.watermark");
    // The service's own copy, by id: a record that comes again takes its place again.
    let mut customers = BTreeMap::new();

    for run in 1..=3 {
        // Each run may be another process: the file is all that they share.
        let mut changes = client.sync(ListCustomers::new(), WatermarkFile::new(&file), OVERLAP)?;
        let mut came = Vec::new();
        while let Some(customer) = changes.next().await {
            let customer = customer?;
            let id = customer.id.ok_or("a customer has an id")?;
            came.push(id);
            customers.insert(id, customer);
        }
        changes.commit()?; // only now, when all of them are kept
        let ids = match came.as_slice() {
            few if few.len() < 5 => format!("{few:?}"),
            many => format!("{} of them", many.len()),
        };
        writeln!(out, "run {run}     {ids}, {} customers", customers.len())?;

        // One of them changes, and an hour passes.
        if run == 1 {
            let change = CustomerUpdate::new().points_adjustment("40");
            client.send(UpdateCustomer::new(8803, change)).await?;
            writeln!(out, "meanwhile 8803 gets 40 points")?;
        }
        let hour = SignedDuration::from_hours(1);
        sandbox.control().advance_clock(hour)?;
    }
    Ok(())
}
