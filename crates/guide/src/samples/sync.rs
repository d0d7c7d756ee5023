//! Incremental sync: the changes since the last run.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use api_sandbox::Sandbox;
use pos_v2_client::api_runtime::CheckpointFile;
use pos_v2_client::model::CustomerUpdate;
use pos_v2_client::{Client, Config, Environment, ListCustomers, UpdateCustomer, VenueApiToken};

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::builder()
        .clock("2026-02-14T12:00:00Z".parse()?)
        .start()
        .await?;
    let token = VenueApiToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let client = Client::new(config)?;

    let folder = tempfile::tempdir()?;
    let file = folder.path().join("customers.checkpoint");
    // The service's copy, by id, so that a record can be repeated.
    let mut customers = BTreeMap::new();

    for run in 1..=3 {
        // ANCHOR: sync
        // Each run may be another process: runs share only the file. After a crash, the next run starts
        // with the page that was not finished: small pages repeat less.
        let list = ListCustomers::new().per_page(50);
        let overlap = Duration::from_secs(5 * 60);
        let checkpoint = CheckpointFile::new(&file);
        let mut changes = client.call().sync(list, checkpoint, overlap)?;
        let mut changed = Vec::new();
        while let Some(customer) = changes.next().await {
            let customer = customer?;
            let id = customer.id.ok_or("missing customer id")?;
            changed.push(id);
            customers.insert(id, customer);
            if changed.len() % 50 == 0 {
                changes.checkpoint()?; // the customers so far are stored
            }
        }
        changes.commit()?; // after all customers are stored
        // ANCHOR_END: sync
        let ids = match changed.as_slice() {
            few if few.len() < 5 => format!("{few:?}"),
            many => format!("{} of them", many.len()),
        };
        println!("run {run}     {ids}, {} customers", customers.len());

        // A customer is updated, and an hour passes.
        if run == 1 {
            let change = CustomerUpdate::new().points_adjustment("40");
            client.send(UpdateCustomer::new(8803, change)).await?;
            println!("meanwhile 8803 gets 40 points");
        }
        let hour = Duration::from_secs(60 * 60);
        sandbox.control().advance_clock(hour)?;
    }
    Ok(())
}
