//! A kill at a point, and what is known after it.

use std::time::{Duration, Instant};

use api_journal::{Entry, Evidence, Filter, Journal, Operator, Resolution, State, Worker};
use api_runtime::{Known, NextStep};
use futures_util::future::join_all;
use tokio::sync::Semaphore;

use super::engine::Engine;
use super::job::{Job, Task};
use super::process::Process;
use super::server::Server;
use super::stop::Point;
use super::write::{Write, client, entry, entry_id, send};

/// How long look-ups are attempted.
const MAX_LOOK_UPS: Duration = Duration::from_secs(40);

/// What a second process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    LooksUp,
    Sends,
}

/// A process that is killed while it sends, and perhaps another one after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) write: Write,
    /// Whether the intent is committed by the caller.
    pub(crate) is_prepared: bool,
    /// Whether the request of the first process has its effect after the look-ups.
    pub(crate) is_late: bool,
    pub(crate) point: Point,
    /// What a second process does, and where it is killed.
    pub(crate) second: Option<(Second, Point)>,
    /// Whether the first process is not killed, but suspended until the look-ups have ended.
    pub(crate) is_suspended: bool,
}

impl Case {
    pub(crate) fn new(write: Write, point: Point) -> Self {
        Self {
            write,
            is_prepared: false,
            is_late: false,
            point,
            second: None,
            is_suspended: false,
        }
    }

    /// The state after the look-ups, unless there is no intent.
    fn expected(self) -> Option<State> {
        let is_unsent =
            self.is_prepared && matches!(self.point, Point::AfterInsert | Point::BeforeInFlight);
        match (self.point, self.write) {
            (Point::BeforeInsert, _) => None,
            (Point::AfterOutcome, _) => Some(State::Done),
            _ if self.second == Some((Second::Sends, Point::AfterOutcome)) => Some(State::Done),
            _ if is_unsent => Some(State::NotSent),
            // Its outcome is late, and proves the effect.
            _ if self.is_suspended => Some(State::Done),
            _ => Some(State::InFlight),
        }
    }

    async fn run<E: Engine>(self, database: E) {
        let location = database.location();
        let journal = Journal::new(E::open(&location).await);
        let server = Server::start(journal.clone()).await;
        let key = self.write.key(1);
        let job = |task, point| Job {
            location: location.clone(),
            server: server.host().to_owned(),
            task,
            point: Some(point),
        };
        if self.is_late {
            server.delay();
        }
        let task = match self.is_prepared {
            true => Task::SendPrepared(key.clone()),
            false => Task::Send(key.clone()),
        };
        let mut process = start::<E>(&job(task, self.point), self).await;
        if !self.is_suspended {
            process.kill();
        }
        server.respond();

        let client = client(server.host(), journal.clone());
        let worker = Worker::new(journal.clone()).client(client.clone());
        let is_kept = entry(&journal, &key).await.0.is_some();
        assert_eq!(is_kept, self.point != Point::BeforeInsert, "{self:?}");
        // Not before the lease has expired: the process may be running. A record with a unique key is found.
        let before = server.received(&key);
        let is_found = self.write == Write::UniqueKey && before.effects > 0;
        if let (Some(entry), now) = entry(&journal, &key).await
            && entry.has_lease(now)
            && !is_found
        {
            assert!(send(&client, &key).await.is_err(), "{self:?}");
            assert_eq!(server.received(&key), before, "{self:?}");
        }
        end_lease(&database, &journal, &key).await;
        if let Some((second, point)) = self.second {
            let task = match second {
                Second::Sends => Task::Send(key.clone()),
                Second::LooksUp => Task::LookUp,
            };
            start::<E>(&job(task, point), self).await.kill();
        }
        let before = server.received(&key);
        let mut found = finish(&database, &journal, &worker, &server, &key).await;
        // A worker sends nothing.
        assert_eq!(server.received(&key), before, "{self:?}");
        if self.is_suspended {
            process.resume();
            process.line("ended").await;
            found = entry(&journal, &key).await.0;
        }
        let state = found.as_ref().map(|entry| entry.state.clone());
        // An unknown outcome is the same: nobody knows.
        let state = state.map(|state| match state {
            State::Unknown => State::InFlight,
            state => state,
        });
        assert_eq!(state, self.expected(), "{self:?}: {found:?}");
        check(&server, &key, found.as_ref());
        if self.is_late {
            server.make_late_changes();
        }
        self.send_again(&journal, &client, &server, state).await;
        let (found, _) = entry(&journal, &key).await;
        check(&server, &key, found.as_ref());
        let found = found.map(|entry| entry.state);
        assert_eq!(found, Some(State::Done), "{self:?}");
        let listed = journal.list(&Filter::all(), None, 10).await.unwrap();
        let (now, entries) = (listed.now, listed.entries.into_iter().flatten());
        let open: Vec<_> = entries.filter(|entry| entry.is_open(now)).collect();
        assert_eq!(open, [], "{self:?}");
    }

    /// The caller does not know what became of it, and sends it again.
    async fn send_again(
        self,
        journal: &Journal,
        client: &test_support::shop::Client,
        server: &Server,
        state: Option<State>,
    ) {
        let key = self.write.key(1);
        let before = server.received(&key);
        let again = send(client, &key).await;
        let is_sent = match state {
            None | Some(State::NotSent) => {
                assert!(matches!(again, Ok(Known::Confirmed)), "{self:?}: {again:?}");
                true
            }
            Some(State::Done) => {
                assert!(matches!(again, Ok(Known::Earlier)), "{self:?}: {again:?}");
                false
            }
            _ if self.write == Write::UniqueKey => {
                let expected = match before.effects {
                    0 => Known::Confirmed,
                    _ => Known::Recovered,
                };
                assert_eq!(again.ok(), Some(expected), "{self:?}");
                before.effects == 0
            }
            _ if self.write == Write::IdempotencyKey => {
                assert_eq!(again.ok(), Some(Known::Confirmed), "{self:?}");
                true
            }
            _ => {
                let step = again.unwrap_err().next_step();
                assert_eq!(step, NextStep::Person, "{self:?}");
                assert_eq!(server.received(&key), before, "{self:?}");
                let operator = Operator::new(journal.clone(), "eve").unwrap();
                let word = match before.effects {
                    0 => Resolution::DidNot { is_sure: true },
                    _ => Resolution::TookEffect { record_id: None },
                };
                let resolved = operator.resolve(&entry_id(&key), word, "looked").await;
                resolved.unwrap();
                assert!(send(client, &key).await.is_ok(), "{self:?}");
                before.effects == 0
            }
        };
        let after = server.received(&key);
        assert_eq!(
            after.arrivals,
            before.arrivals + u32::from(is_sent),
            "{self:?}"
        );
        assert_eq!(after.effects, 1, "{self:?}");
    }
}

/// Starts a process, and waits until it is at its point.
async fn start<E: Engine>(job: &Job, case: Case) -> Process {
    let mut process = Process::start(E::PROCESS, job);
    let expected = job.point.map(|point| format!("{point:?}"));
    let reached = process.line("reached ").await;
    assert_eq!(Some(reached), expected, "{case:?}");
    process
}

/// Lets time pass until an entry has no lease. The database may run a statement of a process after its end.
pub(crate) async fn end_lease<E: Engine>(database: &E, journal: &Journal, key: &str) {
    while let (Some(entry), now) = entry(journal, key).await
        && entry.has_lease(now)
    {
        database.let_a_day_pass().await;
    }
}

/// Looks up until a worker finds out no more.
async fn finish<E: Engine>(
    database: &E,
    journal: &Journal,
    worker: &Worker,
    server: &Server,
    key: &str,
) -> Option<Entry> {
    let started = Instant::now();
    loop {
        let (entry, now) = entry(journal, key).await;
        let entry = entry?;
        // What is absent is looked up again and again.
        let is_absent = entry.details.lookups > 0 && server.received(key).effects == 0;
        // It has compared nothing, so it settles nothing.
        let end = entry.details.end.as_ref();
        let is_seen = end.is_some_and(|end| end.evidence == Evidence::Seen);
        if !entry.has_lease(now) && (entry.due_at.is_none() || is_absent || is_seen) {
            return Some(entry);
        }
        worker.round().await.unwrap();
        assert!(started.elapsed() < MAX_LOOK_UPS, "stuck: {entry:?}");
        database.let_a_day_pass().await;
    }
}

/// Compares an entry with what the server received.
pub(crate) fn check(server: &Server, key: &str, entry: Option<&Entry>) {
    let received = server.received(key);
    let context = format!("{key}: {received:?}, {entry:?}");
    let unjournaled = server.unjournaled();
    assert!(
        unjournaled.is_empty(),
        "an intent was lost: {unjournaled:?}"
    );
    assert!(received.effects <= 1, "it took effect twice: {context}");
    match entry.map(|entry| &entry.state) {
        None => assert_eq!(received.arrivals, 0, "an intent was lost: {context}"),
        Some(State::NotSent | State::Rejected) => {
            assert_eq!(received.effects, 0, "no proof of no effect: {context}");
        }
        Some(State::Done) => assert_eq!(received.effects, 1, "no proof of effect: {context}"),
        Some(_) => {}
    }
}

/// How many cases run at the same time.
static RUNNING: Semaphore = Semaphore::const_new(8);

/// Runs cases side by side.
pub(crate) async fn run_all<E: Engine>(cases: Vec<Case>) {
    let runs = cases.into_iter().map(|case| async move {
        let _permit = RUNNING.acquire().await.unwrap();
        case.run(E::create()).await;
    });
    join_all(runs).await;
}
