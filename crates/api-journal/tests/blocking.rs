//! Journaled writes without `async`.

use std::time::Duration;

use api_journal::blocking::JournalClient;
use api_journal::{
    Begun, ConfiguredJournal, Evidence, Journal, Journaled, LeaseChange, MemoryJournal, Outcome,
    Resolution, SendError, State,
};
use api_runtime::Created;
use test_support::shop::blocking::Client;
use test_support::shop::{AddOrder, CreateOrder, GetOrder, NewOrder, config, responses};

const ORDER: (u16, &str) = (200, r#"{"id": 7, "reference_no": "WEB-1", "quantity": 2}"#);

fn client(steps: impl IntoIterator<Item = (u16, &'static str)>) -> Client {
    let builder = Client::builder(config()).transport(responses(steps));
    builder.label("venue", "12").build().unwrap()
}

fn add_order() -> AddOrder {
    AddOrder {
        order: NewOrder {
            reference_no: "WEB-1".to_owned(),
            quantity: Some(2),
        },
    }
}

/// Ends the lease of the only entry, as the crash of its process does later.
fn expire(client: &Client, journal: &MemoryJournal) {
    let mut entry = journal.entries().remove(0);
    entry.state = State::InFlight;
    let lease = LeaseChange::Renew(Duration::ZERO);
    let updated = client.run(async |_| journal.update(&entry, lease).await);
    assert!(updated.unwrap().unwrap());
}

#[test]
fn a_key_sends_one_request() {
    let (client, journal) = (client([ORDER]), MemoryJournal::new());
    let sent = client.send_journaled(&journal, "order-1", add_order());
    assert_eq!(sent.unwrap().into_value().unwrap().id, Some(7));
    let again = client.send_journaled(&journal, "order-1", add_order());
    assert!(matches!(again, Ok(Journaled::AlreadySent(_))), "{again:?}");
}

#[test]
fn a_prepared_write_is_sent_after_its_intent() {
    let (client, journal) = (client([ORDER]), MemoryJournal::new());
    let intent = client.prepare(&journal, "order-1", &add_order()).unwrap();
    let error = client.send_prepared(&journal, intent.clone(), add_order());
    assert!(matches!(error, Err(SendError::NotPrepared(_))), "{error:?}");
    let begun = client.run(async |_| journal.begin(&intent, journal.lease()).await);
    assert!(matches!(begun.unwrap(), Ok(Begun::New(_))));
    let sent = client.send_prepared(&journal, intent, add_order());
    assert!(matches!(sent, Ok(Journaled::Sent(_))), "{sent:?}");
}

#[test]
fn creates_are_found_by_the_description_or_by_the_caller() {
    let lost = (0, "");
    let in_use = (422, "{}");
    let find = |reference_no: String| Some(GetOrder::new(reference_no));
    let is_recovered =
        |created: Journaled<_>| matches!(created.into_value(), Some(Created::Recovered(_)));
    for is_prepared in [false, true] {
        let journal = MemoryJournal::new();
        let client = client([lost, in_use, ORDER, lost, in_use, ORDER]);
        let create = || CreateOrder::new("WEB-1");
        let prepare = |key| {
            let intent = client.prepare(&journal, key, &create()).unwrap();
            let begun = client.run(async |_| journal.begin(&intent, journal.lease()).await);
            begun.unwrap().unwrap();
            intent
        };
        let (described, found) = match is_prepared {
            false => (
                client.create_once_journaled(&journal, "order-1", create()),
                client.create_once_with_journaled(&journal, "order-2", create(), find),
            ),
            true => (
                client.create_once_prepared(&journal, prepare("order-1"), create()),
                client.create_once_with_prepared(&journal, prepare("order-2"), create(), find),
            ),
        };
        assert!(is_recovered(described.unwrap()) && is_recovered(found.unwrap()));
    }
}

#[test]
fn crashed_writes_are_recovered_or_resolved() {
    let journal = MemoryJournal::new();
    let client = client([(0, ""), ORDER, ORDER, (0, "")]);
    let sent = client.send_journaled(&journal, "order-1", CreateOrder::new("WEB-1"));
    assert_eq!(sent.unwrap_err().outcome(), Outcome::Unknown);
    expire(&client, &journal);
    let report = client.recover(&journal).unwrap();
    let outcome = report.found[0].details.outcome.clone().unwrap();
    assert_eq!(outcome.evidence, Evidence::LookedUp);
    expire(&client, &journal);
    let find = |_: String| Some(GetOrder::new(7));
    let report = client.recover_with::<CreateOrder, _>(&journal, find);
    assert_eq!(report.unwrap().found.len(), 1);

    let sent = client.send_journaled(&journal, "order-2", add_order());
    assert_eq!(sent.unwrap_err().outcome(), Outcome::Unknown);
    let resolved = client.run(async |_| {
        let unknown = journal.unresolved(None, 10).await?.remove(0);
        let resolution = Resolution::with_record_id("7");
        journal
            .resolve(&unknown.id, resolution, "eve", "seen")
            .await
    });
    assert_eq!(resolved.unwrap().unwrap().record_id(), Some("7"));
}

#[test]
fn errors_of_the_journal_are_returned() {
    let client = client([]);
    let journal = ConfiguredJournal::new(MemoryJournal::new()).with_lease(Duration::ZERO);
    let sent = client.send_journaled(&journal, "order-1", add_order());
    assert!(matches!(sent, Err(SendError::Journal(_))), "{sent:?}");
    assert!(client.recover(&journal).is_err());
}
