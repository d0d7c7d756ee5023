//! Journaled sends.

use std::time::Duration;

use api_journal::{
    Begun, ConfiguredJournal, Entry, Journal, JournalClient, Journaled, LeaseChange, MemoryJournal,
    Resolution, SendError, State,
};
use api_runtime::{Known, Outcome};
use test_support::shop::{AddOrder, Client, CreateOrder, GetOrder, NewOrder, Order, SetQuantity};
use tokio::time::{advance, timeout};

use crate::failing_journal::{FailingJournal, Failure};
use crate::shop_server::{Fault, Server};

fn add_order(reference_no: &str, quantity: i64) -> AddOrder {
    AddOrder {
        order: NewOrder {
            reference_no: reference_no.to_owned(),
            quantity: Some(quantity),
        },
    }
}

async fn add<J: Journal>(
    client: &Client,
    journal: &J,
    key: &str,
) -> Result<Journaled<Order>, SendError> {
    client
        .send_journaled(journal, key, add_order("WEB-1", 2))
        .await
}

fn only_entry(journal: &MemoryJournal) -> Entry {
    let mut entries = journal.entries();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0)
}

#[tokio::test(start_paused = true)]
async fn the_outcome_is_recorded_with_names_and_without_a_request() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let sent = add(&server.client("12"), &journal, "order-1")
        .await
        .unwrap();
    assert_eq!(sent.into_value().unwrap().quantity, Some(2));
    let entry = only_entry(&journal);
    assert_eq!((entry.state, entry.lease_until), (State::Done, None));
    assert_eq!(entry.scope.to_string(), "shop Staging 12");
    assert_eq!(
        entry.details.names,
        [("reference_no".to_owned(), "WEB-1".to_owned())]
    );
    assert_eq!(entry.details.open_sends, [0; 0]);
    assert_eq!(entry.details.outcome.unwrap().status, Some(200));
    assert_eq!(entry.sealed_request, None);
}

#[tokio::test(start_paused = true)]
async fn a_key_sends_one_request() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    let _ = add(&client, &journal, "order-1").await.unwrap();
    let again = add(&client, &journal, "order-1").await.unwrap();
    assert!(matches!(again, Journaled::AlreadySent(entry) if entry.state == State::Done));
    let error = client
        .send_journaled(&journal, "order-1", add_order("WEB-2", 2))
        .await
        .unwrap_err();
    assert!(matches!(error, SendError::KeyReused(_)), "{error}");
    assert_eq!(server.requests("add_order"), 1);
    // Another venue and another operation have keys of their own.
    let _ = add(&server.client("13"), &journal, "order-1")
        .await
        .unwrap();
    let operation = SetQuantity {
        id: 7.into(),
        quantity: 1,
    };
    let _ = client
        .send_journaled(&journal, "order-1", operation)
        .await
        .unwrap();
    assert_eq!(journal.entries().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_without_a_committed_intent() {
    let server = Server::default();
    for failure in [Failure::Before, Failure::After] {
        let journal = FailingJournal::new([failure]);
        let error = add(&server.client("12"), &journal, "order-1")
            .await
            .unwrap_err();
        assert!(matches!(error, SendError::Journal(_)), "{error}");
        assert_eq!(error.outcome(), Outcome::NotSent);
    }
    let slow = FailingJournal::new([Failure::Slow(Duration::from_secs(60))]);
    let error = add(&server.client("12"), &slow, "order-1")
        .await
        .unwrap_err();
    assert!(matches!(error, SendError::LeaseExpired(_)), "{error}");
    assert_eq!(only_entry(&slow.inner).state, State::NotSent);
    assert_eq!(server.requests("add_order"), 0);
}

#[tokio::test(start_paused = true)]
async fn an_invalid_request_and_a_blank_key_have_no_entry() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    let operation = SetQuantity {
        id: "..".into(),
        quantity: 1,
    };
    let error = client
        .send_journaled(&journal, "order-1", operation)
        .await
        .unwrap_err();
    assert!(matches!(error, SendError::Invalid(_)), "{error}");
    assert!(add(&client, &journal, " ").await.is_err());
    assert!(journal.entries().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_unrecorded_outcome_reaches_the_caller() {
    let server = Server::default();
    let journal = FailingJournal::new([Failure::None, Failure::Before]);
    let sent = add(&server.client("12"), &journal, "order-1")
        .await
        .unwrap();
    let Journaled::Sent(sent) = sent else {
        panic!("{sent:?}")
    };
    assert!(sent.unrecorded.is_some());
    assert_eq!(sent.value.quantity, Some(2));
    assert_eq!(only_entry(&journal.inner).state, State::InFlight);

    server.plan([Fault::Lost]);
    journal.plan([Failure::None, Failure::Before]);
    let error = add(&server.client("12"), &journal, "order-2")
        .await
        .unwrap_err();
    assert_eq!(error.outcome(), Outcome::Unknown);
    assert!(
        error.to_string().contains("the outcome was not recorded"),
        "{error}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_unknown_outcome_is_not_sent_again() {
    let (server, journal) = (Server::new([Fault::Lost]), MemoryJournal::new());
    let client = server.client("12");
    let error = add(&client, &journal, "order-1").await.unwrap_err();
    assert!(matches!(error, SendError::Failed(_)), "{error}");
    let error = add(&client, &journal, "order-1").await.unwrap_err();
    assert!(matches!(error, SendError::Unknown(_)), "{error}");
    assert_eq!(server.requests("add_order"), 1);
    assert_eq!(journal.unresolved(None, 10).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_stays_in_flight() {
    let (server, journal) = (Server::new([Fault::Hangs]), MemoryJournal::new());
    let client = server.client("12");
    let dropped = timeout(Duration::from_secs(1), add(&client, &journal, "order-1")).await;
    assert!(dropped.is_err());
    let error = add(&client, &journal, "order-1").await.unwrap_err();
    assert!(matches!(error, SendError::InFlight(_)), "{error}");
    assert!(journal.unresolved(None, 10).await.unwrap().is_empty());
    advance(journal.lease()).await;
    assert_eq!(journal.unresolved(None, 10).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_write_without_effect_can_be_sent_again() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    for faults in [vec![Fault::NotConnected; 3], vec![Fault::Rejected(429)]] {
        server.plan(faults);
        assert!(add(&client, &journal, "order-1").await.is_err());
    }
    let _ = add(&client, &journal, "order-1").await.unwrap();
    assert_eq!(server.effects("add_order", "WEB-1"), 1);

    server.plan([Fault::Lost]);
    assert!(add(&client, &journal, "order-2").await.is_err());
    let unknown = journal.unresolved(None, 10).await.unwrap().remove(0);
    journal
        .resolve(&unknown.id, Resolution::DidNot, "eve", "no order")
        .await
        .unwrap();
    assert!(matches!(
        add(&client, &journal, "order-2").await.unwrap(),
        Journaled::Sent(_)
    ));

    server.plan([Fault::Lost]);
    assert!(add(&client, &journal, "order-4").await.is_err());
    let unknown = journal.unresolved(None, 10).await.unwrap().remove(0);
    journal
        .resolve(
            &unknown.id,
            Resolution::TookEffect { record_id: None },
            "eve",
            "seen",
        )
        .await
        .unwrap();
    let again = add(&client, &journal, "order-4").await.unwrap();
    assert!(matches!(again, Journaled::AlreadySent(_)), "{again:?}");

    server.plan([Fault::Rejected(422)]);
    assert!(add(&client, &journal, "order-3").await.is_err());
    let error = add(&client, &journal, "order-3").await.unwrap_err();
    assert!(matches!(error, SendError::AlreadyRejected(_)), "{error}");
}

#[tokio::test(start_paused = true)]
async fn the_lease_is_renewed_while_a_call_runs() {
    let (server, journal) = (Server::new([Fault::Hangs]), MemoryJournal::new());
    let client = server.client("12");
    let slow = client
        .call()
        .attempt_timeout(Duration::from_secs(600))
        .timeout(Duration::from_secs(600))
        .into_client();
    let call = add(&slow, &journal, "order-1");
    assert!(timeout(Duration::from_secs(300), call).await.is_err());
    assert!(client.recover(&journal).await.unwrap().is_empty());
    advance(journal.lease()).await;
    assert_eq!(client.recover(&journal).await.unwrap().unknown.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_create_recovers_by_its_unique_key() {
    let (server, journal) = (Server::new([Fault::ResponseLost]), MemoryJournal::new());
    let client = server.client("12");
    let created = client
        .create_once_journaled(&journal, "order-1", CreateOrder::new("WEB-1"))
        .await
        .unwrap();
    let created = created.into_value().unwrap();
    assert_eq!(created.known, Known::Recovered);
    assert_eq!(only_entry(&journal).state, State::Done);
    assert_eq!(server.effects("create_order", "WEB-1"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_record_that_differs_is_left_to_people() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    server.put_order("WEB-1", 5);
    let mut operation = CreateOrder::new("WEB-1");
    operation.order.quantity = Some(2);
    let client = server.client("12");
    let created = client
        .create_once_journaled(&journal, "order-1", operation)
        .await
        .unwrap();
    let created = created.into_value().unwrap();
    assert_eq!(
        (created.known, created.differences.len()),
        (Known::Recovered, 1)
    );
    let entry = only_entry(&journal);
    assert_eq!((entry.state, entry.lease_until), (State::Unknown, None));
    assert_eq!(
        entry.details.outcome.unwrap().differences,
        ["/order/quantity"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_prepared_intent_is_sent_once() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    let operation = add_order("WEB-1", 2);
    let intent = client.prepare(&journal, "order-1", &operation).unwrap();
    let error = client
        .send_prepared(&journal, intent.clone(), &operation)
        .await
        .unwrap_err();
    assert!(matches!(error, SendError::NotPrepared(_)), "{error}");

    let begun = journal.begin(&intent, journal.lease()).await.unwrap();
    assert!(matches!(begun, Begun::New(entry) if entry.state == State::Prepared));
    let sent = client
        .send_prepared(&journal, intent.clone(), &operation)
        .await
        .unwrap();
    assert!(matches!(sent, Journaled::Sent(_)));
    let again = client
        .send_prepared(&journal, intent, &operation)
        .await
        .unwrap();
    assert!(matches!(again, Journaled::AlreadySent(_)));
    assert_eq!(server.effects("add_order", "WEB-1"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_client_without_a_venue_sends_and_recovers_nothing() {
    let journal = MemoryJournal::new();
    let client = test_support::shop::client([]);
    let error = add(&client, &journal, "order-1").await.unwrap_err();
    assert!(matches!(error, SendError::MissingVenue), "{error}");
    assert!(client.recover(&journal).await.is_err());
    assert!(journal.entries().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_prepared_create_is_found_by_the_operation_of_the_caller() {
    let (server, journal) = (Server::new([Fault::ResponseLost]), MemoryJournal::new());
    let client = server.client("12");
    let operation = CreateOrder::new("WEB-1");
    let intent = client.prepare(&journal, "order-1", &operation).unwrap();
    journal.begin(&intent, journal.lease()).await.unwrap();
    let find = async |reference_no: String| Some(GetOrder::new(reference_no));
    let created = client
        .create_once_with_prepared(&journal, intent, operation, find)
        .await
        .unwrap();
    assert_eq!(created.into_value().unwrap().known, Known::Recovered);
    assert_eq!(only_entry(&journal).state, State::Done);
}

#[tokio::test(start_paused = true)]
async fn invalid_keys_are_errors_of_the_caller() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    for (key, reason) in [
        (" ", "it is blank"),
        ("order\0", "it has a control character"),
        (&*"k".repeat(513), "it is longer than 512 bytes"),
    ] {
        let error = add(&client, &journal, key).await.unwrap_err();
        assert_eq!(error.to_string(), format!("invalid key: {reason}"));
        assert_eq!(error.outcome(), Outcome::NotSent);
    }
    assert!(journal.entries().is_empty());
    let _ = add(&client, &journal, &"k".repeat(512)).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_intent_of_another_venue_is_not_sent() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let operation = add_order("WEB-1", 2);
    let intent = server
        .client("12")
        .prepare(&journal, "order-1", &operation)
        .unwrap();
    journal
        .begin(&intent, Duration::from_secs(60))
        .await
        .unwrap();
    let other = server.client("34");
    let sent = other.send_prepared(&journal, intent, operation).await;
    let error = sent.unwrap_err();
    assert!(matches!(error, SendError::WrongScope(_)), "{error}");
    assert_eq!(server.requests("add_order"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_resolution_names_who_and_why() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    server.plan([Fault::ResponseLost]);
    add(&server.client("12"), &journal, "order-1")
        .await
        .unwrap_err();
    let id = only_entry(&journal).id;
    let blank_id = Resolution::with_record_id(" ");
    for (resolution, by, why, blank) in [
        (Resolution::DidNot, "", "seen", "by"),
        (Resolution::DidNot, "eve", " ", "why"),
        (blank_id, "eve", "seen", "record_id"),
    ] {
        let resolved = journal.resolve(&id, resolution, by, why).await;
        assert_eq!(
            resolved.unwrap_err().to_string(),
            format!("`{blank}` is blank")
        );
    }
    assert_eq!(only_entry(&journal).state, State::Unknown);
}

#[tokio::test(start_paused = true)]
async fn the_id_of_the_record_is_that_of_the_response_or_of_the_resolution() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    for (resolution, id) in [
        (Resolution::with_record_id("7"), Some("7")),
        (Resolution::TookEffect { record_id: None }, None),
        (Resolution::DidNot, None),
    ] {
        let key = format!("order-{resolution:?}").replace('"', "");
        server.plan([Fault::Lost]);
        assert!(add(&client, &journal, &key).await.is_err());
        let unknown = journal.unresolved(None, 10).await.unwrap().remove(0);
        assert_eq!(unknown.record_id(), None);
        let resolved = journal
            .resolve(&unknown.id, resolution, "eve", "seen")
            .await;
        assert_eq!(resolved.unwrap().record_id(), id);
        let stored = journal.entry(&unknown.id).await.unwrap().unwrap();
        assert_eq!(stored.record_id(), id);
        if let Some(id) = id {
            let again = add(&client, &journal, &key).await.unwrap();
            assert!(
                matches!(again, Journaled::AlreadySent(entry) if entry.record_id() == Some(id))
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn attempts_are_those_of_the_call() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    for (failures, attempts) in [(0, 1), (2, 3)] {
        server.plan(vec![Fault::NotConnected; failures]);
        let key = format!("order-{failures}");
        let _ = add(&client, &journal, &key).await.unwrap();
        let mut entries = journal.entries().into_iter();
        let entry = entries.find(|entry| entry.key == key).unwrap();
        assert_eq!(entry.details.outcome.unwrap().attempts, attempts);
    }
}

#[tokio::test(start_paused = true)]
async fn leases_of_no_time_or_of_weeks_are_refused() {
    let server = Server::default();
    let client = server.client("12");
    for seconds in [0, 24 * 60 * 60 + 1, u64::MAX] {
        let lease = Duration::from_secs(seconds);
        let journal = ConfiguredJournal::new(MemoryJournal::new()).with_lease(lease);
        let error = add(&client, &journal, "order-1").await.unwrap_err();
        assert!(matches!(error, SendError::Journal(_)), "{error}");
        let expected = "expected a second to a day";
        assert!(error.to_string().contains(expected), "{error}");
        let error = client.recover(&journal).await.unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        let prepared = client.prepare(&journal, "order-1", &add_order("WEB-1", 2));
        assert!(prepared.is_err());
    }
    assert_eq!(server.requests("add_order"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_corrected_request_has_the_key_of_the_rejected_one() {
    let (server, journal) = (Server::default(), MemoryJournal::new());
    let client = server.client("12");
    let add = |reference| client.send_journaled(&journal, "order-1", add_order(reference, 2));
    server.plan([Fault::Rejected(422)]);
    assert!(add("WEB-1").await.is_err());
    let sent = add("WEB-2").await.unwrap();
    assert!(matches!(sent, Journaled::Sent(_)), "{sent:?}");
    assert_eq!(server.effects("add_order", "WEB-2"), 1);
    let entry = only_entry(&journal);
    assert_eq!(entry.state, State::Done);
    assert_eq!(entry.details.names[0].1, "WEB-2");
    // Now it is that of the corrected request.
    let again = add("WEB-2").await.unwrap();
    assert!(matches!(again, Journaled::AlreadySent(_)), "{again:?}");
    let error = add("WEB-1").await.unwrap_err();
    assert!(matches!(error, SendError::KeyReused(_)), "{error}");
}

#[tokio::test(start_paused = true)]
async fn another_request_has_no_key_that_is_used_or_may_be() {
    for state in State::ALL {
        let (server, journal) = (Server::default(), MemoryJournal::new());
        let client = server.client("12");
        let operation = add_order("WEB-1", 2);
        let intent = client.prepare(&journal, "order-1", &operation).unwrap();
        journal.begin(&intent, journal.lease()).await.unwrap();
        let mut entry = only_entry(&journal);
        entry.state = state;
        let lease = LeaseChange::Renew(Duration::ZERO);
        assert!(journal.update(&entry, lease).await.unwrap());
        let other = add_order("WEB-2", 2);
        let sent = client.send_journaled(&journal, "order-1", other).await;
        let has_no_effect = matches!(state, State::NotSent | State::Rejected);
        assert_eq!(sent.is_ok(), has_no_effect, "{state}: {sent:?}");
        assert_eq!(server.requests("add_order"), usize::from(has_no_effect));
    }
}
