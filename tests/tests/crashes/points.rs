//! A process is killed at a point of a write. Then its entry is recovered.

use api_journal::{Journal as _, JournalClient as _, State};
use futures_util::{StreamExt as _, stream};
use tokio::time::sleep;

use crate::engine::{Engine, LEASE, Sqlite, open};
use crate::job::{Job, Task};
use crate::process::{Process, job};
use crate::server::Server;
use crate::stop::Point;
use crate::write::{Write, client, entry_id, send};

/// The process that the tests start and kill.
#[tokio::test]
#[ignore = "a child process of the other tests"]
async fn process() {
    if let Some(job) = job() {
        job.run::<Sqlite>().await;
    }
}

/// A kill, and what is known after it.
struct Case {
    write: Write,
    point: Point,
    is_sealed: bool,
}

impl Case {
    /// The state after recovery, unless there is no intent.
    fn expected(&self) -> Option<State> {
        let has_effect = matches!(
            self.point,
            Point::NoHead | Point::HeadOnly | Point::BeforeOutcome
        );
        match (self.point, self.write) {
            (Point::BeforeInsert, _) => None,
            (Point::AfterOutcome, _) => Some(State::Done),
            (_, Write::UniqueKey) if has_effect || self.is_sealed => Some(State::Done),
            (_, Write::Idempotent) if self.is_sealed => Some(State::Done),
            _ => Some(State::Unknown),
        }
    }

    async fn run<E: Engine>(self) {
        let Self {
            write,
            point,
            is_sealed,
        } = self;
        let context = format!("{write:?}, {point:?}, sealed: {is_sealed}");
        let database = E::create().await;
        let journal = open::<E>(&database.location(), is_sealed).await;
        let server = Server::start(E::open(&database.location()).await).await;
        let key = write.key(1);
        let mut process = Process::start(
            "points::process",
            &Job {
                location: database.location(),
                server: server.host().to_owned(),
                is_sealed,
                task: Task::Send(key.clone()),
                point: Some(point),
            },
        );
        assert_eq!(process.line("reached ").await, format!("{point:?}"));
        process.kill();

        let client = client(server.host());
        let id = entry_id(&key);
        let is_kept = journal.entry(&id).await.unwrap().is_some();
        assert_eq!(is_kept, point != Point::BeforeInsert, "{context}");
        // Not before the lease has expired: the process may be running.
        let before = server.received(&key);
        assert!(client.recover(&journal).await.unwrap().is_empty());
        assert_eq!(server.received(&key), before, "{context}");
        sleep(LEASE).await;
        let report = client.recover(&journal).await.unwrap();
        let state = journal.entry(&id).await.unwrap().map(|entry| entry.state);
        assert_eq!(state, self.expected(), "{context}: {report:?}");

        // The caller does not know what became of it, and sends it again.
        let again = send(&client, &journal, &key).await;
        match state {
            None => assert!(matches!(again, Ok(None)), "{context}: {again:?}"),
            Some(State::Done) => assert!(matches!(again, Ok(Some(_))), "{context}: {again:?}"),
            _ => assert!(again.is_err(), "{context}: {again:?}"),
        }
        check(write, &server, &key, state, &context);
        let unresolved = journal.unresolved(None, 10).await.unwrap();
        let is_unknown = state == Some(State::Unknown);
        assert_eq!(unresolved.len(), usize::from(is_unknown), "{context}");
    }
}

/// Compares an entry with what the server received.
fn check(write: Write, server: &Server, key: &str, state: Option<State>, context: &str) {
    let received = server.received(key);
    let context = format!("{context}: {received:?}, {state:?}");
    let unjournaled = server.unjournaled();
    assert!(unjournaled.is_empty(), "an intent was lost: {context}");
    assert!(received.effects <= 1, "it took effect twice: {context}");
    if write == Write::Never {
        let requests = received.arrivals + server.partial_requests();
        assert!(requests <= 1, "it was sent twice: {context}");
    }
    match state {
        Some(State::NotSent | State::Rejected) => {
            assert_eq!(received.effects, 0, "no proof of no effect: {context}");
        }
        Some(State::Done) => assert_eq!(received.effects, 1, "no proof of effect: {context}"),
        Some(State::Unknown) | None => {}
        Some(_) => panic!("stuck after its lease: {context}"),
    }
}

/// Runs the cases side by side, in groups: they wait for leases most of the time.
async fn run_all<E: Engine>(write: Write) {
    let cases = Point::ALL.into_iter().flat_map(|point| {
        [true, false].map(|is_sealed| Case {
            write,
            point,
            is_sealed,
        })
    });
    let runs = stream::iter(cases.map(Case::run::<E>));
    runs.buffer_unordered(8).collect::<Vec<()>>().await;
}

#[tokio::test]
async fn never_retried_write_of_a_killed_process_is_sent_once() {
    run_all::<Sqlite>(Write::Never).await;
}

#[tokio::test]
async fn idempotent_write_of_a_killed_process_takes_effect_once() {
    run_all::<Sqlite>(Write::Idempotent).await;
}

#[tokio::test]
async fn unique_key_of_a_killed_process_is_used_once() {
    run_all::<Sqlite>(Write::UniqueKey).await;
}
