//! The cost of a call with a small response (an order), and with a large one (a page of 100 customers).

use std::time::Instant;

use tokio::runtime::{Builder, Runtime};

use crate::sides::{Bare, Call, Ours};
use crate::{ratio, server};

/// The calls of a turn.
const CALLS: u32 = 100;

fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

async fn call_ours(ours: &Ours, call: Call) {
    for _ in 0..CALLS {
        ours.call(call).await;
    }
}

async fn call_bare(bare: &Bare, call: Call) {
    for _ in 0..CALLS {
        bare.call(call).await;
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
            runtime.block_on(call_ours(&ours, call));
            let middle = Instant::now();
            runtime.block_on(call_bare(&bare, call));
            (middle - start).as_secs_f64() / middle.elapsed().as_secs_f64()
        });
        println!("{}: time of the bare call times {ratio}", call.name());
    }
}
