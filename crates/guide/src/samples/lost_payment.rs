//! A payment whose response is lost: the journal keeps it from being sent again.

use std::error::Error;

use api_sandbox::{Effect, Fault, Sandbox};
use payments_client::Decimal;
use payments_client::jiff::civil::date;
use payments_client::journal::{Entry, Journal, JournalClient, Journaled, Resolution, SendError};
use payments_client::model::Submission;
use payments_client::{CreateRequest, SubmitRequest};
use store_sqlite::SqliteStore;

use super::demo;

/// What a person finds in the back office. `None` if it is not certain.
fn is_in_back_office(entry: &Entry) -> Option<bool> {
    let names = entry.details.names.iter();
    let names = names.map(|(name, value)| format!("{name} {value}"));
    println!("look for {}", Vec::from_iter(names).join(", "));
    Some(true)
}

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::payments(&sandbox)?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("shop.db");
    let request_uid = client.send(CreateRequest::new(demo::payment())).await?;
    let submission = SubmitRequest::new(Submission {
        request_uid,
        order_number: "A-1".into(),
        order_description: "Two lamps".into(),
        amount: Decimal::new(12_550, 2),
        pay_date: date(2026, 12, 1),
    });
    let fault = Fault::new("submit_request", Effect::DropAfter);
    sandbox.control().inject(fault)?;

    // ANCHOR: send
    // ANCHOR: open
    let journal = SqliteStore::open(&file).await?;
    // ANCHOR_END: open
    for attempt in ["first", "second"] {
        match client
            .send_journaled(&journal, "cart-7", submission.clone())
            .await
        {
            Ok(Journaled::Sent(_)) => println!("{attempt:8} submitted"),
            Ok(Journaled::AlreadySent(_)) => println!("{attempt:8} submitted before"),
            // The response was lost.
            Err(SendError::Failed(failed)) => {
                println!("{attempt:8} {:?}", failed.error.outcome());
            }
            // Nothing was sent: the outcome of the first request is unknown.
            Err(SendError::Unknown(entry)) => println!("{attempt:8} wait for {}", entry.key),
            Err(error) => return Err(error.into()),
        }
    }
    // ANCHOR_END: send
    let control = sandbox.control();
    let requests = control.requests();
    let sent = requests
        .iter()
        .filter(|request| request.operation.as_deref() == Some("submit_request"));
    println!("sent     {} time", sent.count());

    // ANCHOR: resolve
    // Another process, or the next day: people look the payment up in the back office.
    let journal = SqliteStore::open(&file).await?;
    client.recover(&journal).await?;
    for entry in journal.unresolved(None, 100).await? {
        // By its names, such as the `RequestUid`.
        let (resolution, why) = match is_in_back_office(&entry) {
            Some(true) => (Resolution::TookEffect { record_id: None }, "it is listed"),
            // The same key can then be sent again.
            Some(false) => (Resolution::DidNot, "not listed a day later"),
            None => continue, // it stays unresolved
        };
        // Who and why are stored: the id of an employee, no personal data.
        journal
            .resolve(&entry.id, resolution, "employee-7", why)
            .await?;
    }
    // ANCHOR_END: resolve
    match client
        .send_journaled(&journal, "cart-7", submission)
        .await?
    {
        Journaled::AlreadySent(entry) => println!("third    {:?}", entry.state),
        Journaled::Sent(_) => return Err("sent again".into()),
    }
    Ok(())
}
