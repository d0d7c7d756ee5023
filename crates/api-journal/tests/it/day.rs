//! Days are counted no faster than they pass, whatever the clocks are.

use std::time::Duration;

use api_journal::rows::{Kind, Put, Query, Read, SharedStore, count_day, prune_days};
use api_journal::{
    Begun, Change, Intent, Journal, JournalFuture, MemoryStore, Note, RequestDigest, Scope, State,
    Store, Timer, Timestamp, Worker,
};
use test_support::store::{Differs, Other, Silent};
use tokio::time::{Instant, advance};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// A database with a clock that is ahead or behind by so many days.
struct Clock(MemoryStore, i64);

fn clock(store: &MemoryStore, days: i64) -> Other<Clock> {
    Other(Clock(store.clone(), days))
}

impl Clock {
    fn shown(&self, now: Timestamp) -> Timestamp {
        let error = 24 * HOUR * u32::try_from(self.1.abs()).unwrap();
        match self.1 < 0 {
            true => now - error,
            false => now + error,
        }
    }
}

impl Differs for Clock {
    fn other(&self) -> &SharedStore {
        &self.0
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        Box::pin(async move {
            let mut read = self.0.read(query).await?;
            read.moment.now = self.shown(read.moment.now);
            Ok(read)
        })
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async move {
            let now = self.0.put(put).await?;
            Ok(now.map(|now| self.shown(now)))
        })
    }
}

fn intent(key: &str) -> Intent {
    let digest = RequestDigest::new("7", [], None, &[]);
    let scope = Scope::new("shop", "Test", "12");
    Intent::new(scope, "orders.create", key, digest, 1)
}

#[tokio::test(start_paused = true)]
async fn a_day_is_counted_every_24_hours() {
    let rows = MemoryStore::new();
    for hour in 0..100 {
        // Several processes.
        for _ in 0..3 {
            assert_eq!(count_day(&rows).await.unwrap(), 1 + hour / 24, "{hour}");
        }
        advance(HOUR).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_ahead_counts_one_day_and_then_none_until_its_time_has_come() {
    for days in [1, 90, 400] {
        let right = MemoryStore::new();
        let ahead = clock(&right, days);
        assert_eq!(count_day(&right).await.unwrap(), 1);
        advance(HOUR).await;
        for _ in 0..3 {
            assert_eq!(count_day(&ahead).await.unwrap(), 2);
        }
        for _ in 0..days {
            assert_eq!(count_day(&right).await.unwrap(), 2);
            advance(24 * HOUR).await;
        }
        assert_eq!(count_day(&right).await.unwrap(), 2);
        advance(24 * HOUR).await;
        assert_eq!(count_day(&right).await.unwrap(), 3);
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_behind_counts_none() {
    let right = MemoryStore::new();
    let behind = clock(&right, -100);
    assert_eq!(count_day(&right).await.unwrap(), 1);
    advance(48 * HOUR).await;
    assert_eq!(count_day(&behind).await.unwrap(), 1);
    assert_eq!(count_day(&right).await.unwrap(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_jump_of_the_clock_prunes_no_entry() {
    let store = MemoryStore::new();
    let journal = Journal::new(store.clone());
    let intent = intent("cart-7");
    let worker = Worker::new(journal.clone()).keep_days(90);
    worker.round().await.unwrap();
    let Begun::New(mut entry) = journal.begin(&intent, HOUR).await.unwrap() else {
        panic!("a new entry");
    };
    entry.state = State::Done;
    let mut done = Change::new(entry, Note::new(1, "done"));
    done.lease = Timer::Never;
    journal.change(&done).await.unwrap();
    // Also that of a machine which paid with a clock that was behind.
    for days in [91, 400] {
        advance(24 * HOUR * days).await;
        for _ in 0..100 {
            worker.round().await.unwrap();
        }
        assert_eq!(store.entries().len(), 1);
    }
    // Two days have passed.
    for day in 3..=90 {
        advance(24 * HOUR).await;
        worker.round().await.unwrap();
        assert_eq!(store.entries().len(), usize::from(day < 90), "{day}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_waits_from_a_time_that_a_wrong_clock_has_written_waits_from_now_on() {
    let store = MemoryStore::new();
    let ahead = Journal::new(clock(&store, 400));
    for (key, can_look_up) in [("for a person", false), ("to be looked up", true)] {
        let mut intent = intent(key);
        intent.can_look_up = can_look_up;
        let _ = ahead.begin(&intent, HOUR).await.unwrap();
    }
    let prepared = intent("to be sent").prepared();
    let _ = ahead.begin(&prepared, HOUR).await.unwrap();
    let worker = Worker::new(store);
    let gauges = worker.round().await.unwrap();
    assert_eq!(
        (gauges.for_people, gauges.due, gauges.never_sent),
        (0, 0, 0)
    );
    let gauges = worker.round().await.unwrap();
    assert_eq!(
        (gauges.for_people, gauges.due, gauges.never_sent),
        (1, 1, 1)
    );
}

#[tokio::test(start_paused = true)]
async fn a_day_that_was_counted_ahead_is_a_gauge() {
    let right = MemoryStore::new();
    let ahead = clock(&right, 30);
    assert_eq!(count_day(&right).await.unwrap(), 1);
    count_day(&ahead).await.unwrap();
    let gauges = Worker::new(right).round().await.unwrap();
    assert_eq!(gauges.day_ahead, 30 * 24 * HOUR);
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_wrong_ends_no_lease_of_one_that_is_right() {
    let store = MemoryStore::new();
    let right = Journal::new(store.clone());
    let mut due_ahead = intent("its look-up is due in 400 days");
    due_ahead.can_look_up = true;
    for intent in [&due_ahead, &intent("sent")] {
        let Begun::New(entry) = right.begin(intent, HOUR).await.unwrap() else {
            panic!("a new entry");
        };
        if entry.due_at.is_some() {
            let due = Timer::In(400 * 24 * HOUR);
            let postponed = right.change(&Change::postponement(entry, due)).await;
            assert!(postponed.unwrap().is_some());
        }
    }
    for days in [-100, -3, 0] {
        Worker::new(clock(&store, days)).round().await.unwrap();
        for entry in store.entries() {
            assert!(entry.has_lease(store.now()), "{days} days: {}", entry.key);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn pruning_a_database_that_does_not_answer_is_an_error_after_ten_seconds() {
    let started = Instant::now();
    let pruned = prune_days(&Other(Silent::default()), &[Kind::Write], 90).await;
    assert_eq!(
        pruned.unwrap_err().to_string(),
        "journal: no answer after 10 s"
    );
    assert_eq!(started.elapsed(), Duration::from_secs(10));
}
