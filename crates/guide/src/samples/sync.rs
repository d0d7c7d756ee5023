//! Incremental sync: a nightly job that copies a list, without `async`.

use std::error::Error;
use std::time::Duration;

use api_sandbox::Sandbox;
use pos_v2_client::model::CustomerUpdate;
use pos_v2_client::{Client, Config, Environment, UpdateCustomer, VenueApiToken};

// ANCHOR: sync
use pos_v2_client::{ListCustomers, Wait};
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::TransactionBehavior;

fn copy(client: &Client, store: &SqliteStore) -> Result<(), Box<dyn Error + Send + Sync>> {
    let name = "venue-7/customers";
    let checkpoint = store.checkpoint(name).wait()?;
    let mut database = store.connect()?; // or any other connection to the file
    let mut run = client.sync(ListCustomers::new().per_page(50), checkpoint)?;
    while let Some(batch) = run.next().wait() {
        let batch = batch?;
        // From its beginning one that writes: it waits for others that do, and does not fail.
        let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for customer in &batch.records {
            let row = (customer.id, customer.points);
            transaction.execute("REPLACE INTO customers (id, points) VALUES (?1, ?2)", row)?;
        }
        store.save_checkpoint_in(&transaction, name, &batch.checkpoint)?;
        transaction.commit()?;
        let (read, total, changed) = (batch.read, batch.total, batch.records.len());
        println!("read      {read} of {total:?}, {changed} changed");
    }
    Ok(())
}
// ANCHOR_END: sync

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::builder()
        .clock("2026-02-14T12:00:00Z".parse()?)
        .start()
        .await?;
    let token = VenueApiToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let client = Client::new(config)?;

    let folder = tempfile::tempdir()?;
    let store = SqliteStore::open(folder.path().join("copy.db")).await?;
    let table = "CREATE TABLE customers (id INTEGER PRIMARY KEY, points INTEGER)";
    store.connect()?.execute(table, ())?;

    for run in 1..=3 {
        // The sandbox runs on this thread, so the job blocks another one.
        println!("run {run}");
        let (caller, job) = (client.clone(), store.clone());
        let copied = tokio::task::spawn_blocking(move || copy(&caller, &job)).await?;
        copied.map_err(|error| error as Box<dyn Error>)?;

        // A customer is updated, and an hour passes.
        if run == 1 {
            let change = CustomerUpdate::new().points_adjustment("40");
            client.send(UpdateCustomer::new(8803, change)).await?;
            println!("meanwhile 8803 gets 40 points");
        }
        let hour = Duration::from_secs(60 * 60);
        sandbox.control().advance_clock(hour)?;
    }
    let count = store
        .connect()?
        .query_row("SELECT count(*) FROM customers", (), |row| row.get(0));
    let count: i64 = count?;
    println!("{count} customers");
    Ok(())
}
