//! Random schedules of the whole call, with its clocks, time limits and renewals: crashes, faults of the
//! network and of the journal, calls with the same key from other processes, and two workers. What every
//! call says is compared with what happened.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use api_journal::call::{Ended, Lease, Recorded, Write, once};
use api_journal::rows::{At, Kind, Put, Query, Read, SharedStore};
use api_journal::rules::{Acquire, Found, Repeat, Told, acquire};
use api_journal::{
    Begun, BoxFuture, Change, End, Entry, Evidence, Intent, Journal, JournalError, JournalFuture,
    MemoryStore, Note, Outcome, Recover, RequestDigest, Scope, State, Store, Timestamp, Worker,
};
use fastrand::Rng;
use test_support::store::{Differs, Other};
use tokio::runtime::Builder;
use tokio::time::{sleep, timeout};

const LEASE: Duration = Duration::from_secs(60);
/// The timeout of an attempt.
const ATTEMPT: Duration = Duration::from_secs(30);

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    NotConnected,
    /// The request is lost after it was sent.
    Lost,
    /// The request takes effect, and its response is lost.
    ResponseLost,
    /// The request takes effect after a delay, also if the client is gone.
    Late(Duration),
    Rejected(u16),
}

/// What becomes of a call of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    None,
    /// It fails, and nothing is committed.
    Before,
    /// It is committed, and fails.
    After,
    /// It is committed after a delay, also if nobody waits for it.
    Late(Duration),
    /// It is committed, and its reply comes after a delay.
    LateReply(Duration),
}

#[derive(Default)]
struct Shop {
    faults: VecDeque<Fault>,
    effects: u32,
    /// Requests that may still take effect.
    on_their_way: u32,
    /// Requests without an intent in flight.
    unjournaled: u32,
    is_unique: bool,
}

#[derive(Clone, Default)]
struct Server(Arc<Mutex<Shop>>);

impl Server {
    fn lock(&self) -> MutexGuard<'_, Shop> {
        self.0.lock().unwrap()
    }

    fn may_take_effect(&self) -> bool {
        let shop = self.lock();
        shop.effects + shop.on_their_way > 0
    }

    /// Executes a request that was on its way.
    fn execute(&self) -> bool {
        let mut shop = self.lock();
        shop.on_their_way -= 1;
        let is_duplicate = shop.is_unique && shop.effects > 0;
        shop.effects += u32::from(!is_duplicate);
        !is_duplicate
    }

    async fn request(&self) -> Ended {
        let fault = self.lock().faults.pop_front().unwrap_or(Fault::None);
        let is_sent = !matches!(
            fault,
            Fault::NotConnected | Fault::Lost | Fault::Rejected(_)
        );
        self.lock().on_their_way += u32::from(is_sent);
        let latency = Duration::from_millis(1);
        match fault {
            Fault::NotConnected => answered(Outcome::NotSent, None),
            Fault::Lost => answered(Outcome::Unknown, None),
            Fault::Rejected(status) => answered(Outcome::Rejected, Some(status)),
            Fault::Late(delay) => {
                let server = self.clone();
                tokio::spawn(async move {
                    sleep(delay).await;
                    server.execute();
                });
                pending().await
            }
            Fault::None | Fault::ResponseLost => {
                // A crash may hit while the request is on its way, which then goes on.
                let server = self.clone();
                let executed = tokio::spawn(async move {
                    sleep(latency).await;
                    server.execute()
                });
                let is_created = executed.await.unwrap();
                sleep(latency).await;
                match is_created {
                    _ if fault == Fault::ResponseLost => answered(Outcome::Unknown, None),
                    true => answered(Outcome::Done, Some(200)),
                    false => answered(Outcome::Rejected, Some(422)),
                }
            }
        }
    }
}

fn answered(outcome: Outcome, status: Option<u16>) -> Ended {
    let mut end = End::new(outcome, Evidence::Sent);
    end.status = status;
    Ended {
        end,
        may_be_duplicate: matches!(status, Some(409 | 422)),
        may_repeat: outcome == Outcome::Unknown && fastrand::bool(),
    }
}

struct Request {
    server: Server,
    journal: Failing,
    is_sent: bool,
}

impl Write for Request {
    fn send(&mut self, lease: Arc<Lease>) -> BoxFuture<'_, Ended> {
        Box::pin(async move {
            let entries = self.journal.inner.entries();
            let has_intent = entries.iter().any(|entry| entry.generation > 0);
            self.server.lock().unjournaled += u32::from(!has_intent);
            let ended = self.attempt().await;
            if ended.end.outcome != Outcome::NotSent || fastrand::bool() {
                return ended;
            }
            // Longer than half a lease: it is alive if it was renewed.
            sleep(LEASE * 2 / 3).await;
            match lease.lives().await {
                true => self.attempt().await,
                false => ended,
            }
        })
    }

    fn is_unsent(&self) -> bool {
        !self.is_sent
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        Box::pin(look_up(self.server.clone()))
    }
}

impl Request {
    async fn attempt(&mut self) -> Ended {
        self.is_sent = true;
        let ended = timeout(ATTEMPT, self.server.request()).await;
        let ended = ended.unwrap_or_else(|_| answered(Outcome::Unknown, None));
        self.is_sent = ended.end.outcome != Outcome::NotSent;
        ended
    }
}

async fn look_up(server: Server) -> Found {
    let fault = server.lock().faults.pop_front().unwrap_or(Fault::None);
    sleep(Duration::from_millis(1)).await;
    match (fault, server.lock().effects) {
        (Fault::None | Fault::Late(_), 0) => Found::Absent,
        (Fault::None | Fault::Late(_), _) => {
            Found::Record(End::new(Outcome::Done, Evidence::Found))
        }
        _ => Found::Failed,
    }
}

#[derive(Clone)]
struct Failing {
    inner: MemoryStore,
    failures: Arc<Mutex<VecDeque<Failure>>>,
}

impl Failing {
    async fn run<T: Send + 'static>(
        &self,
        call: impl Future<Output = Result<T, JournalError>> + Send + 'static,
    ) -> Result<T, JournalError> {
        let failure = self.failures.lock().unwrap().pop_front();
        match failure.unwrap_or(Failure::None) {
            Failure::None => call.await,
            Failure::Before => Err(JournalError::new("down")),
            Failure::After => {
                call.await?;
                Err(JournalError::new("down"))
            }
            Failure::Late(delay) => {
                let late = tokio::spawn(async move {
                    sleep(delay).await;
                    call.await
                });
                late.await.unwrap()
            }
            Failure::LateReply(delay) => {
                let reply = call.await;
                sleep(delay).await;
                reply
            }
        }
    }
}

impl Differs for Failing {
    fn other(&self) -> &SharedStore {
        &self.inner
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        let (inner, query) = (self.inner.clone(), query.clone());
        Box::pin(self.run(async move { inner.read(&query).await }))
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        let (inner, put) = (self.inner.clone(), put.clone());
        Box::pin(self.run(async move { inner.put(&put).await }))
    }
}

struct Client(Server);

impl Recover for Client {
    fn scope(&self) -> Scope {
        scope()
    }

    fn look_up<'a>(&'a self, _: &'a Entry) -> BoxFuture<'a, Found> {
        Box::pin(look_up(self.0.clone()))
    }
}

fn scope() -> Scope {
    Scope::new("shop", "Test", "12")
}

fn intent(repeat: Repeat) -> Intent {
    let digest = RequestDigest::new("7", [], None, &[]);
    let mut intent = Intent::new(scope(), "orders.create", "key", digest, fastrand::u128(..));
    intent.can_look_up = repeat == Repeat::AfterLookUp;
    intent
}

/// Makes a call. Whatever it says must be so at this moment. A process that is killed does nothing later.
async fn call(
    server: Server,
    journal: Failing,
    repeat: Repeat,
    seed: u64,
    is_killed: bool,
) -> Told {
    let mut request = Request {
        server: server.clone(),
        journal: journal.clone(),
        is_sent: false,
    };
    let later = |task: BoxFuture<'static, ()>| {
        if !is_killed {
            drop(tokio::spawn(task));
        }
    };
    let Recorded { told, entry, .. } = once(
        Other(journal),
        intent(repeat),
        repeat,
        LEASE,
        &mut request,
        &later,
    )
    .await;
    match told.outcome() {
        Outcome::NotSent | Outcome::Rejected => {
            let may_take_effect = server.may_take_effect();
            assert!(!may_take_effect, "seed {seed}: {told:?}, {entry:?}");
        }
        Outcome::Done => assert!(server.lock().effects > 0, "seed {seed}: {told:?}"),
        _ => {}
    }
    told
}

/// What the schedules reached, so that the test notices if they reach nothing.
#[derive(Debug, Default)]
struct Reached {
    crashed: u32,
    earlier: u32,
    not_sent: u32,
    rejected: u32,
    journal_failed: u32,
    unknown: u32,
    sent_again: u32,
}

/// A tenth of the schedules, but with `LONG_TESTS` all.
const SCHEDULES: [u64; 2] = [1_000, 10_000];

fn schedules() -> u64 {
    SCHEDULES[usize::from(std::env::var_os("LONG_TESTS").is_some())]
}

#[test]
fn the_numbers_of_schedules_are_those_of_the_readmes() {
    let [few, many] = SCHEDULES.map(|number| format!("{},{:03}", number / 1000, number % 1000));
    let few = format!("{few} random schedules");
    let own = include_str!("../../README.md");
    assert!(own.contains(&format!("{few} ({many} with `LONG_TESTS`)")));
    assert!(include_str!("../../../../README.md").contains(&few));
}

#[test]
fn what_every_call_says_is_so() {
    let mut reached = Reached::default();
    for seed in 0..schedules() {
        fastrand::seed(seed);
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(run(seed, &mut reached));
    }
    println!("{reached:?}");
    let Reached {
        crashed,
        earlier,
        not_sent,
        rejected,
        journal_failed,
        unknown,
        sent_again,
    } = reached;
    let all = [
        crashed,
        earlier,
        not_sent,
        rejected,
        journal_failed,
        unknown,
        sent_again,
    ];
    assert!(all.iter().all(|count| *count > 10), "{reached:?}");
}

async fn run(seed: u64, reached: &mut Reached) {
    let mut rng = Rng::with_seed(seed);
    let repeat = [Repeat::Never, Repeat::AfterLookUp][rng.usize(..2)];
    let server = Server::default();
    server.lock().is_unique = repeat == Repeat::AfterLookUp;
    server.lock().faults = (0..6).map(|_| random_fault(&mut rng)).collect();
    let failures: VecDeque<_> = (0..8).map(|_| random_failure(&mut rng)).collect();
    let journal = Failing {
        inner: MemoryStore::new(),
        failures: Arc::new(Mutex::new(failures)),
    };
    if rng.u8(..4) == 0 {
        let prepared = intent(repeat).prepared();
        let inner = Journal::new(journal.inner.clone());
        let _ = inner.begin(&prepared, LEASE).await.unwrap();
    }
    // The buyer clicks again, in other processes.
    let calls: Vec<_> = (0..rng.u8(1..4))
        .map(|click| {
            let delay = crash_after(&mut rng) * u32::from(click > 0);
            let crash = crash_after(&mut rng);
            let is_killed = rng.bool();
            let (server, journal) = (server.clone(), journal.clone());
            tokio::spawn(async move {
                sleep(delay).await;
                timeout(crash, call(server, journal, repeat, seed, is_killed))
                    .await
                    .ok()
            })
        })
        .collect();
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let worker = Worker::new(Other(journal.clone())).client(Client(server.clone()));
            let pauses: Vec<_> = (0..4).map(|_| crash_after(&mut rng)).collect();
            tokio::spawn(async move {
                for pause in pauses {
                    sleep(Duration::from_secs(60)).await;
                    let _ = timeout(pause, worker.round()).await;
                }
            })
        })
        .collect();
    for call in calls {
        match call.await.unwrap() {
            None => reached.crashed += 1,
            Some(Told::Earlier) => reached.earlier += 1,
            Some(Told::Now(Outcome::NotSent)) => reached.not_sent += 1,
            Some(Told::Now(Outcome::Rejected)) => reached.rejected += 1,
            Some(Told::JournalFailed) => reached.journal_failed += 1,
            Some(_) => {}
        }
    }
    for worker in workers {
        worker.await.unwrap();
    }
    check(&server, &journal, repeat, seed);

    // The network and the journal work again, and what was late has happened.
    server.lock().faults.clear();
    journal.failures.lock().unwrap().clear();
    let worker = Worker::new(Other(journal.clone())).client(Client(server.clone()));
    let worker = worker.keep_days(i64::MAX);
    for _ in 0..4 {
        sleep(Duration::from_secs(2 * 60 * 60)).await;
        worker.round().await.unwrap();
    }
    check(&server, &journal, repeat, seed);
    let gauges = worker.round().await.unwrap();
    let entries = journal.inner.entries();
    let now = journal.inner.now();
    for entry in &entries {
        assert_eq!(
            entry.is_open(now),
            !entry.state.is_settled(),
            "seed {seed}: stuck"
        );
        let is_listed = entry.waits().is_some();
        let is_unsettled = entry.is_open(now) || entry.needs_person;
        assert!(is_listed || !is_unsettled, "seed {seed}: {entry:?}");
        let for_people = u64::from(entry.is_for_people(now));
        assert_eq!(gauges.for_people, for_people, "seed {seed}: {entry:?}");
        reached.unknown += u32::from(entry.is_open(now));
        let is_found = repeat == Repeat::AfterLookUp && server.lock().effects > 0;
        // A worker settles nothing that it has not compared.
        assert!(
            !is_found || entry.state == State::Done || entry.needs_person,
            "seed {seed}: not found: {entry:?}"
        );
        reached.sent_again += u32::from(entry.generation > 1 && entry.state == State::Done);
    }
    // The caller clicks once more: what may be sent again is not unknown any longer, or for a person.
    let is_listed = entries.iter().any(|entry| entry.needs_person);
    let told = call(server.clone(), journal.clone(), repeat, seed, false).await;
    let is_known = told.outcome() != Outcome::Unknown || repeat == Repeat::Never || is_listed;
    assert!(is_known, "seed {seed}: {told:?}");
    check(&server, &journal, repeat, seed);
}

fn check(server: &Server, journal: &Failing, repeat: Repeat, seed: u64) {
    let entries = journal.inner.entries();
    let shop = server.lock();
    let context = format!(
        "seed {seed}: {repeat:?}, {} effects, {entries:#?}",
        shop.effects
    );
    assert_eq!(shop.unjournaled, 0, "an intent was lost: {context}");
    assert!(shop.effects <= 1, "it took effect twice: {context}");
    for entry in &entries {
        match entry.state {
            State::NotSent | State::Rejected => {
                let may_take_effect = shop.effects + shop.on_their_way > 0;
                assert!(
                    !may_take_effect,
                    "no proof that it did not happen: {context}"
                );
            }
            State::Done => assert!(shop.effects > 0, "no proof that it happened: {context}"),
            _ => {}
        }
    }
}

/// Most crashes are between two awaits of a call, which takes a few milliseconds.
fn crash_after(rng: &mut Rng) -> Duration {
    match rng.u8(..4) {
        0 | 1 => Duration::from_millis(rng.u64(..14)),
        2 => Duration::from_millis(rng.u64(..200_000)),
        _ => Duration::from_secs(1_000_000),
    }
}

fn random_fault(rng: &mut Rng) -> Fault {
    match rng.u8(..12) {
        0 => Fault::NotConnected,
        1 => Fault::Lost,
        2 => Fault::ResponseLost,
        3 | 4 => Fault::Late(Duration::from_secs(rng.u64(..300))),
        5 => Fault::Rejected([401, 404, 409, 422, 429][rng.usize(..5)]),
        _ => Fault::None,
    }
}

fn random_failure(rng: &mut Rng) -> Failure {
    match rng.u8(..12) {
        0 => Failure::Before,
        1 => Failure::After,
        2 | 3 => Failure::Late(Duration::from_secs(rng.u64(..150))),
        _ => Failure::None,
    }
}

/// Sends while the lease has more than a half left.
struct Checked(MemoryStore, Duration);

impl Write for Checked {
    fn send(&mut self, _: Arc<Lease>) -> BoxFuture<'_, Ended> {
        let entry = &self.0.entries()[0];
        assert!(entry.lease_until.unwrap() >= self.0.now() + self.1 / 2);
        Box::pin(async { answered(Outcome::Done, Some(200)) })
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        Box::pin(async { Found::Impossible })
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_of_a_late_reply_counts_against_the_lease() {
    let lease = Duration::from_secs(12);
    let late = Failure::LateReply(Duration::from_secs(8));
    for is_prepared in [false, true] {
        // It reads the time, and then puts.
        let failures = vec![Failure::None, late];
        let journal = Failing {
            inner: MemoryStore::new(),
            failures: Arc::new(Mutex::new(failures.into())),
        };
        let intent = intent(Repeat::Never);
        if is_prepared {
            let prepared = intent.clone().prepared();
            let inner = Journal::new(journal.inner.clone());
            let _ = inner.begin(&prepared, lease).await.unwrap();
        }
        let later = |task: BoxFuture<'static, ()>| drop(tokio::spawn(task));
        let mut checked = Checked(journal.inner.clone(), lease);
        let recorded = once(
            Other(journal),
            intent,
            Repeat::Never,
            lease,
            &mut checked,
            &later,
        )
        .await;
        assert_eq!(recorded.told, Told::Now(Outcome::Done));
    }
}

/// Another call takes the lease once it is over, while the reply to its renewal is on its way.
struct Taken {
    store: MemoryStore,
    /// Whether the call asks for the renewal before its request. Otherwise, it is renewed in time.
    asks: bool,
}

const SHORT: Duration = Duration::from_secs(9);
const LATER: Duration = Duration::from_millis(9_500);

impl Taken {
    async fn take(&self) {
        while self.store.entries()[0].has_lease(self.store.now()) {
            sleep(Duration::from_millis(100)).await;
        }
        let (journal, repeat) = (Journal::new(self.store.clone()), Repeat::AfterLookUp);
        let other = intent(repeat);
        let begun = journal.begin(&other, SHORT).await.unwrap();
        let Begun::Existing { entry, now, .. } = begun else {
            panic!("{begun:?}");
        };
        let Acquire::Send(taken) = acquire(&entry, &other, repeat, SHORT, now) else {
            panic!("{entry:?}");
        };
        assert!(journal.change(&taken).await.unwrap().is_some());
    }
}

impl Write for Taken {
    fn send(&mut self, lease: Arc<Lease>) -> BoxFuture<'_, Ended> {
        Box::pin(async move {
            let lives = if self.asks {
                sleep(SHORT / 3 - Duration::from_millis(300)).await;
                tokio::join!(lease.lives(), self.take()).0
            } else {
                self.take().await;
                // The reply comes.
                sleep(Duration::from_secs(1)).await;
                lease.lives().await
            };
            assert!(
                !lives,
                "a request would be sent beside that of the other call"
            );
            answered(Outcome::NotSent, None)
        })
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        panic!("a look-up of a new write")
    }
}

#[tokio::test(start_paused = true)]
async fn a_renewal_whose_reply_comes_after_the_lease_has_ended_is_none() {
    for asks in [false, true] {
        let late = Failure::LateReply(LATER);
        // Two of the begin, the read of a call that asks, the renewal; and no other one is made.
        let begun = vec![Failure::None; 2 + usize::from(asks)];
        let failures = [begun, vec![late], vec![Failure::Before; 3]].concat();
        let store = MemoryStore::new();
        let journal = Failing {
            inner: store.clone(),
            failures: Arc::new(Mutex::new(failures.into())),
        };
        let later = |task: BoxFuture<'static, ()>| drop(tokio::spawn(task));
        let repeat = Repeat::AfterLookUp;
        let (journal, mut taken) = (Other(journal), Taken { store, asks });
        let recorded = once(journal, intent(repeat), repeat, SHORT, &mut taken, &later).await;
        assert_eq!(recorded.told, Told::Now(Outcome::Unknown));
    }
}

/// Looks up so slowly, and finds the record.
struct Slow(Duration);

impl Write for Slow {
    fn send(&mut self, _: Arc<Lease>) -> BoxFuture<'_, Ended> {
        panic!("a send of what is there")
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        Box::pin(async {
            sleep(self.0).await;
            Found::Record(End::new(Outcome::Done, Evidence::Found))
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_record_is_done_however_long_the_look_up_took_that_found_it() {
    // The lease of the call before lives, or is over.
    for lease in [10 * LEASE, Duration::ZERO] {
        let store = MemoryStore::new();
        let journal = Journal::new(store.clone());
        let repeat = Repeat::AfterLookUp;
        journal.begin(&intent(repeat), lease).await.unwrap();
        let later = |task: BoxFuture<'static, ()>| drop(tokio::spawn(task));
        let mut slow = Slow(LEASE);
        let recorded = once(journal, intent(repeat), repeat, LEASE, &mut slow, &later).await;
        assert_eq!(recorded.told, Told::Now(Outcome::Done));
        assert_eq!(store.entries()[0].state, State::Done);
    }
}

/// Sends for longer than a lease, which lives all the time.
struct Long(MemoryStore);

impl Write for Long {
    fn send(&mut self, _: Arc<Lease>) -> BoxFuture<'_, Ended> {
        Box::pin(async {
            for _ in 0..10 {
                sleep(LEASE / 4).await;
                assert!(self.0.entries()[0].has_lease(self.0.now()));
            }
            answered(Outcome::Done, Some(200))
        })
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        panic!("a look-up of a new write")
    }
}

#[tokio::test(start_paused = true)]
async fn the_lease_of_a_call_lives_for_as_long_as_its_request_takes() {
    let store = MemoryStore::new();
    let never = Repeat::Never;
    let mut long = Long(store.clone());
    let recorded = once(store, intent(never), never, LEASE, &mut long, &|_| ()).await;
    assert_eq!(recorded.told, Told::Now(Outcome::Done));
}

/// While the request is on its way, the entry is deleted or settled, before the lease is renewed.
struct Lost {
    store: MemoryStore,
    is_deleted: bool,
}

impl Write for Lost {
    fn send(&mut self, lease: Arc<Lease>) -> BoxFuture<'_, Ended> {
        Box::pin(async move {
            let mut entry = self.store.entries().remove(0);
            let journal = Journal::new(self.store.clone());
            if self.is_deleted {
                let at = At::new(Kind::Write, entry.scope.to_text(), entry.id.to_string());
                assert!(self.store.delete(&at, entry.revision).await.unwrap());
            } else {
                entry.state = State::Unknown;
                let unknown = Change::new(entry, Note::new(1, "unknown"));
                assert!(journal.change(&unknown).await.unwrap().is_some());
            }
            // A renewal was due, and by the clocks alone the lease lives.
            sleep(LEASE * 2 / 5).await;
            assert!(!lease.lives().await, "deleted: {}", self.is_deleted);
            answered(Outcome::Unknown, None)
        })
    }

    fn look_up(&mut self) -> BoxFuture<'_, Found> {
        panic!("a look-up of a new write")
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_its_renewal_finds_lost_is_over_at_once() {
    let never = Repeat::Never;
    for is_deleted in [false, true] {
        let store = MemoryStore::new();
        let mut lost = Lost {
            store: store.clone(),
            is_deleted,
        };
        let recorded = once(store, intent(never), never, LEASE, &mut lost, &|_| ()).await;
        assert_eq!(recorded.told, Told::Now(Outcome::Unknown));
    }
}

#[tokio::test(start_paused = true)]
async fn an_end_that_the_journal_does_not_take_is_committed_later_however_often_that_fails() {
    let failures = [vec![Failure::None; 2], vec![Failure::Before; 200]].concat();
    let journal = Failing {
        inner: MemoryStore::new(),
        failures: Arc::new(Mutex::new(failures.into())),
    };
    let later = |task: BoxFuture<'static, ()>| drop(tokio::spawn(task));
    let other = Other(journal.clone());
    let (intent, mut checked) = (intent(Repeat::Never), Checked(journal.inner.clone(), LEASE));
    let recorded = once(other, intent, Repeat::Never, LEASE, &mut checked, &later).await;
    assert!(recorded.unrecorded.is_some());
    assert_eq!(journal.inner.entries()[0].state, State::InFlight);
    sleep(Duration::from_secs(12 * 60 * 60)).await;
    assert_eq!(journal.inner.entries()[0].state, State::Done);
}
