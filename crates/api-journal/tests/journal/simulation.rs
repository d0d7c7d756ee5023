//! Random schedules: crashes, suspended processes, faults of the network and of the database, calls
//! with the same key from another process, and recovery by two processes.

use std::time::Duration;

use api_journal::{Entry, Journal, JournalClient, Journaled, SendError, State};
use fastrand::Rng;
use test_support::shop::{AddOrder, Client, CreateOrder, NewOrder, SetQuantity};
use tokio::runtime::Builder;
use tokio::time::{sleep, timeout};

use crate::failing_journal::{FailingJournal, Failure};
use crate::shop_server::{Fault, Server};

const SCHEDULES: u64 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Write {
    Never,
    UniqueKey,
    Idempotent,
}

impl Write {
    const ALL: [Self; 3] = [Self::Never, Self::UniqueKey, Self::Idempotent];

    fn operation(self) -> &'static str {
        match self {
            Self::Never => "add_order",
            Self::UniqueKey => "create_order",
            Self::Idempotent => "set_quantity",
        }
    }

    fn reference(self) -> &'static str {
        match self {
            Self::Never | Self::UniqueKey => "WEB-1",
            Self::Idempotent => "7",
        }
    }
}

/// What a call returned, unless its process crashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Crashed,
    Sent,
    AlreadySent,
    Failed,
}

/// What a schedule reached, so that the test notices if it reaches nothing.
#[derive(Debug, Default)]
struct Reached {
    crashed: u32,
    resent_or_found: u32,
    unknown: u32,
    without_effect: u32,
    late: u32,
    already_sent: u32,
}

#[test]
fn random_schedules_lose_no_intent_send_nothing_twice_and_guess_nothing() {
    let mut reached = Reached::default();
    for seed in 0..SCHEDULES {
        fastrand::seed(seed);
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(run(seed, &mut reached));
    }
    let Reached {
        crashed,
        resent_or_found,
        unknown,
        without_effect,
        late,
        already_sent,
    } = reached;
    let all = [
        crashed,
        resent_or_found,
        unknown,
        without_effect,
        late,
        already_sent,
    ];
    assert!(all.iter().all(|count| *count > 100), "{reached:?}");
}

async fn run(seed: u64, reached: &mut Reached) {
    let mut rng = Rng::with_seed(seed);
    let write = Write::ALL[rng.usize(..3)];
    let mut journal = FailingJournal::default();
    if rng.bool() {
        journal = journal.sealing();
    }
    let server = Server::default();
    server.check_intents(journal.inner.clone());
    server.plan((0..6).map(|_| random_fault(&mut rng)));
    journal.plan((0..8).map(|_| random_failure(&mut rng)));

    let is_prepared = rng.u8(..4) == 0;
    let crash = crash_after(&mut rng);
    let first = {
        let (client, journal) = (server.client("12"), journal.clone());
        tokio::spawn(async move {
            let call = send(&client, &journal, write, is_prepared);
            timeout(crash, call).await.unwrap_or(Ended::Crashed)
        })
    };
    // A second click, in another process.
    let second = rng.bool().then(|| {
        let (client, journal) = (server.client("12"), journal.clone());
        let (delay, crash) = (crash_after(&mut rng), crash_after(&mut rng));
        tokio::spawn(async move {
            sleep(delay).await;
            let call = send(&client, &journal, write, false);
            timeout(crash, call).await.unwrap_or(Ended::Crashed)
        })
    });
    let recoveries: Vec<_> = (0..2)
        .map(|_| {
            let (client, journal) = (server.client("12"), journal.clone());
            let crashes: Vec<_> = (0..4).map(|_| crash_after(&mut rng)).collect();
            let mut delay = Duration::from_secs(rng.u64(..90));
            tokio::spawn(async move {
                for crash in crashes {
                    sleep(delay).await;
                    let _ = timeout(crash, client.recover(&journal)).await;
                    delay = journal.lease();
                }
            })
        })
        .collect();
    let first = first.await.unwrap();
    let second = match second {
        Some(second) => second.await.unwrap(),
        None => Ended::Failed,
    };
    for recovery in recoveries {
        recovery.await.unwrap();
    }

    // The network and the database work again.
    server.plan([]);
    journal.plan([]);
    let client = server.client("12");
    for _ in 0..4 {
        sleep(Duration::from_secs(2 * 60 * 60)).await;
        client.recover(&journal).await.unwrap();
    }
    let entries = journal.inner.entries();
    let context = format!("seed {seed}: {write:?}, {first:?}, {second:?}, {entries:#?}");
    check(write, &server, &entries, [first, second], &context);
    // The caller clicks once more: what may be sent again is not unknown any longer.
    let last = send(&client, &journal, write, false).await;
    let entries = journal.inner.entries();
    let context = format!("{context}\nlast: {last:?}, {entries:#?}");
    check(write, &server, &entries, [first, last], &context);
    let is_unknown = entries.iter().any(|entry| entry.state == State::Unknown);
    assert!(!is_unknown || write == Write::Never, "{context}");
    let now = journal.now().await.unwrap();
    for entry in &entries {
        let is_stuck = entry.state != State::Unknown && entry.is_unresolved(now);
        assert!(!is_stuck, "stuck after its lease: {context}");
        let listed = journal.unresolved(None, 10).await.unwrap();
        assert_eq!(
            listed.contains(entry),
            entry.state == State::Unknown,
            "{context}"
        );
        reached.late += u32::from(!entry.details.late_outcomes.is_empty());
        match entry.state {
            State::Unknown => reached.unknown += 1,
            State::NotSent | State::Rejected => reached.without_effect += 1,
            _ if entry.epoch > 1 => reached.resent_or_found += 1,
            _ => {}
        }
    }
    reached.crashed += u32::from(first == Ended::Crashed);
    reached.already_sent += u32::from(second == Ended::AlreadySent);
}

fn check(write: Write, server: &Server, entries: &[Entry], ended: [Ended; 2], context: &str) {
    let effects = server.effects(write.operation(), write.reference());
    assert_eq!(server.unjournaled(), 0, "an intent was lost: {context}");
    assert!(
        effects == 0 || entries.len() == 1,
        "an intent was lost: {context}"
    );
    if write != Write::Idempotent {
        assert!(effects <= 1, "it took effect twice: {context}");
    }
    if write == Write::Never {
        assert!(
            server.arrivals() <= 1,
            "it may have taken effect twice: {context}"
        );
    }
    for entry in entries {
        match entry.state {
            State::NotSent | State::Rejected => {
                assert_eq!(effects, 0, "no proof that it did not happen: {context}");
            }
            State::Done => assert!(effects > 0, "no proof that it happened: {context}"),
            _ => {}
        }
        let is_found = write == Write::UniqueKey && effects > 0;
        assert!(
            !is_found || entry.state == State::Done,
            "not found: {context}"
        );
        assert!(
            !entry.state.is_settled() || entry.sealed_request.is_none(),
            "a request is kept: {context}"
        );
    }
    if ended
        .iter()
        .any(|ended| matches!(ended, Ended::Sent | Ended::AlreadySent))
    {
        assert!(effects > 0, "a success without effect: {context}");
    }
}

async fn send(client: &Client, journal: &FailingJournal, write: Write, is_prepared: bool) -> Ended {
    let reference_no = write.reference().to_owned();
    let quantity = Some(2);
    let order = NewOrder {
        reference_no,
        quantity,
    };
    match write {
        Write::Never => {
            let operation = AddOrder { order };
            if !is_prepared {
                return ended(client.send_journaled(journal, "key", operation).await);
            }
            let intent = client.prepare(journal, "key", &operation).unwrap();
            if journal.begin(&intent, journal.lease()).await.is_err() {
                return Ended::Failed;
            }
            ended(client.send_prepared(journal, intent, operation).await)
        }
        Write::UniqueKey => {
            let operation = CreateOrder { order };
            if !is_prepared {
                return ended(
                    client
                        .create_once_journaled(journal, "key", operation)
                        .await,
                );
            }
            let intent = client.prepare(journal, "key", &operation).unwrap();
            if journal.begin(&intent, journal.lease()).await.is_err() {
                return Ended::Failed;
            }
            ended(
                client
                    .create_once_prepared(journal, intent, operation)
                    .await,
            )
        }
        Write::Idempotent => {
            let (id, quantity) = (7.into(), 2);
            let operation = SetQuantity { id, quantity };
            ended(client.send_journaled(journal, "key", operation).await)
        }
    }
}

fn ended<T>(result: Result<Journaled<T>, SendError>) -> Ended {
    match result {
        Ok(Journaled::Sent(_)) => Ended::Sent,
        Ok(Journaled::AlreadySent(_)) => Ended::AlreadySent,
        Err(_) => Ended::Failed,
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
        3 => Fault::Hangs,
        4 => Fault::Late(Duration::from_secs(rng.u64(..300))),
        5 => Fault::Rejected([401, 404, 409, 422, 429][rng.usize(..5)]),
        _ => Fault::None,
    }
}

fn random_failure(rng: &mut Rng) -> Failure {
    match rng.u8(..12) {
        0 => Failure::Before,
        1 => Failure::After,
        2 | 3 => Failure::Slow(Duration::from_secs(rng.u64(..150))),
        _ => Failure::None,
    }
}
