//! The cost of a call with a small response (an order), and with a large one (a page of 100 customers).

use std::time::Instant;

use tokio::runtime::{Builder, Runtime};

use crate::sides::{Bare, Call, Ours};
use crate::{callgrind, ratio, server};

/// The calls of a turn, and of the first counted process; the second one makes twice as many, so
/// that the cost of the connection is not counted.
const CALLS: u32 = 100;

fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

async fn call_ours(ours: &Ours, call: Call, times: u32) {
    for _ in 0..times {
        ours.call(call).await;
    }
}

async fn call_bare(bare: &Bare, call: Call, times: u32) {
    for _ in 0..times {
        bare.call(call).await;
    }
}

/// Makes calls and nothing else, in the counted process.
pub(crate) fn make(times: &str, side: &str, call: &str, address: &str) {
    let times = times.parse().expect("a number");
    let call = Call::from_name(call);
    match side {
        "ours" => runtime().block_on(call_ours(&Ours::new(address), call, times)),
        _ => runtime().block_on(call_bare(&Bare::new(address), call, times)),
    }
}

pub(crate) fn count() {
    let server = server::Running::start();
    for call in Call::ALL {
        let [ours, bare] = ["ours", "bare"].map(|side| {
            let [once, twice] = [CALLS, 2 * CALLS].map(|times| {
                let times = times.to_string();
                callgrind::count(&["call", &times, side, call.name(), server.address()])
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

pub(crate) fn compare() {
    let server = server::Running::start();
    let runtime = runtime();
    let ours = Ours::new(server.address());
    let bare = Bare::new(server.address());
    for call in Call::ALL {
        let ratio = ratio(101, || {
            let start = Instant::now();
            runtime.block_on(call_ours(&ours, call, CALLS));
            let middle = Instant::now();
            runtime.block_on(call_bare(&bare, call, CALLS));
            (middle - start).as_secs_f64() / middle.elapsed().as_secs_f64()
        });
        println!("{}: time of the bare call times {ratio}", call.name());
    }
}
