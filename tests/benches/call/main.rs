//! What a call costs over one made of bare reqwest and serde_json: over one connection on loopback that is kept open, a
//! small reply (an order) and a large one (a page of 100 customers), read into strict structs on the bare side.
//!
//! ```sh
//! cargo bench -p tests --bench call                    # times
//! cargo bench -p tests --bench call -- turns           # the ratio of times, both sides taking turns
//! cargo bench -p tests --bench call -- instructions    # instructions and allocations, by valgrind's callgrind
//! ```
//!
//! Two idle cores wake each other for every call, which takes longer than the call and comes and goes. `taskset -c 1` before
//! the command keeps both sides on one core.
//!
//! The server is a process of its own, so that its work is not counted. Instructions and allocations are the difference
//! between a process that makes so many calls and one that makes twice as many: what is needed once, such as the
//! connection, is in both.

mod callgrind;
mod order;
mod server;
mod sides;
#[path = "../decode/strict.rs"]
#[expect(dead_code, reason = "menu feeds are for the other benchmark")]
mod strict;

use std::env;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion};
use sides::{Bare, Ours, What};
use tokio::runtime::{Builder, Runtime};

/// How many calls a counted process makes, and then twice as many.
const CALLS: u32 = 100;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["serve"] => server::serve(),
        ["make", calls, side, what, address] => make(calls, side, what, address),
        ["instructions", ..] => instructions(),
        ["turns", ..] => turns(),
        _ => times(),
    }
}

fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

/// Makes so many calls and nothing else: this is what is counted.
fn make(calls: &str, side: &str, what: &str, address: &str) {
    let calls: u32 = calls.parse().expect("a number");
    let what = What::named(what);
    runtime().block_on(async {
        if side == "ours" {
            let ours = Ours::new(address);
            for _ in 0..calls {
                ours.call(what).await;
            }
        } else {
            let bare = Bare::new(address);
            for _ in 0..calls {
                bare.call(what).await;
            }
        }
    });
}

fn instructions() {
    let server = server::Running::start();
    for what in What::ALL {
        let [ours, bare] = ["ours", "bare"].map(|side| {
            let [once, twice] = [CALLS, 2 * CALLS].map(|calls| {
                let calls = calls.to_string();
                callgrind::count(&["make", &calls, side, what.name(), server.address()])
            });
            once.until(twice).per(u64::from(CALLS))
        });
        println!(
            "{}: ours {ours}; bare {bare}; instructions {:.3} times",
            what.name(),
            ours.instructions as f64 / bare.instructions as f64,
        );
    }
}

/// The median ratio of times over many turns, so that what else the machine does strikes both sides alike.
fn turns() {
    const TURNS: usize = 101;
    let server = server::Running::start();
    let runtime = runtime();
    let ours = Ours::new(server.address());
    let bare = Bare::new(server.address());
    for what in What::ALL {
        let mut ratios: Vec<f64> = (0..TURNS)
            .map(|_| {
                let start = Instant::now();
                runtime.block_on(async {
                    for _ in 0..CALLS {
                        ours.call(what).await;
                    }
                });
                let middle = Instant::now();
                runtime.block_on(async {
                    for _ in 0..CALLS {
                        bare.call(what).await;
                    }
                });
                (middle - start).as_secs_f64() / middle.elapsed().as_secs_f64()
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let [low, median, high] = [TURNS / 4, TURNS / 2, TURNS * 3 / 4].map(|at| ratios[at]);
        println!(
            "{}: time {median:.2} times (quartiles {low:.2} and {high:.2})",
            what.name()
        );
    }
}

fn times() {
    let server = server::Running::start();
    let runtime = runtime();
    let ours = Ours::new(server.address());
    let bare = Bare::new(server.address());
    let mut criterion = Criterion::default().configure_from_args();
    for what in What::ALL {
        let mut group = criterion.benchmark_group(what.name());
        group.bench_function(BenchmarkId::from_parameter("ours"), |bencher| {
            bencher.iter(|| runtime.block_on(ours.call(what)));
        });
        group.bench_function(BenchmarkId::from_parameter("bare"), |bencher| {
            bencher.iter(|| runtime.block_on(bare.call(what)));
        });
        group.finish();
    }
    criterion.final_summary();
}
