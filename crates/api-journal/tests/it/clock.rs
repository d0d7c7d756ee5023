//! What a process knows of the time of a database between its replies.

use std::thread;
use std::time::{Duration, SystemTime};

use api_journal::call::Clocks;
use api_journal::rows::{Put, SharedStore};
use api_journal::{
    Begun, Entry, Intent, Journal, JournalFuture, MemoryStore, RequestDigest, Scope, Store,
    Timestamp,
};
use test_support::store::{Counted, Differs, Other};
use tokio::time::{Instant, advance, sleep};

const LEASE: Duration = Duration::from_secs(60);
const SECOND: Duration = Duration::from_secs(1);

async fn begin(journal: &Journal, key: &str) -> Entry {
    let digest = RequestDigest::new("7", [], None, &[]);
    let scope = Scope::new("shop", "Test", "12");
    let intent = Intent::new(scope, "orders.create", key, digest, 1);
    match journal.begin(&intent, LEASE).await.unwrap() {
        Begun::New(entry) => entry,
        other => panic!("expected a new entry, found {other:?}"),
    }
}

/// Its puts are made so late, and its replies to them are as late.
struct Late(MemoryStore, Duration);

impl Differs for Late {
    fn other(&self) -> &SharedStore {
        &self.0
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async {
            sleep(self.1).await;
            let now = self.0.put(put).await;
            sleep(self.1).await;
            now
        })
    }
}

/// Its time is never an earlier one than that of the database, and no more than a second later.
#[tokio::test(start_paused = true)]
async fn a_lease_is_as_long_as_its_call_expects_however_late_replies_are() {
    for late in [0, 900, 8_000].map(Duration::from_millis) {
        let store = MemoryStore::new();
        let journal = Journal::new(Other(Late(store.clone(), late)));
        for key in ["first", "second", "third"] {
            let asked = store.now();
            let end = begin(&journal, key).await.lease_until.unwrap();
            let shortest = asked + LEASE;
            let is_as_long = shortest <= end && end <= shortest + SECOND;
            assert!(is_as_long, "{key}, {late:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_is_read_again_after_a_minute_and_after_the_machine_was_suspended() {
    let counted = Counted::default();
    let journal = Journal::new(Other(counted.clone()));
    begin(&journal, "first").await;
    advance(LEASE).await;
    let before = counted.reads();
    begin(&journal, "second").await;
    assert!(counted.reads() > before);
    // The paused clock stands still, and the other one goes on.
    thread::sleep(SECOND);
    let before = counted.reads();
    begin(&journal, "third").await;
    assert!(counted.reads() > before);
}

#[test]
fn a_request_that_is_sent_under_a_fresh_lease_ends_before_it_and_before_clocks_are_apart() {
    let (instant, time) = (Instant::now(), SystemTime::now());
    let asked = Clocks::of(instant, time);
    let second = Duration::from_secs(1);
    for (passed, is_fresh) in [
        (LEASE / 2 - 3 * second, true),
        (LEASE / 2 - 2 * second, false),
    ] {
        for now in [
            Clocks::of(instant + passed, time),
            Clocks::of(instant, time + passed),
        ] {
            assert_eq!(asked.is_fresh(now, LEASE), is_fresh);
        }
    }
    // It was set back.
    assert!(!asked.is_fresh(Clocks::of(instant, time - second), LEASE));
}
