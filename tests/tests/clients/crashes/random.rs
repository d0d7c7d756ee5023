//! Processes that are killed at random times, and processes that share a journal.

use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant};

use api_journal::{Journal, State, Worker};
use tokio::time::{sleep, timeout};

use super::case::{check, end_lease};
use super::engine::Engine;
use super::job::{Job, Task};
use super::process::Process;
use super::server::{LATEST, Server};
use super::write::{Write, client, entry};

/// How many processes run at the same time.
const PROCESSES: usize = 3;

/// How many processes are killed at most, and how long all kills may take. With `MINUTES`, only the time
/// ends them.
fn limits() -> (usize, Duration) {
    if let Ok(minutes) = env::var("MINUTES") {
        let minutes: u64 = minutes.parse().unwrap();
        return (usize::MAX, Duration::from_secs(minutes * 60));
    }
    match env::var_os("LONG_TESTS") {
        Some(_) => (10_000, Duration::from_secs(90)),
        None => (30, Duration::from_secs(60)),
    }
}

fn writes() -> usize {
    match env::var_os("LONG_TESTS") {
        Some(_) => 1_000,
        None => 60,
    }
}

/// What processes printed before they were killed.
#[derive(Default)]
struct Printed {
    inserted: Vec<String>,
    done: Vec<String>,
    kills: usize,
}

/// Kills processes that send and look up, with keys that they share.
pub(crate) async fn kill_at_random<E: Engine>() {
    let database = E::create();
    let journal = Journal::new(E::open(&database.location()).await);
    let server = Server::start(journal.clone()).await;
    let mut printed = Printed::default();
    // On a busy machine, most of them may be killed before they send: then there are more of them.
    for _ in 0..10 {
        server.fail_at_random(true);
        kill_some::<E>(&database.location(), &server, &mut printed).await;
        server.fail_at_random(false);
        if check_all(&database, &journal, &server, &printed).await {
            return;
        }
    }
    panic!("too few writes were sent, or interrupted");
}

async fn kill_some<E: Engine>(location: &str, server: &Server, printed: &mut Printed) {
    let (max_kills, max_time) = limits();
    let before = printed.kills;
    let started = Instant::now();
    let kills = (0..PROCESSES).map(|lane| {
        let (location, server) = (location.to_owned(), server.clone());
        tokio::spawn(async move {
            let (mut keys, mut done, mut killed) = (Vec::new(), Vec::new(), 0);
            for kill in 0..max_kills.div_ceil(PROCESSES) {
                if started.elapsed() > max_time {
                    break;
                }
                let first = (before + kill * PROCESSES + lane) * 4;
                let mut process = Process::start(
                    E::PROCESS,
                    &Job {
                        location: location.clone(),
                        server: server.host().to_owned(),
                        task: Task::SendForever(first),
                        point: None,
                    },
                );
                process.line("ready").await;
                let mut note = |line: &str| {
                    keys.extend(line.strip_prefix("inserted ").map(str::to_owned));
                    done.extend(line.strip_prefix("done ").map(str::to_owned));
                    line.starts_with("done ")
                };
                if kill % 8 == 0 {
                    // However busy the machine is, some callers are told.
                    while !note(&process.next_line().await.unwrap()) {}
                }
                sleep(Duration::from_millis(fastrand::u64(..80))).await;
                process.kill();
                killed += 1;
                while let Some(line) = process.next_line().await {
                    note(&line);
                }
            }
            (keys, done, killed)
        })
    });
    let kills: Vec<_> = kills.collect();
    for kill in kills {
        let (keys, done, killed) = kill.await.unwrap();
        printed.inserted.extend(keys);
        printed.done.extend(done);
        printed.kills += killed;
    }
    let seconds = started.elapsed().as_secs();
    println!("{} kills, the last ones in {seconds} s", printed.kills);
}

/// Checks all writes. Whether enough of them were sent, and enough interrupted.
async fn check_all<E: Engine>(
    database: &E,
    journal: &Journal,
    server: &Server,
    printed: &Printed,
) -> bool {
    let Printed { inserted, done, .. } = printed;
    let keys = server.keys();
    sleep(LATEST).await;
    for key in keys.iter().chain(inserted) {
        end_lease(database, journal, key).await;
    }
    let worker = Worker::new(journal.clone()).client(client(server.host(), journal.clone()));
    worker.round().await.unwrap();
    for key in inserted {
        assert!(entry(journal, key).await.0.is_some(), "lost: {key}");
    }
    // What callers were told.
    for key in done {
        assert_eq!(
            server.received(key).effects,
            1,
            "it was said to be done: {key}"
        );
    }
    let mut states: BTreeMap<String, u32> = BTreeMap::new();
    let mut is_sent = [false; Write::ALL.len()];
    for key in keys.iter().chain(inserted) {
        let (entry, now) = entry(journal, key).await;
        check(server, key, entry.as_ref());
        let entry = entry.unwrap();
        assert!(!entry.has_lease(now), "stuck: {entry:?}");
        // Without a person, what is never repeated is never sent twice.
        let is_never = Write::from_key(key) == Write::Never;
        assert!(!is_never || server.received(key).arrivals <= 1, "{entry:?}");
        *states.entry(entry.state.to_string()).or_default() += 1;
        is_sent[Write::from_key(key) as usize] = true;
    }
    let (inserted, said) = (inserted.len(), done.len());
    println!("{inserted} inserted, {said} said to be done, {states:?}");
    let count = |state| states.get(state).copied().unwrap_or_default();
    said > 0 && !is_sent.contains(&false) && count("done") > 10 && count("in_flight") > 1
}

/// Three processes send the same writes.
pub(crate) async fn share_a_journal<E: Engine>() {
    let database = E::create();
    let location = database.location();
    let journal = Journal::new(E::open(&location).await);
    let server = Server::start(journal.clone()).await;
    let count = writes();
    let processes = (0..PROCESSES).map(|number| {
        let job = Job {
            location: location.clone(),
            server: server.host().to_owned(),
            task: Task::SendAll(count, number * count / PROCESSES),
            point: None,
        };
        Process::start(E::PROCESS, &job)
    });
    for mut process in processes.collect::<Vec<_>>() {
        let ended = timeout(Duration::from_secs(120), process.line_at_any_time("ended"));
        ended.await.unwrap();
    }
    for number in 0..count {
        let key = Write::ALL[number % Write::ALL.len()].key(number);
        let (entry, _) = entry(&journal, &key).await;
        check(&server, &key, entry.as_ref());
        let state = entry.map(|entry| entry.state);
        assert_eq!(state, Some(State::Done), "{key}");
        assert_eq!(server.received(&key).arrivals, 1, "{key}");
    }
}
