//! What a round of a worker does, and that it ends.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api_journal::rows::{Put, SharedStore};
use api_journal::rules::Found;
use api_journal::{
    BoxFuture, Entry, Intent, Journal, JournalError, JournalFuture, MemoryStore, Recover,
    RequestDigest, Scope, Timestamp, Worker,
};
#[cfg(feature = "metrics")]
use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, SharedString, Unit};
use test_support::store::{Counted, Differs, Other};
#[cfg(feature = "metrics")]
use tokio::time::timeout;
use tokio::time::{advance, sleep};

const MINUTE: Duration = Duration::from_secs(60);

/// More than a page.
const ENTRIES: u64 = 150;

fn scope() -> Scope {
    Scope::new("shop", "Test", "12")
}

/// Adds entries whose records are to be looked up now.
async fn due(journal: &Journal) {
    for number in 0..ENTRIES {
        let digest = RequestDigest::new("7", [], None, &[]);
        let key = number.to_string();
        let mut intent = Intent::new(scope(), "orders.create", key, digest, 1);
        intent.can_look_up = true;
        journal.begin(&intent, MINUTE).await.unwrap();
    }
    advance(2 * MINUTE).await;
}

/// Looks up for longer than until the next look-up, and fails.
struct Slow(AtomicU64);

impl Recover for Slow {
    fn scope(&self) -> Scope {
        scope()
    }

    fn look_up<'a>(&'a self, _: &'a Entry) -> BoxFuture<'a, Found> {
        Box::pin(async {
            let earlier = self.0.fetch_add(1, Ordering::Relaxed);
            assert!(earlier < ENTRIES, "it does not end");
            sleep(2 * MINUTE).await;
            Found::Failed
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_whose_look_ups_are_slow_and_fail_looks_each_record_up_once() {
    let journal = Journal::new(MemoryStore::new());
    due(&journal).await;
    let worker = Worker::new(journal).client(Slow(AtomicU64::new(0)));
    let gauges = worker.round().await.unwrap();
    assert_eq!((gauges.due, gauges.looked_up), (ENTRIES, ENTRIES));
}

#[tokio::test(start_paused = true)]
async fn a_round_reads_the_mark_of_the_day_to_count_and_to_prune_and_what_is_ahead() {
    let counted = Counted::default();
    let worker = Worker::new(Other(counted.clone()));
    worker.round().await.unwrap();
    assert_eq!(counted.reads(), 2 + 3);
}

/// Looks up for a second, and fails.
struct Quick;

impl Recover for Quick {
    fn scope(&self) -> Scope {
        scope()
    }

    fn look_up<'a>(&'a self, _: &'a Entry) -> BoxFuture<'a, Found> {
        Box::pin(async {
            sleep(Duration::from_secs(1)).await;
            Found::Failed
        })
    }
}

#[tokio::test(start_paused = true)]
async fn two_workers_look_each_record_up_once() {
    let journal = Journal::new(MemoryStore::new());
    due(&journal).await;
    let worker = || Worker::new(journal.clone()).client(Quick);
    let (one, other) = (worker(), worker());
    let (one, other) = tokio::join!(one.round(), other.round());
    assert_eq!(one.unwrap().looked_up + other.unwrap().looked_up, ENTRIES);
}

/// Takes no change.
struct ReadOnly(MemoryStore);

impl Differs for ReadOnly {
    fn other(&self) -> &SharedStore {
        &self.0
    }

    fn put<'a>(&'a self, _: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async { Err(JournalError::new("read-only")) })
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_that_can_change_nothing_has_counted_and_says_what_failed() {
    let store = MemoryStore::new();
    due(&Journal::new(store.clone())).await;
    let worker = Worker::new(Other(ReadOnly(store))).client(Slow(AtomicU64::new(0)));
    let gauges = worker.round().await.unwrap();
    assert_eq!((gauges.due, gauges.looked_up), (ENTRIES, 0));
    // The look-ups, and the day.
    assert_eq!(gauges.failures.len(), 2, "{:?}", gauges.failures);
}

/// Counts what is registered, and keeps no value.
#[cfg(feature = "metrics")]
#[derive(Default)]
struct Registered(AtomicU64);

#[cfg(feature = "metrics")]
impl metrics::Recorder for Registered {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, _: &Key, _: &Metadata<'_>) -> Counter {
        self.0.fetch_add(1, Ordering::Relaxed);
        Counter::noop()
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

#[cfg(feature = "metrics")]
#[tokio::test(start_paused = true)]
async fn gauges_are_published_before_the_look_ups() {
    let registered = Registered::default();
    let _recorder = metrics::set_default_local_recorder(&registered);
    let journal = Journal::new(MemoryStore::new());
    due(&journal).await;
    let worker = Worker::new(journal).client(Slow(AtomicU64::new(0)));
    let round = timeout(MINUTE, worker.round()).await;
    assert!(round.is_err(), "a look-up takes longer");
    assert_eq!(registered.0.load(Ordering::Relaxed), 1);
}
