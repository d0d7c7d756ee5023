//! Calls with the key and the request of an entry whose outcome is unknown: the caller supplies the
//! request again, which the journal does not keep without a seal.

use std::time::Duration;

use api_journal::{
    Entry, Evidence, Journal, JournalClient, Journaled, LeaseChange, MemoryJournal, SendError,
    State,
};
use api_runtime::{Created, Known, Outcome};
use test_support::shop::{AddOrder, Client, CreateOrder, GetOrder, NewOrder, Order, SetQuantity};
use tokio::time::{advance, timeout};

use crate::failing_journal::FailingJournal;
use crate::shop_server::{Fault, Server};

const NEVER_RECEIVED: Fault = Fault::Late(Duration::from_secs(1_000_000));

type Sent = Result<Journaled<Created<Order>>, SendError>;

async fn create(client: &Client, journal: &MemoryJournal) -> Sent {
    let operation = CreateOrder::new("WEB-1");
    client
        .create_once_journaled(journal, "order-1", operation)
        .await
}

async fn set_quantity(
    client: &Client,
    journal: &MemoryJournal,
) -> Result<Journaled<Order>, SendError> {
    let (id, quantity) = (7.into(), 3);
    let operation = SetQuantity { id, quantity };
    client.send_journaled(journal, "key", operation).await
}

fn only_entry(journal: &MemoryJournal) -> Entry {
    let mut entries = journal.entries();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0)
}

/// Drops a create during its request.
async fn crash_in_create(server: &Server, journal: &MemoryJournal, fault: Fault) -> Client {
    let client = server.client("12");
    server.plan([fault]);
    let call = timeout(Duration::from_secs(1), create(&client, journal));
    assert!(call.await.is_err());
    client
}

#[tokio::test(start_paused = true)]
async fn a_create_that_was_never_received_is_sent_again() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = crash_in_create(&server, &journal, NEVER_RECEIVED).await;
    let error = create(&client, &journal).await.unwrap_err();
    assert!(matches!(error, SendError::InFlight(_)), "{error}");
    advance(journal.lease()).await;
    assert_eq!(client.recover(&journal).await.unwrap().unknown.len(), 1);
    // Recovery waits for its next attempt, and the buyer does not.
    assert!(only_entry(&journal).lease_until.is_some());
    let created = create(&client, &journal)
        .await
        .unwrap()
        .into_value()
        .unwrap();
    assert_eq!(created.known, Known::Confirmed);
    let entry = only_entry(&journal);
    assert_eq!((entry.state, entry.lease_until), (State::Done, None));
    assert_eq!(entry.details.open_sends, [0; 0]);
    assert_eq!(server.effects("create_order", "WEB-1"), 1);
    assert_eq!(server.requests("create_order"), 2);
}

#[tokio::test(start_paused = true)]
async fn a_create_that_took_effect_is_found_and_not_sent_again() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = crash_in_create(&server, &journal, Fault::Hangs).await;
    advance(journal.lease()).await;
    let created = create(&client, &journal)
        .await
        .unwrap()
        .into_value()
        .unwrap();
    assert_eq!(created.known, Known::Recovered);
    let entry = only_entry(&journal);
    assert_eq!(entry.state, State::Done);
    assert_eq!(entry.details.outcome.unwrap().evidence, Evidence::LookedUp);
    assert_eq!(server.requests("create_order"), 1);
}

#[tokio::test(start_paused = true)]
async fn an_idempotent_request_is_sent_again() {
    let (server, journal) = (Server::new([Fault::Hangs]), MemoryJournal::new());
    let client = server.client("12");
    let call = timeout(Duration::from_secs(1), set_quantity(&client, &journal));
    assert!(call.await.is_err());
    advance(journal.lease()).await;
    assert_eq!(client.recover(&journal).await.unwrap().unknown.len(), 1);
    let sent = set_quantity(&client, &journal).await.unwrap();
    assert!(matches!(sent, Journaled::Sent(_)), "{sent:?}");
    assert_eq!(server.requests("set_quantity"), 2);
    assert_eq!(only_entry(&journal).state, State::Done);
}

#[tokio::test(start_paused = true)]
async fn a_never_retried_write_stays_unknown() {
    let (server, journal) = (Server::new([Fault::Hangs]), MemoryJournal::new());
    let client = server.client("12");
    let add = || {
        let (reference_no, quantity) = ("WEB-1".to_owned(), None);
        let order = NewOrder {
            reference_no,
            quantity,
        };
        client.send_journaled(&journal, "order-1", AddOrder { order })
    };
    assert!(timeout(Duration::from_secs(1), add()).await.is_err());
    advance(journal.lease()).await;
    let error = add().await.unwrap_err();
    assert!(matches!(error, SendError::InFlight(_)), "{error}");
    client.recover(&journal).await.unwrap();
    let error = add().await.unwrap_err();
    assert!(matches!(error, SendError::Unknown(_)), "{error}");
    assert_eq!(server.requests("add_order"), 1);
}

#[tokio::test(start_paused = true)]
async fn an_entry_that_another_process_recovers_is_not_sent_again() {
    let (server, journal) = (Server::new([Fault::Lost; 3]), MemoryJournal::new());
    let client = server.client("12");
    assert!(set_quantity(&client, &journal).await.is_err());
    let mut entry = only_entry(&journal);
    assert_eq!(entry.state, State::Unknown);
    entry.owner = "another process".to_owned();
    entry.epoch += 1;
    let lease = LeaseChange::Renew(journal.lease());
    assert!(journal.update(&entry, lease).await.unwrap());
    let error = set_quantity(&client, &journal).await.unwrap_err();
    assert!(matches!(error, SendError::Unknown(_)), "{error}");
    assert_eq!(server.requests("set_quantity"), 3);
    advance(journal.lease()).await;
    assert!(set_quantity(&client, &journal).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_rejected_resend_leaves_the_outcome_unknown() {
    let (server, journal) = (Server::new([Fault::Lost; 3]), MemoryJournal::new());
    let client = server.client("12");
    assert!(set_quantity(&client, &journal).await.is_err());
    server.plan([Fault::Rejected(409)]);
    let error = set_quantity(&client, &journal).await.unwrap_err();
    let SendError::Failed(failed) = &error else {
        panic!("{error}")
    };
    assert_eq!(failed.error.status().unwrap().as_u16(), 409);
    assert_eq!(failed.error.outcome(), Outcome::Unknown);
    let entry = only_entry(&journal);
    assert_eq!(
        (entry.state, entry.details.open_sends),
        (State::Unknown, vec![1])
    );
}

#[tokio::test(start_paused = true)]
async fn a_failed_lookup_sends_nothing() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = crash_in_create(&server, &journal, NEVER_RECEIVED).await;
    advance(journal.lease()).await;
    server.plan([Fault::NotConnected; 3]);
    let error = create(&client, &journal).await.unwrap_err();
    assert!(matches!(error, SendError::Unknown(_)), "{error}");
    assert_eq!(error.outcome(), Outcome::Unknown);
    let outcome = error.entry().unwrap().details.outcome.clone().unwrap();
    assert_eq!(outcome.evidence, Evidence::LookedUp);
    assert_eq!(server.requests("create_order"), 1);
    assert!(create(&client, &journal).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_record_that_differs_is_left_to_people() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    let create = || {
        let mut operation = CreateOrder::new("WEB-1");
        operation.order.quantity = Some(2);
        client.create_once_journaled(&journal, "order-1", operation)
    };
    server.plan([NEVER_RECEIVED]);
    assert!(timeout(Duration::from_secs(1), create()).await.is_err());
    server.put_order("WEB-1", 5);
    advance(journal.lease()).await;
    let found = create().await.unwrap().into_value().unwrap();
    assert_eq!(
        (found.known, found.differences.len()),
        (Known::Recovered, 1)
    );
    let reads = server.requests("get_order");
    let error = create().await.unwrap_err();
    assert!(matches!(error, SendError::Unknown(_)), "{error}");
    assert_eq!(server.requests("get_order"), reads);
    assert_eq!(server.requests("create_order"), 1);
}

#[tokio::test(start_paused = true)]
async fn of_two_calls_one_sends() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = crash_in_create(&server, &journal, NEVER_RECEIVED).await;
    advance(journal.lease()).await;
    let (first, second) = tokio::join!(create(&client, &journal), create(&client, &journal));
    let sent = [&first, &second]
        .into_iter()
        .filter(|sent| matches!(sent, Ok(Journaled::Sent(_))));
    assert_eq!(sent.count(), 1, "{first:?}, {second:?}");
    assert_eq!(server.requests("create_order"), 2);
}

#[tokio::test(start_paused = true)]
async fn a_request_without_a_unique_key_is_not_sent_again() {
    let (server, journal) = (Server::default(), FailingJournal::default().sealing());
    let client = server.client("12");
    let create = || {
        let find = async |_: String| None::<GetOrder>;
        client.create_once_with_journaled(&journal, "order-1", CreateOrder::new(" "), find)
    };
    server.plan([NEVER_RECEIVED]);
    assert!(timeout(Duration::from_secs(1), create()).await.is_err());
    advance(journal.lease()).await;
    // The server may not recognize a second one.
    assert!(create().await.is_err());
    assert_eq!(client.recover(&journal).await.unwrap().unknown.len(), 1);
    assert!(create().await.is_err());
    assert_eq!(server.requests("create_order"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_create_without_a_lookup_is_sent_again_and_found_by_the_caller() {
    for (fault, requests) in [(NEVER_RECEIVED, 2), (Fault::Hangs, 2)] {
        let (server, journal) = (Server::default(), MemoryJournal::new());
        let client = server.client("12");
        let create = || {
            let find = async |reference_no: String| Some(GetOrder::new(reference_no));
            let operation = CreateOrder::new("WEB-1");
            client.create_once_with_journaled(&journal, "order-1", operation, find)
        };
        server.plan([fault]);
        assert!(timeout(Duration::from_secs(1), create()).await.is_err());
        advance(journal.lease()).await;
        let created = create().await.unwrap().into_value().unwrap();
        let is_found = created.known == Known::Recovered;
        assert_eq!(is_found, fault == Fault::Hangs, "{created:?}");
        assert_eq!(server.effects("create_order", "WEB-1"), 1);
        assert_eq!(server.requests("create_order"), requests);
        assert_eq!(only_entry(&journal).state, State::Done);
    }
}
