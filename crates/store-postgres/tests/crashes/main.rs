//! Processes that are killed at any point of a journaled write: no intent is lost, no write that must
//! not be repeated is, none is said to have had no effect without proof, and none stays stuck.
//!
//! They are real processes, this program again, and a real SIGKILL, with both stores.

mod database;
mod journal;
mod kind;
mod point;
mod process;
mod shop_server;
mod transport;

use std::thread;
use std::time::{Duration, Instant};

use api_journal::{Entry, Journal, JournalClient, SendError, State};
use test_support::postgres::PostgresServer;
use tokio::runtime::Runtime;
use tokio::time::sleep;

use crate::database::{Database, with_journal};
use crate::journal::{LEASE, StoppingJournal};
use crate::kind::{Kind, entry_id};
use crate::point::Point;
use crate::process::{Process, Task};
use crate::shop_server::ShopServer;

/// Runs a block with the journal of a database.
macro_rules! run {
    ($database:expr, $journal:ident, $block:block) => {
        Runtime::new().unwrap().block_on(async {
            with_journal!($database, inner => {
                let $journal = StoppingJournal { inner, stop: None };
                $block
            })
        })
    };
}

/// What the killed processes run.
#[test]
#[ignore = "the program of the processes that are killed"]
fn child_process() {
    if let Some(process) = Process::from_env() {
        Runtime::new().unwrap().block_on(async {
            with_journal!(&process.database, journal => process.run(journal).await);
        });
    }
}

fn is_long() -> bool {
    std::env::var_os("LONG_TESTS").is_some()
}

fn sqlite(directory: &tempfile::TempDir) -> Database {
    Database::Sqlite(directory.path().join("api.db"))
}

fn postgres(test: &str) -> Option<Database> {
    let server = PostgresServer::get(test)?;
    Some(Database::Postgres(server.new_database()))
}

#[test]
fn writes_survive_a_kill_at_every_point_with_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    kill_at_every_point(&sqlite(&directory));
}

#[test]
fn writes_survive_a_kill_at_every_point_with_postgres() {
    if let Some(database) = postgres("writes_survive_a_kill_at_every_point_with_postgres") {
        kill_at_every_point(&database);
    }
}

#[test]
fn writes_survive_random_kills_with_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    kill_at_random(&sqlite(&directory));
}

#[test]
fn writes_survive_random_kills_with_postgres() {
    if let Some(database) = postgres("writes_survive_random_kills_with_postgres") {
        kill_at_random(&database);
    }
}

#[test]
fn three_processes_send_each_write_once_with_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    send_from_three_processes(&sqlite(&directory));
}

#[test]
fn three_processes_send_each_write_once_with_postgres() {
    if let Some(database) = postgres("three_processes_send_each_write_once_with_postgres") {
        send_from_three_processes(&database);
    }
}

fn migrate(database: &Database) {
    Runtime::new()
        .unwrap()
        .block_on(async { with_journal!(database, journal => drop(journal)) });
}

fn kill_at_every_point(database: &Database) {
    // The schema.
    migrate(database);
    let server = ShopServer::start();
    thread::scope(|scope| {
        for kind in Kind::ALL {
            let server = &server;
            scope.spawn(move || {
                for point in Point::ALL {
                    kill_at(database, server, kind, point);
                }
            });
        }
    });
}

fn kill_at(database: &Database, server: &ShopServer, kind: Kind, point: Point) {
    let reference = kind.reference(&format!("{point:?}"));
    let process = Process {
        database: database.clone(),
        server: server.address,
        venue: format!("{kind:?} {point:?}"),
        task: Task::Send(reference.clone()),
        stop: Some(point),
    };
    let context = format!("{kind:?} at {point:?}");
    match point {
        Point::LookUp | Point::Recovery => {
            let sent = Process {
                stop: Some(Point::Sent),
                ..process.clone()
            };
            assert!(sent.start_and_kill(), "{context}");
            thread::sleep(LEASE + LEASE / 4);
            let recovery = Process {
                task: Task::Recover,
                ..process.clone()
            };
            let reached = recovery.start_and_kill();
            // Only a create with a unique key is looked up.
            let is_expected = point == Point::Recovery || kind == Kind::UniqueKey;
            assert_eq!(reached, is_expected, "{context}");
        }
        _ => assert!(process.start_and_kill(), "{context}"),
    }

    run!(database, journal, {
        let client = Process {
            stop: None,
            ..process.clone()
        }
        .client();
        let entry = finish(&journal, &process.venue, kind, &reference, &client).await;
        let key = (kind.operation(), reference.clone());
        let (requests, effects) = counts(server, &key);
        if point == Point::BeforeInsert {
            assert_eq!((entry, requests), (None, 0), "{context}");
            kind.send(&client, &journal, &reference).await.unwrap();
            assert_eq!(counts(server, &key), (1, 1), "{context}");
            return;
        }
        let entry = entry.unwrap_or_else(|| panic!("{context}: the intent was lost"));
        check(&entry, kind, requests, effects, &context);
        // The key is safe to use again.
        let again = kind.send(&client, &journal, &reference).await;
        match kind {
            Kind::Never => {
                assert!(
                    matches!(again, Err(SendError::Unknown(_))),
                    "{context}: {again:?}"
                );
                assert_eq!(counts(server, &key), (requests, effects), "{context}");
            }
            Kind::Idempotent | Kind::UniqueKey => {
                assert_eq!(entry.state, State::Done, "{context}: {entry:?}");
                again.unwrap();
                assert_eq!(counts(server, &key), (requests, effects), "{context}");
            }
        }
    });
}

/// Recovers until the entry has an outcome, or is left to people.
async fn finish<J: Journal>(
    journal: &J,
    venue: &str,
    kind: Kind,
    reference: &str,
    client: &test_support::shop::Client,
) -> Option<Entry> {
    let id = entry_id(venue, kind.operation(), reference);
    let started = Instant::now();
    loop {
        client.recover(journal).await.unwrap();
        let entry = journal.entry(&id).await.unwrap()?;
        if entry.lease_until.is_none() {
            return Some(entry);
        }
        assert!(
            started.elapsed() < Duration::from_secs(30),
            "stuck: {entry:?}"
        );
        sleep(LEASE / 8).await;
    }
}

fn counts(server: &ShopServer, key: &(&'static str, String)) -> (u32, u32) {
    let shop = server.lock();
    let count = |counts: &std::collections::BTreeMap<_, u32>| counts.get(key).copied();
    (
        count(&shop.requests).unwrap_or(0),
        count(&shop.effects).unwrap_or(0),
    )
}

/// What holds of an entry after recovery, whatever happened.
fn check(entry: &Entry, kind: Kind, requests: u32, effects: u32, context: &str) {
    if kind == Kind::Never {
        assert!(requests <= 1, "{context}: received {requests} times");
    }
    if kind == Kind::UniqueKey {
        assert!(effects <= 1, "{context}: took effect {effects} times");
    }
    match entry.state {
        State::Done => assert!(effects >= 1, "{context}: not done: {entry:?}"),
        State::NotSent | State::Rejected => {
            assert_eq!(effects, 0, "{context}: it took effect: {entry:?}");
        }
        State::Unknown => assert_eq!(entry.lease_until, None, "{context}: stuck: {entry:?}"),
        state => panic!("{context}: still {state}"),
    }
}

fn kill_at_random(database: &Database) {
    migrate(database);
    let (kills, time) = match is_long() {
        true => (10_000, Duration::from_secs(900)),
        false => (300, Duration::from_secs(12)),
    };
    let server = ShopServer::start();
    let started = Instant::now();
    let mut killed = 0;
    let process = |task| Process {
        database: database.clone(),
        server: server.address,
        venue: "12".to_owned(),
        task,
        stop: None,
    };
    while killed < kills && started.elapsed() < time {
        let running = process(Task::SendForever(killed.to_string()));
        running.start_and_kill_after(Duration::from_millis(fastrand::u64(5..120)));
        killed += 1;
    }
    let client = process(Task::Recover).client();
    run!(database, journal, {
        let requests = server.lock().requests.clone();
        assert!(
            requests.len() > 3,
            "{} writes, {killed} kills",
            requests.len()
        );
        let mut writes: Vec<(&str, String)> = requests.into_keys().collect();
        let unresolved = journal.unresolved(None, u32::MAX).await.unwrap();
        // Those that were not received.
        writes.extend(unresolved.into_iter().filter_map(|entry| {
            let kind = Kind::from_reference(&entry.key)?;
            Some((kind.operation(), entry.key))
        }));
        for (operation, reference) in writes {
            let kind = Kind::from_reference(&reference).unwrap();
            let entry = finish(&journal, "12", kind, &reference, &client).await;
            let entry = entry.unwrap_or_else(|| panic!("{reference}: the intent was lost"));
            let key = (kind.operation(), reference.clone());
            let (requests, effects) = counts(&server, &key);
            check(&entry, kind, requests, effects, &reference);
            assert_eq!(entry.operation, operation);
            if kind != Kind::Never {
                assert_eq!(entry.state, State::Done, "{entry:?}");
            }
        }
        println!("{killed} kills");
    });
}

fn send_from_three_processes(database: &Database) {
    migrate(database);
    let number = if is_long() { 1_000 } else { 300 };
    let server = ShopServer::start();
    let children: Vec<_> = (0..3)
        .map(|index| {
            let process = Process {
                database: database.clone(),
                server: server.address,
                venue: "12".to_owned(),
                task: Task::SendAll(number, index * number / 3),
                stop: None,
            };
            process.start()
        })
        .collect();
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let requests = server.lock().requests.clone();
    assert_eq!(requests.len(), number);
    for (key, requests) in &requests {
        assert_eq!(*requests, 1, "{key:?}");
    }
    run!(database, journal, {
        assert_eq!(journal.unresolved(None, u32::MAX).await.unwrap(), []);
        for (operation, reference) in requests.into_keys() {
            let entry = journal
                .entry(&entry_id("12", operation, &reference))
                .await
                .unwrap();
            assert_eq!(entry.unwrap().state, State::Done);
        }
    });
}
