//! What a process knows of the time of a database between its replies.

use std::thread;
use std::time::{Duration, SystemTime};

use api_journal::call::Clocks;
use api_journal::rows::{Put, Query, Read, SharedStore};
use api_journal::rules::{Repeat, ended};
use api_journal::{
    Begun, Change, End, Entry, Evidence, Filter, Intent, Journal, JournalError, JournalFuture,
    MemoryStore, Outcome, RequestDigest, Scope, Store, Timestamp,
};
use test_support::store::{Counted, Differs, Other};
use tokio::time::{Instant, advance, sleep};

const LEASE: Duration = Duration::from_secs(60);
const SECOND: Duration = Duration::from_secs(1);

fn intent(key: &str) -> Intent {
    let digest = RequestDigest::new("7", [], None, &[]);
    let scope = Scope::new("shop", "Test", "12");
    Intent::new(scope, "orders.create", key, digest, 1)
}

async fn begin(journal: &Journal, key: &str) -> Entry {
    match journal.begin(&intent(key), LEASE).await.unwrap() {
        Begun::New(entry) => entry,
        other => panic!("expected a new entry, found {other:?}"),
    }
}

/// How late a call is made, and how late its reply arrives.
type Delays = [Duration; 2];

/// A store whose calls are late.
struct Late {
    store: MemoryStore,
    read: Delays,
    put: Delays,
}

impl Differs for Late {
    fn other(&self) -> &SharedStore {
        &self.store
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        Box::pin(late(self.read, self.store.read(query)))
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(late(self.put, self.store.put(put)))
    }
}

async fn late<T>([before, after]: Delays, call: JournalFuture<'_, T>) -> Result<T, JournalError> {
    sleep(before).await;
    let reply = call.await;
    sleep(after).await;
    reply
}

/// Journals in a store, with the delays of their reads and puts.
fn late_journals() -> Vec<(MemoryStore, Journal, String)> {
    let delays = [
        [0, 0],
        [0, 400],
        [400, 0],
        [500, 0],
        [0, 900],
        [900, 900],
        [8_000, 8_000],
    ];
    let delays = delays.map(|delays| delays.map(Duration::from_millis));
    let pairs = delays.map(|read| delays.map(|put| (read, put)));
    let pairs = pairs.into_iter().flatten();
    let journals = pairs.map(|(read, put)| {
        let store = MemoryStore::new();
        let late = Late {
            store: store.clone(),
            read,
            put,
        };
        let journal = Journal::new(Other(late));
        (store, journal, format!("reads {read:?}, puts {put:?}"))
    });
    journals.collect()
}

#[tokio::test(start_paused = true)]
async fn a_lease_ends_less_than_a_second_before_its_call_expects_however_late_replies_are() {
    for (store, journal, delays) in late_journals() {
        for key in ["first", "second", "third"] {
            let asked = store.now();
            let until = begin(&journal, key).await.lease_until.unwrap();
            assert!(asked + LEASE < until + SECOND, "{key}, {delays}");
            // By the time in the reply to a read.
            let entry = journal.entry(&intent(key).id).await.unwrap().unwrap();
            let asked = store.now();
            let renewal = Change::renewal(entry, LEASE);
            let renewed = journal.change(&renewal).await.unwrap().unwrap();
            let until = renewed.lease_until.unwrap();
            assert!(asked + LEASE < until + SECOND, "{key}, {delays}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_for_people_from_now_on_is_listed_at_once_however_late_replies_are() {
    let end = End::new(Outcome::Unknown, Evidence::Sent);
    for (store, journal, delays) in late_journals() {
        for key in ["first", "second", "third"] {
            begin(&journal, key).await;
            let id = intent(key).id;
            let entry = journal.entry(&id).await.unwrap().unwrap();
            let change = ended(&entry, &intent(key), 1, &end, Repeat::Never).unwrap();
            journal.change(&change).await.unwrap().unwrap();
            // By another process.
            let people = Journal::new(store.clone());
            let listed = people.list(&Filter::for_people(), None, 10).await.unwrap();
            let ids: Vec<_> = listed
                .entries
                .into_iter()
                .flatten()
                .map(|entry| entry.id)
                .collect();
            assert!(ids.contains(&id), "{key}, {delays}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_of_the_last_reply_goes_on_without_a_read() {
    let counted = Counted::default();
    let journal = Journal::new(Other(counted.clone()));
    begin(&journal, "first").await;
    let before = counted.reads();
    for key in ["second", "third"] {
        advance(LEASE / 3).await;
        let entry = begin(&journal, key).await;
        assert_eq!(entry.created_at, counted.store.now(), "{key}");
    }
    assert_eq!(counted.reads(), before);
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
