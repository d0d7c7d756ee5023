//! What the clients cost, beside hand-written code for the same fields: strict structs with serde's derive, and bare reqwest;
//! and what a write costs that takes a new connection.
//!
//! ```sh
//! cargo bench -p benches --bench cost -- reads                   # large responses are read: the ratio of CPU times (Linux)
//! taskset -c 1 cargo bench -p benches --bench cost -- calls      # calls over one open connection on loopback: the ratio of times
//! cargo bench -p benches --bench cost -- connections             # over TLS on loopback: the time of a read, and of a refund
//! ```
//!
//! Ours read more than the strict structs: other forms and shapes of values, unknown fields, dates, and exact decimals.
//!
//! Each ratio is the median of many turns of both sides, so that other load on the machine affects both alike. Two idle cores
//! wake each other for every call, which takes longer than the call, and varies: `taskset` keeps both sides on one core. The
//! server has its own process, so that its work is not counted.

mod calls;
mod connections;
mod order;
mod reads;
mod server;
mod sides;

use std::env;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // Cargo adds one for the harness that this benchmark does not have.
    let arguments = arguments.iter().filter(|argument| *argument != "--bench");
    let arguments: Vec<&str> = arguments.map(String::as_str).collect();
    match arguments[..] {
        // The process that the others start.
        ["serve"] => server::serve(),
        ["calls"] => calls::compare(),
        ["reads"] => reads::compare(),
        ["connections"] => connections::compare(),
        _ => {
            calls::compare();
            reads::compare();
            connections::compare();
        }
    }
}

/// The median and the quartiles of a ratio over this many turns.
fn ratio(turns: usize, turn: impl FnMut() -> f64) -> String {
    let mut turn = turn;
    let mut ratios: Vec<f64> = (0..turns).map(|_| turn()).collect();
    ratios.sort_by(f64::total_cmp);
    let [low, median, high] = [turns / 4, turns / 2, turns * 3 / 4].map(|index| ratios[index]);
    format!("{median:.2} (quartiles {low:.2} and {high:.2})")
}
