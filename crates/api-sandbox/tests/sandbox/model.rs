//! Random sequences of operations, by our own clients, against a small model of orders, quotes and customers. The model
//! says what each answers; it knows the README and the menu, and nothing of the sandbox's code.
//!
//! `PROPTEST_CASES` makes more sequences. A sequence that fails is cut down to what it takes to fail, and shown.

mod basket;
mod customers;
mod orders;
mod quotes;
mod runner;
mod step;

use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::test_runner::Config;
use tokio::runtime::Runtime;

/// How many sequences there are, unless `PROPTEST_CASES` says so.
const CASES: u32 = 48;

fn config() -> Config {
    let config = Config::default();
    Config {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => config.cases,
            None => CASES,
        },
        failure_persistence: None,
        ..config
    }
}

/// One runtime for all sequences, so that the clients' threads are not made anew for each.
fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().expect("a runtime"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_sequence_of_operations_goes_as_the_model_says(steps in step::sequence()) {
        if let Err(problem) = runtime().block_on(runner::run(&steps)) {
            return Err(TestCaseError::fail(problem));
        }
    }
}
