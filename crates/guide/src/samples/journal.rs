//! An order in a journal, and the worker that looks up what is open.

use std::error::Error;

use api_sandbox::Sandbox;
use pos_v1_client::model::NewIncomingOrder;
use pos_v1_client::{Client, Config, Environment, VenueApiToken};
use store_sqlite::SqliteStore;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let token = VenueApiToken::new(sandbox.credentials().venues[0].api_token);
    let config = Config::new(Environment::Staging, &sandbox.pos_url(), token)?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("shop.db");
    let items = vec![demo::item(1)];
    let order = NewIncomingOrder::new("WEB-1", items);
    // ANCHOR: journal
    use pos_v1_client::journal::{Filter, Operator, Worker};
    use pos_v1_client::{CreateIncomingOrder, Known, NextStep};

    let journal = SqliteStore::open(&file).await?;
    // Keys belong to the account whose credentials the client has.
    let client = Client::builder(config)
        .account("12")
        .journal(journal.clone())
        .build()?;
    let operation = CreateIncomingOrder::new(order);
    match client.once("order-4711").send(operation).await {
        // The same request was sent by an earlier call, even by a process that crashed since.
        Ok(sent) if sent.known == Known::Earlier => {
            println!("placed before: {:?}", sent.record_id())
        }
        // The response has other values than were sent, or another send took effect, too.
        Ok(sent) if sent.needs_person() => println!("a person looks at the entry {}", sent.entry),
        Ok(_) => println!("placed"),
        // Later, the same call finds out.
        Err(error) if error.next_step() == NextStep::Wait => println!("{error}"),
        Err(error) => return Err(error.into()),
    }

    // In every process: `worker.run_forever()` does a round each minute.
    let worker = Worker::new(journal.clone()).client(client.clone());
    let gauges = worker.round().await?;
    println!(
        "for people {}, looked up {}",
        gauges.for_people, gauges.looked_up
    );

    // For people.
    let operator = Operator::new(journal, "employee-7")?;
    for entry in operator
        .list(&Filter::for_people(), None, 100)
        .await?
        .entries
    {
        let entry = entry.map_err(|unreadable| unreadable.reason)?;
        println!("{} {}: outcome unknown", entry.operation, entry.key);
    }
    // ANCHOR_END: journal
    Ok(())
}
