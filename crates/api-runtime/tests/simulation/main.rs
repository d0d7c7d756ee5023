//! Writes over faulty networks to faulty servers: 10,000 seeded schedules of what goes wrong for each kind of write, in
//! time that is paused; with `LONG_TESTS` set, as in `.ci/run`, 100,000. Whatever happens, no call makes two
//! orders, what is reported as made was made once, and what was or may have been made is never reported as not made.
//!
//! A seed decides everything, also the client's own jitter. To see one again, with all that happened:
//!
//! ```sh
//! SIMULATION_SEED=4711 cargo test -p api-runtime --test simulation -- --nocapture
//! ```

mod check;
mod journey;
mod network;
mod run;
mod server;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use run::{Kind, Run};

/// How many schedules each kind of write is held against.
fn schedules() -> u64 {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => 100_000,
        None => 10_000,
    }
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().start_paused(true).build().unwrap()
}

/// Runs every seed, or the one that is asked for; gives how often each end came.
fn hold(kind: Kind) -> BTreeMap<String, u64> {
    let runtime = runtime();
    let mut ends = BTreeMap::new();
    let asked = std::env::var("SIMULATION_SEED");
    let asked = asked.ok().map(|seed| seed.parse().expect("a whole number"));
    let seeds = asked.map_or(0..schedules(), |seed| seed..seed + 1);
    for seed in seeds {
        let run = runtime.block_on(Run::of(seed, kind, asked.is_some()));
        match check::check(&run) {
            Ok(end) => *ends.entry(end).or_default() += 1,
            // It is the same when it is run again, and then it tells what happened.
            Err(wrong) => {
                let again = runtime.block_on(Run::of(seed, kind, true));
                panic!("seed {seed}, {kind:?}: {wrong}\n{}", again.told());
            }
        }
        if asked.is_some() {
            println!("seed {seed}, {kind:?}\n{}", run.told());
        }
    }
    if asked.is_none() {
        let mut table = String::new();
        for (end, times) in &ends {
            let _ = writeln!(table, "{times:>8}  {end}");
        }
        println!("{kind:?}, {} schedules\n{table}", schedules());
    }
    ends
}

/// A simulation in which something never happens says nothing about it.
fn all_happened(ends: &BTreeMap<String, u64>, expected: &[&str]) {
    if std::env::var("SIMULATION_SEED").is_ok() {
        return;
    }
    for end in expected {
        let times = ends.get(*end).copied().unwrap_or_default();
        assert!(times >= schedules() / 1_000, "{end:?} came {times} times");
    }
}

#[test]
fn plain_write_is_never_duplicated_and_never_misreported() {
    all_happened(
        &hold(Kind::Unguarded),
        &[
            "done: told so",
            "not done: not sent",
            "not done: rejected",
            "done: the response is not what it should be",
            "done: unknown",
            "not done: unknown",
            "done: given up by the caller",
            "not done: given up by the caller",
        ],
    );
}

#[test]
fn create_once_is_never_duplicated_and_never_misreported() {
    all_happened(
        &hold(Kind::UniqueKey),
        &[
            "done: told so",
            "done: told so, to the second arrival",
            "done: read back",
            "done: unknown",
            "done: unknown after two arrivals",
            "not done: unknown",
            "not done: unknown after two arrivals",
            "not done: not sent",
            "not done: rejected",
            "done: the response is not what it should be",
            "done: given up by the caller",
            "not done: given up by the caller",
            "not done: somebody else's order with the same reference was read back",
        ],
    );
}

#[test]
fn a_seed_determines_the_whole_run() {
    for kind in [Kind::Unguarded, Kind::UniqueKey] {
        for seed in 0..50 {
            let told = |seed| runtime().block_on(Run::of(seed, kind, true)).told();
            assert_eq!(told(seed), told(seed), "seed {seed}");
        }
    }
}
