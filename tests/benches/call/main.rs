//! The cost of a call, compared with bare reqwest and serde_json: over one open connection on
//! loopback, a small response (an order) and a large one (a page of 100 customers), which the bare
//! side reads into strict structs.
//!
//! ```sh
//! cargo bench -p tests --features bench --bench call                    # times
//! cargo bench -p tests --features bench --bench call -- turns           # the ratio of times, both sides alternating
//! cargo bench -p tests --features bench --bench call -- instructions    # instructions and allocations, by valgrind's callgrind
//! ```
//!
//! Two idle cores wake each other for every call, which takes longer than the call, and varies.
//! `taskset -c 1` before the command keeps both sides on one core.
//!
//! The server has its own process, so that its work is not counted. Instructions and allocations
//! are the difference between two processes, the second with twice as many calls, so that the cost
//! of the connection is not counted.

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
use sides::{Bare, Call, Ours};
use tokio::runtime::{Builder, Runtime};

/// The calls of the first counted process; the second one makes twice as many.
const CALLS: u32 = 100;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["serve"] => server::serve(),
        ["make", calls, side, call, address] => make(calls, side, call, address),
        ["instructions", ..] => instructions(),
        ["turns", ..] => turns(),
        _ => times(),
    }
}

fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

/// Makes calls and nothing else, in the counted process.
fn make(calls: &str, side: &str, call: &str, address: &str) {
    let calls: u32 = calls.parse().expect("a number");
    let call = Call::from_name(call);
    runtime().block_on(async {
        if side == "ours" {
            let ours = Ours::new(address);
            for _ in 0..calls {
                ours.call(call).await;
            }
        } else {
            let bare = Bare::new(address);
            for _ in 0..calls {
                bare.call(call).await;
            }
        }
    });
}

fn instructions() {
    let server = server::Running::start();
    for call in Call::ALL {
        let [ours, bare] = ["ours", "bare"].map(|side| {
            let [once, twice] = [CALLS, 2 * CALLS].map(|calls| {
                let calls = calls.to_string();
                callgrind::count(&["make", &calls, side, call.name(), server.address()])
            });
            once.until(twice).per(u64::from(CALLS))
        });
        println!(
            "{}: ours {ours}; bare {bare}; instructions {:.3} times",
            call.name(),
            ours.instructions as f64 / bare.instructions as f64,
        );
    }
}

/// The median ratio of times over many turns, so that other load on the machine affects both sides
/// alike.
fn turns() {
    const TURNS: usize = 101;
    let server = server::Running::start();
    let runtime = runtime();
    let ours = Ours::new(server.address());
    let bare = Bare::new(server.address());
    for call in Call::ALL {
        let mut ratios: Vec<f64> = (0..TURNS)
            .map(|_| {
                let start = Instant::now();
                runtime.block_on(async {
                    for _ in 0..CALLS {
                        ours.call(call).await;
                    }
                });
                let middle = Instant::now();
                runtime.block_on(async {
                    for _ in 0..CALLS {
                        bare.call(call).await;
                    }
                });
                (middle - start).as_secs_f64() / middle.elapsed().as_secs_f64()
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let [low, median, high] = [TURNS / 4, TURNS / 2, TURNS * 3 / 4].map(|index| ratios[index]);
        println!(
            "{}: time {median:.2} times (quartiles {low:.2} and {high:.2})",
            call.name()
        );
    }
}

fn times() {
    let server = server::Running::start();
    let runtime = runtime();
    let ours = Ours::new(server.address());
    let bare = Bare::new(server.address());
    let mut criterion = Criterion::default().configure_from_args();
    for call in Call::ALL {
        let mut group = criterion.benchmark_group(call.name());
        group.bench_function(BenchmarkId::from_parameter("ours"), |bencher| {
            bencher.iter(|| runtime.block_on(ours.call(call)));
        });
        group.bench_function(BenchmarkId::from_parameter("bare"), |bencher| {
            bencher.iter(|| runtime.block_on(bare.call(call)));
        });
        group.finish();
    }
    criterion.final_summary();
}
