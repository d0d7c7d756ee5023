//! A payment whose response is lost: the journal keeps it from being sent again.

use std::error::Error;

use api_sandbox::{Effect, Fault, Sandbox};
use payments_client::journal::{Entry, Filter, Operator, Resolution, ResolveError};
use payments_client::model::{Submission, SubmissionRequired};
use payments_client::{CreateRequest, Known, NextStep, SubmitRequest};
use payments_client::{Date, Decimal};
use store_sqlite::SqliteStore;

use super::demo;

/// What a person finds in the back office. `None`: nothing certain.
fn is_in_back_office(entry: &Entry) -> Option<bool> {
    let names = entry.details.names.iter();
    let names = names.map(|(name, value)| format!("{name} {value}"));
    println!("look for {}", Vec::from_iter(names).join(", "));
    Some(true)
}

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("shop.db");
    let request_uid = demo::payments(&sandbox)?
        .send(CreateRequest::new(demo::payment()))
        .await?;
    demo::pay(&sandbox, &request_uid).await?;
    let submission = SubmitRequest::new(Submission::new(SubmissionRequired {
        request_uid,
        order_number: "A-1".into(),
        order_description: "Two lamps".into(),
        amount: Decimal::new(12_550, 2),
        pay_date: Date::new(2026, 12, 1)?,
    }));
    let fault = Fault::new("submit_request", Effect::DropAfter);
    sandbox.control().inject(fault)?;

    // ANCHOR: send
    // ANCHOR: open
    let journal = SqliteStore::open(&file).await?;
    // ANCHOR_END: open
    let client = demo::payments_builder(&sandbox)?.journal(journal).build()?;
    for attempt in ["first", "second"] {
        match client.once("cart-7").send(submission.clone()).await {
            Ok(sent) if sent.known == Known::Earlier => println!("{attempt:8} submitted before"),
            Ok(_) => println!("{attempt:8} submitted"),
            // The response was lost. The second call sends nothing, because the outcome of the first call
            // is unknown.
            Err(error) if error.next_step() == NextStep::Person => {
                println!("{attempt:8} {:?}: a person looks", error.outcome());
            }
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
    // The history keeps this name: the id of an employee, no personal data.
    let operator = Operator::new(journal, "employee-7")?;
    let listed = operator.list(&Filter::for_people(), None, 100).await?;
    for entry in listed.entries {
        let entry = entry.map_err(|unreadable| unreadable.reason)?;
        // A person searches by the entry's names, such as the `RequestUid`.
        let (word, why) = match is_in_back_office(&entry) {
            Some(true) => (Resolution::TookEffect { record_id: None }, "it is listed"),
            // The same key can be sent again after this: say it only when the payment would certainly be listed.
            Some(false) => (
                Resolution::DidNot { is_sure: false },
                "not listed a day later",
            ),
            None => continue, // it stays in the list
        };
        match operator.resolve(&entry.id, word, why).await {
            // It was sent less than a day ago.
            Err(ResolveError::Early(_)) => {}
            resolved => drop(resolved?),
        }
    }
    // ANCHOR_END: resolve
    let sent = client.once("cart-7").send(submission).await?;
    println!("third    {:?}", sent.known);
    Ok(())
}
