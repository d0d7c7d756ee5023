//! Recovery after crashes: a crash is a call that is dropped.

use std::time::Duration;

use api_journal::{
    Entry, Evidence, Journal, JournalClient, LeaseChange, RecoveryReport, Resolution, ResolveError,
    State,
};
use api_runtime::{Method, Outcome, RawRequest};
use test_support::shop::{AddOrder, Client, CreateOrder, NewOrder, SetQuantity};
use tokio::time::{advance, sleep, timeout};

use crate::failing_journal::{FailingJournal, Failure};
use crate::shop_server::{Fault, Server};

fn add_order() -> AddOrder {
    let reference_no = "WEB-1".to_owned();
    let quantity = None;
    AddOrder {
        order: NewOrder {
            reference_no,
            quantity,
        },
    }
}

/// Drops a create when its response should be received.
async fn crash_in_create(server: &Server, journal: &FailingJournal, fault: Fault) -> Client {
    let client = server.client("12");
    server.plan([fault]);
    let call = client.create_once_journaled(journal, "order-1", CreateOrder::new("WEB-1"));
    assert!(timeout(Duration::from_secs(1), call).await.is_err());
    client
}

async fn crash_in_add(server: &Server, journal: &FailingJournal, fault: Fault) -> Client {
    let client = server.client("12");
    server.plan([fault]);
    let call = client.send_journaled(journal, "order-1", add_order());
    assert!(timeout(Duration::from_secs(1), call).await.is_err());
    client
}

async fn recover(client: &Client, journal: &FailingJournal) -> RecoveryReport {
    advance(journal.lease()).await;
    client.recover(journal).await.unwrap()
}

fn stored(journal: &FailingJournal) -> Entry {
    journal.inner.entries().remove(0)
}

const NEVER_RECEIVED: Fault = Fault::Late(Duration::from_secs(1_000_000));

#[tokio::test(start_paused = true)]
async fn only_expired_entries_of_the_same_scope_are_recovered() {
    let (server, journal) = (Server::default(), FailingJournal::default());
    let client = crash_in_create(&server, &journal, Fault::Hangs).await;
    assert!(client.recover(&journal).await.unwrap().is_empty());
    advance(journal.lease()).await;
    let other = server.client("13").recover(&journal).await.unwrap();
    assert!(other.is_empty(), "{other:?}");
    assert_eq!(client.recover(&journal).await.unwrap().found.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_never_retried_write_is_left_to_people_and_never_sent_again() {
    for journal in [
        FailingJournal::default(),
        FailingJournal::default().sealing(),
    ] {
        let server = Server::default();
        let client = crash_in_add(&server, &journal, Fault::Hangs).await;
        let report = recover(&client, &journal).await;
        assert_eq!(report.unknown.len(), 1, "{report:?}");
        assert_eq!(stored(&journal).lease_until, None);
        assert!(recover(&client, &journal).await.is_empty());
        assert_eq!(server.requests("add_order"), 1);
        let entry = journal.unresolved(None, 10).await.unwrap().remove(0);
        assert_eq!(entry.details.names[0].1, "WEB-1");
        assert_eq!(journal.prune(Duration::ZERO).await.unwrap(), 0);

        let resolution = Resolution::TookEffect { record_id: None };
        journal
            .resolve(
                &entry.id,
                resolution.clone(),
                "eve",
                "seen in the back office",
            )
            .await
            .unwrap();
        let again = journal
            .resolve(&entry.id, resolution, "eve", "again")
            .await
            .unwrap_err();
        assert!(
            matches!(again, ResolveError::NotUnresolved(State::Resolved)),
            "{again}"
        );
        assert_eq!(stored(&journal).details.resolved.unwrap().by, "eve");
        assert_eq!(journal.prune(Duration::ZERO).await.unwrap(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_record_that_is_found_by_its_unique_key_took_effect() {
    for journal in [
        FailingJournal::default(),
        FailingJournal::default().sealing(),
    ] {
        let server = Server::default();
        let client = crash_in_create(&server, &journal, Fault::Hangs).await;
        let report = recover(&client, &journal).await;
        assert_eq!(report.found[0].state, State::Done);
        assert_eq!(server.requests("create_order"), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn absence_proves_nothing_unless_the_request_is_kept() {
    let (server, journal) = (Server::default(), FailingJournal::default());
    let client = crash_in_create(&server, &journal, NEVER_RECEIVED).await;
    let report = recover(&client, &journal).await;
    assert_eq!(report.unknown[0].state, State::Unknown);
    assert_eq!(server.requests("create_order"), 1);
    // The record may be there later.
    server.put_order("WEB-1", 2);
    assert_eq!(recover(&client, &journal).await.found.len(), 0);
    advance(journal.lease()).await;
    assert_eq!(client.recover(&journal).await.unwrap().found.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_kept_create_is_sent_again_if_there_is_no_record() {
    let (server, journal) = (Server::default(), FailingJournal::default().sealing());
    let client = crash_in_create(&server, &journal, NEVER_RECEIVED).await;
    let sealed = stored(&journal).sealed_request.unwrap();
    assert!(!String::from_utf8_lossy(&sealed).contains("WEB-1"));
    let report = recover(&client, &journal).await;
    assert_eq!(report.resent.len(), 1, "{report:?}");
    assert_eq!(stored(&journal).sealed_request, None);
    assert_eq!(server.effects("create_order", "WEB-1"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_record_that_differs_is_left_to_people() {
    let (server, journal) = (Server::default(), FailingJournal::default().sealing());
    let client = server.client("12");
    server.plan([NEVER_RECEIVED]);
    let mut operation = CreateOrder::new("WEB-1");
    operation.order.quantity = Some(2);
    let call = client.create_once_journaled(&journal, "order-1", operation);
    assert!(timeout(Duration::from_secs(1), call).await.is_err());
    server.put_order("WEB-1", 5);
    let report = recover(&client, &journal).await;
    let outcome = report.unknown[0].details.outcome.as_ref().unwrap();
    assert_eq!(outcome.differences, ["/order/quantity"]);
    assert_eq!(stored(&journal).lease_until, None);
}

#[tokio::test(start_paused = true)]
async fn a_kept_idempotent_request_is_sent_again() {
    for (journal, requests) in [
        (FailingJournal::default(), 1),
        (FailingJournal::default().sealing(), 2),
    ] {
        let server = Server::new([Fault::Hangs]);
        let client = server.client("12");
        let (id, quantity) = (7.into(), 3);
        let call = client.send_journaled(&journal, "key", SetQuantity { id, quantity });
        assert!(timeout(Duration::from_secs(1), call).await.is_err());
        let report = recover(&client, &journal).await;
        assert_eq!(server.requests("set_quantity"), requests);
        assert_eq!(
            (report.resent.len(), report.unknown.len()),
            (requests - 1, 2 - requests)
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_rejected_resend_does_not_prove_that_the_first_request_had_no_effect() {
    let (server, journal) = (
        Server::new([Fault::Hangs]),
        FailingJournal::default().sealing(),
    );
    let client = server.client("12");
    let (id, quantity) = (7.into(), 3);
    let call = client.send_journaled(&journal, "key", SetQuantity { id, quantity });
    assert!(timeout(Duration::from_secs(1), call).await.is_err());
    server.plan([Fault::Rejected(409)]);
    let report = recover(&client, &journal).await;
    assert_eq!(report.unknown[0].state, State::Unknown);
    assert_eq!(report.unknown[0].details.open_sends, [1]);
    // Tried again, after twice the delay.
    assert!(recover(&client, &journal).await.is_empty());
    assert_eq!(recover(&client, &journal).await.resent.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_prepared_write_was_not_sent() {
    let (server, journal) = (Server::default(), FailingJournal::default());
    let client = server.client("12");
    let intent = client.prepare(&journal, "order-1", &add_order()).unwrap();
    journal.begin(&intent, journal.lease()).await.unwrap();
    let report = recover(&client, &journal).await;
    assert_eq!(report.without_effect[0].state, State::NotSent);
    assert_eq!(server.requests("add_order"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_prepared_write_whose_request_is_kept_is_sent() {
    let (server, journal) = (Server::default(), FailingJournal::default().sealing());
    let client = server.client("12");
    let intent = client
        .prepare(&journal, "order-1", &CreateOrder::new("WEB-1"))
        .unwrap();
    journal.begin(&intent, journal.lease()).await.unwrap();
    assert_eq!(recover(&client, &journal).await.resent.len(), 1);
    assert_eq!(server.effects("create_order", "WEB-1"), 1);
    let sent = client
        .create_once_prepared(&journal, intent, CreateOrder::new("WEB-1"))
        .await;
    assert!(
        matches!(sent, Ok(api_journal::Journaled::AlreadySent(_))),
        "{sent:?}"
    );
}

/// Sends a write in a process that is suspended after it committed the intent, and leaves its entry
/// unknown, as recovery by another process does. Returns the entry after `meanwhile` and the end of
/// the call.
async fn overtaken<F: Future>(fault: Fault, meanwhile: impl FnOnce(FailingJournal) -> F) -> Entry {
    let (server, journal) = (Server::new([fault]), FailingJournal::default());
    journal.plan([Failure::Slow(Duration::from_secs(59))]);
    let (client, of_call) = (server.client("12"), journal.clone());
    let call = tokio::spawn(async move {
        let sent = client
            .send_journaled(&of_call, "order-1", add_order())
            .await;
        sent.is_ok()
    });
    sleep(Duration::from_secs(1)).await;
    let mut entry = stored(&journal);
    entry.epoch += 1;
    entry.state = State::Unknown;
    journal
        .inner
        .update(&entry, LeaseChange::End)
        .await
        .unwrap();
    meanwhile(journal.clone()).await;
    assert_eq!(call.await.unwrap(), fault == Fault::None);
    assert_eq!(server.requests("add_order"), 1);
    stored(&journal)
}

#[tokio::test(start_paused = true)]
async fn a_late_success_of_a_process_without_lease_wins() {
    let entry = overtaken(Fault::None, async |_| {}).await;
    assert_eq!(
        (entry.state, entry.epoch, entry.lease_until),
        (State::Done, 2, None)
    );
    assert_eq!(entry.details.outcome.unwrap().epoch, 1);
}

#[tokio::test(start_paused = true)]
async fn a_late_proof_settles_what_recovery_left_unknown() {
    let entry = overtaken(Fault::Rejected(422), async |_| {}).await;
    assert_eq!(
        (entry.state, entry.details.open_sends),
        (State::Rejected, vec![])
    );
}

#[tokio::test(start_paused = true)]
async fn a_late_unknown_outcome_is_kept_as_evidence() {
    let entry = overtaken(Fault::Lost, async |_| {}).await;
    assert_eq!((entry.state, entry.details.outcome), (State::Unknown, None));
    assert_eq!(entry.details.late_outcomes[0].outcome, Outcome::Unknown);
}

#[tokio::test(start_paused = true)]
async fn a_late_rejection_does_not_settle_what_was_sent_twice() {
    let sent_again = async |journal: FailingJournal| {
        let mut entry = stored(&journal);
        entry.details.open_sends.push(entry.epoch);
        let lease = LeaseChange::Renew(Duration::from_secs(600));
        journal.inner.update(&entry, lease).await.unwrap();
    };
    let entry = overtaken(Fault::Rejected(422), sent_again).await;
    assert_eq!(
        (entry.state, entry.details.open_sends),
        (State::Unknown, vec![2])
    );
    assert_eq!(entry.details.late_outcomes[0].outcome, Outcome::Rejected);
    assert!(entry.lease_until.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_late_rejection_says_nothing_about_a_later_send() {
    let send_again = async |journal: FailingJournal| {
        let id = stored(&journal).id;
        journal
            .resolve(&id, Resolution::DidNot, "eve", "no order")
            .await
            .unwrap();
        let server = Server::new([Fault::Hangs]);
        crash_in_add(&server, &journal, Fault::Hangs).await;
    };
    let entry = overtaken(Fault::Rejected(422), send_again).await;
    assert_eq!(
        (entry.state, entry.details.open_sends),
        (State::InFlight, vec![3])
    );
    assert_eq!(entry.details.late_outcomes[0].outcome, Outcome::Rejected);
}

#[tokio::test(start_paused = true)]
async fn a_resolution_is_kept_beside_late_evidence() {
    let resolve = async |journal: FailingJournal| {
        let id = stored(&journal).id;
        journal
            .resolve(&id, Resolution::DidNot, "eve", "no order")
            .await
            .unwrap();
    };
    let entry = overtaken(Fault::None, resolve).await;
    assert_eq!(entry.state, State::Done);
    assert_eq!(
        entry.details.resolved.unwrap().resolution,
        Resolution::DidNot
    );
}

#[tokio::test(start_paused = true)]
async fn a_lookup_that_fails_is_tried_again() {
    let (server, journal) = (Server::default(), FailingJournal::default());
    let client = crash_in_create(&server, &journal, Fault::Hangs).await;
    server.plan([Fault::NotConnected; 3]);
    let report = recover(&client, &journal).await;
    let outcome = report.unknown[0].details.outcome.as_ref().unwrap();
    assert_eq!(
        (outcome.outcome, outcome.evidence),
        (Outcome::Unknown, Evidence::LookedUp)
    );
    assert!(recover(&client, &journal).await.is_empty());
    assert_eq!(recover(&client, &journal).await.found.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_unrecorded_recovery_is_recovered_again() {
    let (server, journal) = (Server::default(), FailingJournal::default());
    let client = crash_in_create(&server, &journal, Fault::Hangs).await;
    journal.plan([Failure::None, Failure::Before]);
    let report = recover(&client, &journal).await;
    assert_eq!((report.unrecorded.len(), report.found.len()), (1, 0));
    assert_eq!(recover(&client, &journal).await.found.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_kept_request_with_another_digest_is_not_sent() {
    let (server, journal) = (Server::default(), FailingJournal::default().sealing());
    let client = crash_in_create(&server, &journal, NEVER_RECEIVED).await;
    let mut entry = stored(&journal);
    let other = client
        .prepare(&journal, "order-1", &CreateOrder::new("WEB-2"))
        .unwrap();
    assert_eq!(other.id, entry.id);
    entry.sealed_request = other.sealed_request;
    let lease = LeaseChange::Renew(Duration::ZERO);
    assert!(journal.inner.update(&entry, lease).await.unwrap());
    let report = client.recover(&journal).await.unwrap();
    assert_eq!(report.unknown.len(), 1, "{report:?}");
    assert_eq!(server.requests("create_order"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_settled_entry_is_neither_renewed_nor_recovered() {
    let (server, journal) = (Server::new([Fault::Hangs]), FailingJournal::default());
    let client = server
        .client("12")
        .call()
        .attempt_timeout(Duration::from_secs(600))
        .timeout(Duration::from_secs(600))
        .into_client();
    let call = tokio::spawn({
        let (client, journal) = (client.clone(), journal.clone());
        async move {
            client
                .send_journaled(&journal, "order-1", add_order())
                .await
                .is_ok()
        }
    });
    sleep(Duration::from_secs(30)).await;
    // The late success of another process.
    let mut entry = stored(&journal);
    entry.state = State::Done;
    assert!(
        journal
            .inner
            .update(&entry, LeaseChange::End)
            .await
            .unwrap()
    );
    sleep(Duration::from_secs(300)).await;
    assert_eq!(stored(&journal).lease_until, None);
    sleep(Duration::from_secs(600)).await;
    assert!(!call.await.unwrap());
    assert_eq!(
        (stored(&journal).state, stored(&journal).lease_until),
        (State::Done, None)
    );

    let lease = LeaseChange::Renew(Duration::ZERO);
    assert!(
        journal
            .inner
            .update(&stored(&journal), lease)
            .await
            .unwrap()
    );
    let report = client.recover(&journal).await.unwrap();
    assert!(
        report.unknown.is_empty() && server.requests("add_order") == 1,
        "{report:?}"
    );
    assert_eq!(
        (stored(&journal).state, stored(&journal).lease_until),
        (State::Done, None)
    );
}

#[tokio::test(start_paused = true)]
async fn a_request_to_an_undocumented_path_is_left_to_people() {
    let (server, journal) = (Server::new([Fault::Lost]), FailingJournal::default());
    let client = server.client("12");
    let refund = || RawRequest::new(Method::Post, "/orders/7/refund");
    journal.plan([Failure::None, Failure::Before]);
    assert!(
        client
            .send_journaled(&journal, "refund-7", refund())
            .await
            .is_err()
    );
    assert_eq!(recover(&client, &journal).await.unknown.len(), 1);
    assert_eq!(server.requests("raw"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_record_with_another_unique_key_proves_nothing() {
    let (server, journal) = (Server::default(), FailingJournal::default());
    let client = crash_in_create(&server, &journal, NEVER_RECEIVED).await;
    server.put_other_order("WEB-1", "WEB-2", 2);
    let report = recover(&client, &journal).await;
    assert_eq!(report.unknown.len(), 1, "{report:?}");
}

#[tokio::test(start_paused = true)]
async fn a_settled_entry_is_not_looked_up() {
    let (server, journal) = (Server::default(), FailingJournal::default());
    let client = crash_in_create(&server, &journal, Fault::Hangs).await;
    let mut entry = stored(&journal);
    entry.state = State::Done;
    let lease = LeaseChange::Renew(Duration::ZERO);
    assert!(journal.inner.update(&entry, lease).await.unwrap());
    client.recover(&journal).await.unwrap();
    assert_eq!(server.requests("get_order"), 0);
    assert_eq!(stored(&journal).lease_until, None);
}

#[tokio::test(start_paused = true)]
async fn a_resend_is_open_before_it_is_sent() {
    let (server, journal) = (
        Server::new([Fault::Hangs, Fault::Hangs]),
        FailingJournal::default().sealing(),
    );
    let client = server.client("12");
    let (id, quantity) = (7.into(), 3);
    let call = client.send_journaled(&journal, "key", SetQuantity { id, quantity });
    assert!(timeout(Duration::from_secs(1), call).await.is_err());
    advance(journal.lease()).await;
    let recovery = timeout(Duration::from_secs(1), client.recover(&journal)).await;
    assert!(recovery.is_err());
    let entry = stored(&journal);
    assert_eq!(
        (entry.state, entry.details.open_sends),
        (State::InFlight, vec![1, 2])
    );
}
