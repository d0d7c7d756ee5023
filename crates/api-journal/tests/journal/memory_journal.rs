//! The journal in memory does what the trait documents.

use std::time::Duration;

use api_journal::{
    Begun, Claim, Entry, Intent, Journal, LeaseChange, MemoryJournal, RequestDigest, Resolution,
    ResolveError, Scope, State,
};

const LEASE: Duration = Duration::from_secs(60);

fn intent(key: &str, state: State) -> Intent {
    let digest = RequestDigest::from_bytes(&[7; 32]).unwrap();
    Intent::new(
        Scope::new("shop", "Staging", "12"),
        "create_order",
        key,
        digest,
        state,
        "owner",
    )
}

async fn begin(journal: &MemoryJournal, key: &str) -> Entry {
    match journal
        .begin(&intent(key, State::InFlight), LEASE)
        .await
        .unwrap()
    {
        Begun::New(entry) => entry,
        Begun::Existing(entry) => panic!("{entry:?}"),
    }
}

async fn claim(journal: &MemoryJournal, venue: &str, operation: &'static str) -> Vec<Entry> {
    let scope = Scope::new("shop", "Staging", venue);
    let operations = [operation];
    let claim = Claim::new(&scope, &operations, "other", LEASE, 10);
    journal.claim(&claim).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_key_has_one_entry() {
    let journal = MemoryJournal::new();
    let entry = begin(&journal, "order-1").await;
    let again = journal
        .begin(&intent("order-1", State::InFlight), LEASE)
        .await
        .unwrap();
    assert_eq!(again, Begun::Existing(entry));
    assert_ne!(
        begin(&journal, "order-2").await.id,
        begin(&journal, "order-3").await.id
    );
}

#[tokio::test(start_paused = true)]
async fn an_update_of_another_revision_is_refused() {
    let journal = MemoryJournal::new();
    let mut entry = begin(&journal, "order-1").await;
    entry.state = State::Done;
    assert!(journal.update(&entry, LeaseChange::End).await.unwrap());
    entry.state = State::Rejected;
    assert!(!journal.update(&entry, LeaseChange::End).await.unwrap());
    let stored = journal.entry(&entry.id).await.unwrap().unwrap();
    assert_eq!(
        (stored.state, stored.revision, stored.lease_until),
        (State::Done, 2, None)
    );
}

#[tokio::test(start_paused = true)]
async fn only_expired_entries_of_the_scope_and_operation_are_claimed() {
    let journal = MemoryJournal::new();
    begin(&journal, "order-1").await;
    assert!(claim(&journal, "12", "create_order").await.is_empty());
    tokio::time::advance(LEASE).await;
    assert!(claim(&journal, "13", "create_order").await.is_empty());
    assert!(claim(&journal, "12", "update_order").await.is_empty());
    let claimed = claim(&journal, "12", "create_order").await;
    assert_eq!(claimed.len(), 1);
    assert_eq!((claimed[0].epoch, claimed[0].owner.as_str()), (2, "other"));
    assert_eq!(claimed[0].revision, 2);
    assert!(claim(&journal, "12", "create_order").await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn only_unresolved_entries_are_resolved_and_only_settled_ones_pruned() {
    let journal = MemoryJournal::new();
    let entry = begin(&journal, "order-1").await;
    let error = journal
        .resolve(&entry.id, Resolution::DidNot, "eve", "absent")
        .await
        .unwrap_err();
    assert!(matches!(
        error,
        ResolveError::NotUnresolved(State::InFlight)
    ));
    tokio::time::advance(LEASE).await;
    assert_eq!(journal.prune(Duration::ZERO).await.unwrap(), 0);
    assert_eq!(journal.unresolved(None, 10).await.unwrap().len(), 1);

    let resolved = journal
        .resolve(&entry.id, Resolution::DidNot, "eve", "absent")
        .await
        .unwrap();
    assert_eq!(journal.entry(&entry.id).await.unwrap().unwrap(), resolved);
    assert!(journal.unresolved(None, 10).await.unwrap().is_empty());
    assert_eq!(journal.prune(Duration::from_secs(1)).await.unwrap(), 0);
    assert_eq!(journal.prune(Duration::ZERO).await.unwrap(), 1);
}
