//! A kill at a point, and what is known after it.

use std::time::{Duration, Instant};

use api_journal::{ConfiguredJournal, Entry, Journal, JournalClient as _, State};
use futures_util::future::join_all;
use test_support::shop::Client;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::engine::{Engine, LEASE, open};
use crate::job::{Job, Task};
use crate::process::Process;
use crate::server::Server;
use crate::stop::Point;
use crate::write::{Write, client, entry_id, send};

/// How long recovery is attempted.
const MAX_RECOVERY: Duration = Duration::from_secs(20);

/// A process that is killed while it sends, and perhaps another one while it recovers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) write: Write,
    /// Whether the journal keeps the request.
    pub(crate) is_sealed: bool,
    /// Whether the intent is committed by the caller.
    pub(crate) is_prepared: bool,
    /// Whether the request of the first process has its effect after the recovery.
    pub(crate) is_late: bool,
    pub(crate) point: Point,
    /// Where the second process is killed, which recovers.
    pub(crate) recovery_point: Option<Point>,
    /// Whether the second process sends the same write instead of recovering.
    pub(crate) is_sent_again: bool,
    /// Whether the first process is not killed, but suspended until the recovery has ended.
    pub(crate) is_suspended: bool,
    /// Whether the server rejects the first request of a recovery.
    pub(crate) is_rejected: bool,
}

impl Case {
    pub(crate) fn new(write: Write, is_sealed: bool, point: Point) -> Self {
        Self {
            write,
            is_sealed,
            is_prepared: false,
            is_late: false,
            point,
            recovery_point: None,
            is_sent_again: false,
            is_suspended: false,
            is_rejected: false,
        }
    }

    /// The state after recovery, unless there is no intent.
    fn expected(self) -> Option<State> {
        let point = match self.recovery_point {
            Some(point) if self.is_sent_again => point,
            _ => self.point,
        };
        let has_effect = matches!(
            point,
            Point::LookUp | Point::NoHead | Point::HeadOnly | Point::BeforeOutcome
        );
        // A second call looks up before it sends.
        let has_effect = has_effect && !(self.is_sent_again && point == Point::LookUp);
        let is_unsent =
            self.is_prepared && matches!(self.point, Point::AfterInsert | Point::BeforeInFlight);
        match (point, self.write) {
            (Point::BeforeInsert, _) => None,
            (Point::AfterOutcome, _) => Some(State::Done),
            // Its outcome is late, and proves the effect.
            (Point::BeforeOutcome, _) if self.is_suspended => Some(State::Done),
            (_, Write::UniqueKey) if has_effect || self.is_sealed => Some(State::Done),
            (_, Write::Idempotent) if self.is_sealed => Some(State::Done),
            _ if is_unsent || self.is_suspended => Some(State::NotSent),
            _ => Some(State::Unknown),
        }
    }

    async fn run<E: Engine>(self, database: E) {
        let Self {
            write, is_sealed, ..
        } = self;
        let location = database.location();
        let journal = open::<E>(&location, is_sealed).await;
        let server = Server::start(E::open(&location).await).await;
        let key = write.key(1);
        let job = |task, point| Job {
            location: location.clone(),
            server: server.host().to_owned(),
            is_sealed,
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

        let client = client(server.host());
        let id = entry_id(&key);
        let entry = journal.entry(&id).await.unwrap();
        let is_kept = entry.is_some();
        assert_eq!(is_kept, self.point != Point::BeforeInsert, "{self:?}");
        // Not before the lease has expired: the process may be running. On a busy machine it may have
        // expired, and then the second process would find nothing to do.
        let before = server.received(&key);
        if self.recovery_point.is_none() {
            let report = client.recover(&journal).await.unwrap();
            let now = journal.now().await.unwrap();
            if entry.is_none_or(|entry| !entry.is_claimable(now)) {
                assert!(report.is_empty(), "{self:?}: {report:?}");
                assert_eq!(server.received(&key), before, "{self:?}");
            }
        }
        sleep(LEASE).await;
        // The database may have run the last renewal after the kill.
        while let Some(entry) = journal.entry(&id).await.unwrap()
            && let Some(lease_until) = entry.lease_until
            && lease_until > journal.now().await.unwrap()
            && self.recovery_point.is_some()
        {
            sleep(LEASE / 20).await;
        }
        if let Some(point) = self.recovery_point {
            let task = match self.is_sent_again {
                true => Task::Send(key.clone()),
                false => Task::Recover,
            };
            start::<E>(&job(task, point), self).await.kill();
        }
        if self.is_rejected {
            server.reject(true);
            client.recover(&journal).await.unwrap();
            server.reject(false);
            // It proves nothing about the request before.
            let entry = journal.entry(&id).await.unwrap().unwrap();
            assert_eq!(entry.state, State::Unknown, "{self:?}: {entry:?}");
        }
        let mut entry = finish(&journal, &client, &server, &key).await;
        if self.is_late {
            server.make_late_changes();
            entry = finish(&journal, &client, &server, &key).await;
        }
        if self.is_suspended {
            process.resume();
            process.line("ended").await;
            entry = journal.entry(&id).await.unwrap();
        }
        let state = entry.as_ref().map(|entry| entry.state);
        assert_eq!(state, self.expected(), "{self:?}: {entry:?}");
        check(&server, &key, entry.as_ref());

        // The caller does not know what became of it, and sends it again.
        let before = server.received(&key);
        let mut again = send(&client, &journal, &key).await;
        // The caller supplies the request that was not kept.
        let is_resent = state == Some(State::Unknown) && write != Write::Never;
        // On a busy machine, a lease can end before its request is sent.
        let is_unsent = || server.received(&key).arrivals == before.arrivals;
        for _ in 0..10 {
            if is_resent && again.is_err() && is_unsent() {
                sleep(LEASE).await;
                again = send(&client, &journal, &key).await;
            }
        }
        let is_as_expected = match state {
            None | Some(State::NotSent) => matches!(again, Ok(None)),
            Some(State::Done) => matches!(again, Ok(Some(_))),
            _ if is_resent => matches!(again, Ok(None)),
            _ => again.is_err(),
        };
        assert!(is_as_expected, "{self:?}: {again:?}");
        let is_sent = is_resent || matches!(state, None | Some(State::NotSent));
        let after = server.received(&key);
        let arrivals = before.arrivals + u32::from(is_sent);
        assert_eq!(after.arrivals, arrivals, "{self:?}");
        assert!(after.effects <= 1, "it took effect twice: {self:?}");
        let requests = after.arrivals + server.partial_requests();
        let is_repeated = write == Write::Never && requests > 1;
        assert!(!is_repeated, "it was sent twice: {self:?}");
        let entry = journal.entry(&id).await.unwrap();
        check(&server, &key, entry.as_ref());
        let is_unknown = state == Some(State::Unknown) && !is_resent;
        let expected = if is_unknown {
            State::Unknown
        } else {
            State::Done
        };
        assert_eq!(entry.map(|entry| entry.state), Some(expected), "{self:?}");
        let unresolved = journal.unresolved(None, 10).await.unwrap();
        assert_eq!(unresolved.len(), usize::from(is_unknown), "{self:?}");
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

/// Recovers until there is nothing more to find out.
async fn finish<J: Journal>(
    journal: &ConfiguredJournal<J>,
    client: &Client,
    server: &Server,
    key: &str,
) -> Option<Entry> {
    let started = Instant::now();
    loop {
        client.recover(journal).await.unwrap();
        let entry = journal.entry(&entry_id(key)).await.unwrap()?;
        // What is absent is looked up again and again.
        let is_absent = entry.state == State::Unknown
            && entry.details.recoveries > 0
            && server.received(key).effects == 0;
        if entry.lease_until.is_none() || is_absent {
            return Some(entry);
        }
        assert!(started.elapsed() < MAX_RECOVERY, "stuck: {entry:?}");
        sleep(LEASE / 5).await;
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
    let is_repeated = Write::from_key(key) == Write::Never && received.arrivals > 1;
    assert!(!is_repeated, "it was sent twice: {context}");
    match entry.map(|entry| entry.state) {
        None => assert_eq!(received.arrivals, 0, "an intent was lost: {context}"),
        Some(State::NotSent | State::Rejected) => {
            assert_eq!(received.effects, 0, "no proof of no effect: {context}");
        }
        Some(State::Done) => assert_eq!(received.effects, 1, "no proof of effect: {context}"),
        Some(State::Unknown) => {}
        Some(_) => panic!("stuck after its lease: {context}"),
    }
}

/// How many cases run at the same time: they wait for leases most of the time.
static RUNNING: Semaphore = Semaphore::const_new(32);

/// Runs cases side by side.
pub(crate) async fn run_all<E: Engine>(cases: Vec<Case>) {
    let runs = cases.into_iter().map(|case| async move {
        let _permit = RUNNING.acquire().await.unwrap();
        if let Some(database) = E::create() {
            case.run(database).await;
        }
    });
    join_all(runs).await;
}
