//! An order in a journal, and its recovery.

use std::error::Error;

use api_sandbox::Sandbox;
use pos_v1_client::model::NewIncomingOrder;
use store_sqlite::SqliteStore;

use super::demo;

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v1(&sandbox)?;
    let folder = tempfile::tempdir()?;
    let journal = SqliteStore::open(&folder.path().join("shop.db")).await?;
    let items = vec![demo::item(1)];
    let order = NewIncomingOrder::new("WEB-1", items);
    // ANCHOR: journal
    use pos_v1_client::CreateIncomingOrder;
    use pos_v1_client::journal::{Journal, JournalClient, Journaled, SendError};

    // Keys and recovery belong to the venue whose credentials the client has.
    let client = client.call().label("venue", "12").into_client();
    let operation = CreateIncomingOrder::new(order);
    match client
        .create_once_journaled(&journal, "order-4711", operation)
        .await
    {
        Ok(Journaled::Sent(_)) => println!("placed"),
        // The same request was sent by an earlier call, even by a process that crashed since.
        Ok(Journaled::AlreadySent(entry)) => println!("placed before: {:?}", entry.state),
        // Nothing is sent: recovery, or a person, finds out first.
        Err(SendError::InFlight(entry) | SendError::Unknown(entry)) => println!("{}", entry.id),
        Err(error) => return Err(error.into()),
    }

    // At the start of a service, and then every minute; in every process.
    let report = client.recover(&journal).await?;
    println!(
        "found {}, sent again {}",
        report.found.len(),
        report.resent.len()
    );

    // For people.
    for entry in journal.unresolved(None, 100).await? {
        println!("{} {}: outcome unknown", entry.operation, entry.key);
    }
    // ANCHOR_END: journal
    Ok(())
}
