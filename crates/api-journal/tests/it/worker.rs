//! What a round of a worker does, and that it ends.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api_journal::rules::Found;
use api_journal::{
    BoxFuture, Entry, Intent, Journal, MemoryStore, Recover, RequestDigest, Scope, Worker,
};
use test_support::store::{Counted, Other};
use tokio::time::{advance, sleep};

const MINUTE: Duration = Duration::from_secs(60);

/// More than a page.
const ENTRIES: u64 = 150;

fn scope() -> Scope {
    Scope::new("shop", "Test", "12")
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
    for number in 0..ENTRIES {
        let digest = RequestDigest::from_stored(1, &[7; 32]).unwrap();
        let key = number.to_string();
        let mut intent = Intent::new(scope(), "orders.create", key, digest, 1);
        intent.can_look_up = true;
        journal.begin(&intent, MINUTE).await.unwrap();
    }
    advance(2 * MINUTE).await;
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
