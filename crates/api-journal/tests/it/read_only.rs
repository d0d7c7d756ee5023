//! A journal that inserts and reads, but makes no change: its disk is full, or it is broken.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use api_journal::call::{Ended, Lease, Write, once};
use api_journal::rows::{At, Kind, Put, Query, Read, SharedStore};
use api_journal::rules::{Found, Repeat, Told};
use api_journal::{
    Begun, BoxFuture, Change, End, Evidence, Intent, Journal, JournalError, JournalFuture,
    MemoryStore, Note, Operator, Outcome, RequestDigest, Scope, State, Store, Timestamp,
};
use test_support::store::{Differs, Other};
use tokio::time::{Instant, sleep};

const LEASE: Duration = Duration::from_secs(60);

struct ReadOnly {
    inner: MemoryStore,
    /// Whether each change counts as lost to another one.
    is_lost: bool,
    /// How long an insert takes.
    delay: Duration,
    asked: AtomicU32,
}

impl ReadOnly {
    fn store(inner: MemoryStore, is_lost: bool, delay: Duration) -> Other<Self> {
        Other(Self {
            inner,
            is_lost,
            delay,
            asked: AtomicU32::new(0),
        })
    }

    fn ask(&self) {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        assert!(asked < 100, "a loop without a pause");
    }
}

impl Differs for ReadOnly {
    fn other(&self) -> &SharedStore {
        &self.inner
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        self.ask();
        self.inner.read(query)
    }

    /// It inserts.
    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        self.ask();
        if put.row.revision == 0 {
            return Box::pin(async move {
                let inserted = self.inner.put(put).await;
                sleep(self.delay).await;
                inserted
            });
        }
        let is_lost = self.is_lost;
        Box::pin(async move {
            match is_lost {
                true => Ok(None),
                false => Err(JournalError::new("disk full")),
            }
        })
    }
}

/// A store that takes no change at all.
struct Full(MemoryStore);

impl Differs for Full {
    fn other(&self) -> &SharedStore {
        &self.0
    }

    fn put<'a>(&'a self, _: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async { Err(JournalError::new("disk full")) })
    }
}

/// Sends end like this, and look-ups find the record.
struct Request(Outcome);

impl Write for Request {
    fn send(&mut self, _: Arc<Lease>) -> BoxFuture<'_, Ended> {
        let end = End::new(self.0, Evidence::Sent);
        Box::pin(async move {
            Ended {
                end,
                may_be_duplicate: false,
                may_repeat: false,
            }
        })
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        let end = End::new(Outcome::Done, Evidence::Found);
        Box::pin(async { Found::Record(end) })
    }
}

fn intent(nonce: u128) -> Intent {
    let digest = RequestDigest::new("7", [], None, &[]);
    let scope = Scope::new("shop", "Test", "12");
    Intent::new(scope, "orders.create", "key", digest, nonce)
}

async fn told_by(
    journal: impl Into<Journal>,
    intent: Intent,
    repeat: Repeat,
    lease: Duration,
    mut write: impl Write,
) -> Told {
    // What goes on later is the task of another test.
    let recorded = once(journal, intent, repeat, lease, &mut write, &|_| ());
    recorded.await.told
}

/// What a call says, and how long it took.
async fn call(store: MemoryStore, is_lost: bool, repeat: Repeat, sent: Outcome) -> Told {
    let journal = ReadOnly::store(store, is_lost, Duration::ZERO);
    let started = Instant::now();
    let told = told_by(journal, intent(2), repeat, LEASE, Request(sent)).await;
    assert!(started.elapsed() <= Duration::from_secs(20), "{told:?}");
    told
}

#[tokio::test(start_paused = true)]
async fn a_call_ends_and_says_no_more_than_it_knows() {
    for is_lost in [false, true] {
        for (sent, told) in [
            (Outcome::Done, Told::Now(Outcome::Done)),
            (Outcome::Unknown, Told::Now(Outcome::Unknown)),
            (Outcome::Rejected, Told::JournalFailed),
            (Outcome::NotSent, Told::JournalFailed),
        ] {
            let found = call(MemoryStore::new(), is_lost, Repeat::Never, sent).await;
            assert_eq!(found, told, "{sent:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_finds_the_record_of_an_earlier_one_ends() {
    for is_lost in [false, true] {
        let store = MemoryStore::new();
        let journal = Journal::new(store.clone());
        let Begun::New(mut entry) = journal.begin(&intent(1), LEASE).await.unwrap() else {
            panic!("a new entry");
        };
        entry.state = State::Unknown;
        let unknown = Change::new(entry, Note::new(1, "unknown"));
        journal.change(&unknown).await.unwrap();
        let told = call(store, is_lost, Repeat::AfterLookUp, Outcome::Done).await;
        assert_eq!(told, Told::Now(Outcome::Unknown));
    }
}

/// The request of a write that is not sent.
struct Unsent;

impl Write for Unsent {
    fn send(&mut self, _: Arc<Lease>) -> BoxFuture<'_, Ended> {
        panic!("a request after its lease")
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        panic!("a look-up of a new write")
    }
}

/// A journal that inserts, and then answers nothing.
struct Silent(MemoryStore);

impl Differs for Silent {
    fn other(&self) -> &SharedStore {
        &self.0
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        let has_inserted = !self.0.entries().is_empty();
        Box::pin(async move {
            match has_inserted {
                true => pending().await,
                false => self.0.read(query).await,
            }
        })
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async move {
            let inserted = self.0.put(put).await;
            sleep(Duration::from_secs(8)).await;
            inserted
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_a_silent_journal_10_s_at_its_start_and_10_s_at_its_end() {
    let lease = Duration::from_secs(12);
    let journal = Other(Silent(MemoryStore::new()));
    let started = Instant::now();
    assert_eq!(
        told_by(journal, intent(2), Repeat::Never, lease, Unsent).await,
        Told::JournalFailed
    );
    assert!(started.elapsed() <= Duration::from_secs(20));
}

#[tokio::test(start_paused = true)]
async fn a_call_sends_nothing_if_its_lease_is_old_and_cannot_be_renewed() {
    for is_lost in [false, true] {
        let journal = ReadOnly::store(MemoryStore::new(), is_lost, Duration::from_secs(8));
        let lease = Duration::from_secs(12);
        assert_eq!(
            told_by(journal, intent(2), Repeat::Never, lease, Unsent).await,
            Told::JournalFailed
        );
    }
}

/// While the request is on its way, the database is restored as it was before.
struct Restored(MemoryStore);

impl Write for Restored {
    fn send(&mut self, lease: Arc<Lease>) -> BoxFuture<'_, Ended> {
        Box::pin(async {
            let entry = self.0.entries().remove(0);
            let at = At::new(Kind::Write, entry.scope.to_text(), entry.id.to_string());
            assert!(self.0.delete(&at, entry.revision).await.unwrap());
            let operator = Operator::new(self.0.clone(), "eve").unwrap();
            operator.restored("backup of 03:00").await.unwrap();
            Request(Outcome::Rejected).send(lease).await
        })
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        panic!("a look-up of a new write")
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_entry_a_restore_has_lost_pauses_and_ends() {
    let store = MemoryStore::new();
    let journal = ReadOnly::store(store.clone(), false, Duration::ZERO);
    let told = told_by(journal, intent(2), Repeat::Never, LEASE, Restored(store)).await;
    assert_eq!(told, Told::JournalFailed);
}

#[tokio::test(start_paused = true)]
async fn what_is_done_is_told_by_a_journal_that_takes_no_change() {
    let store = MemoryStore::new();
    let journal = Journal::new(Other(Full(store.clone())));
    // What is known of the clock spares the first read.
    assert!(journal.begin(&intent(1), LEASE).await.is_err());
    assert_eq!(
        told_by(
            store,
            intent(2),
            Repeat::Never,
            LEASE,
            Request(Outcome::Done)
        )
        .await,
        Told::Now(Outcome::Done)
    );
    let told = told_by(
        journal.clone(),
        intent(3),
        Repeat::Never,
        LEASE,
        Request(Outcome::Unknown),
    )
    .await;
    assert_eq!(told, Told::Earlier);
    // Nothing else is told of a key that is not done.
    let scope = Scope::new("shop", "Test", "12");
    let digest = RequestDigest::new("7", [], None, &[]);
    let other = Intent::new(scope, "orders.create", "other", digest, 4);
    let told = told_by(journal, other, Repeat::Never, LEASE, Request(Outcome::Done)).await;
    assert_eq!(told, Told::JournalFailed);
}
