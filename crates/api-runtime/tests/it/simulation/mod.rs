//! Writes over faulty networks to faulty servers: 2,000 seeded schedules of faults for each kind
//! of write, in paused time; with `LONG_TESTS` set, 100,000. In each of them, no
//! call creates two orders, an order that is reported as created was created once, and one that was
//! or may have been created is never reported as not created.
//!
//! A seed determines everything, including the client's jitter. To repeat a run, with a log of its
//! events:
//!
//! ```sh
//! SIMULATION_SEED=4711 cargo test -p api-runtime --test it simulation -- --nocapture
//! ```

mod check;
mod journey;
mod network;
mod run;
mod server;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use run::{Kind, Run};

/// The number of schedules for each kind of write.
const SCHEDULES: u64 = 2_000;

fn schedules() -> u64 {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => 100_000,
        None => SCHEDULES,
    }
}

#[test]
fn the_number_of_schedules_is_that_of_both_readmes() {
    let [all, under_a_key] = [Kind::ALL.len(), 1].map(|kinds| SCHEDULES * kinds as u64);
    assert_eq!(2 * under_a_key, all);
    let all = format!(
        "{},{:03} schedules of a client on a faulty network, half of them under a key",
        all / 1000,
        all % 1000
    );
    for readme in [
        include_str!("../../../../../README.md"),
        include_str!("../../../../api-journal/README.md"),
    ] {
        assert!(readme.contains(&all), "{all}");
    }
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().start_paused(true).build().unwrap()
}

/// Runs every seed, or the requested one. Returns how often each end occurred.
fn simulate(kind: Kind) -> BTreeMap<String, u64> {
    let runtime = runtime();
    let mut ends = BTreeMap::new();
    let requested = std::env::var("SIMULATION_SEED");
    let requested = requested
        .ok()
        .map(|seed| seed.parse().expect("a whole number"));
    let seeds = requested.map_or(0..schedules(), |seed| seed..seed + 1);
    for seed in seeds {
        let run = runtime.block_on(Run::new(seed, kind, requested.is_some()));
        match check::check(&run) {
            Ok(end) => *ends.entry(end).or_default() += 1,
            // A run is repeatable: the second one logs its events.
            Err(violation) => {
                let logged = runtime.block_on(Run::new(seed, kind, true));
                panic!("seed {seed}, {kind:?}: {violation}\n{}", logged.log());
            }
        }
        if requested.is_some() {
            println!("seed {seed}, {kind:?}\n{}", run.log());
        }
    }
    if requested.is_none() {
        let mut table = String::new();
        for (end, times) in &ends {
            let _ = writeln!(table, "{times:>8}  {end}");
        }
        println!("{kind:?}, {} schedules\n{table}", schedules());
    }
    ends
}

/// Each of these ends must occur: otherwise the simulation does not test it.
fn assert_all_occur(ends: &BTreeMap<String, u64>, expected: &[&str]) {
    if std::env::var("SIMULATION_SEED").is_ok() {
        return;
    }
    for end in expected {
        let times = ends.get(*end).copied().unwrap_or_default();
        assert!(
            times >= schedules() / SCHEDULES,
            "{end:?} occurred {times} times"
        );
    }
}

#[test]
fn plain_write_is_never_duplicated_and_never_misreported() {
    assert_all_occur(
        &simulate(Kind::Plain),
        &[
            "done: confirmed",
            "not done: not sent",
            "not done: rejected",
            "done: invalid response",
            "done: unknown",
            "not done: unknown",
            "done: canceled by the caller",
            "not done: canceled by the caller",
        ],
    );
}

#[test]
fn creates_under_a_key_are_never_duplicated_and_never_misreported() {
    assert_all_occur(
        &simulate(Kind::UniqueKey),
        &[
            "done: confirmed",
            "done: confirmed by the retry",
            "done: recovered",
            "done: recovered from an earlier call",
            "not done: rejected, and looked up",
            "done: unknown",
            "done: unknown after two creates",
            "not done: unknown",
            "not done: unknown after two creates",
            "not done: not sent",
            "not done: rejected",
            "done: invalid response",
            "done: canceled by the caller",
            "not done: canceled by the caller",
            "done: another quantity",
            "not done: another quantity",
            "done: unknown, and the retry budget is exhausted",
            "not done: unknown, and the retry budget is exhausted",
        ],
    );
}

#[test]
fn a_seed_determines_the_whole_run() {
    for kind in Kind::ALL {
        for seed in 0..50 {
            let log = |seed| runtime().block_on(Run::new(seed, kind, true)).log();
            assert_eq!(log(seed), log(seed), "seed {seed}");
        }
    }
}
