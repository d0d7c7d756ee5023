//! Random sequences of operations, sent by the generated clients and compared with a small model of
//! orders, quotes and customers. The model implements the README and the menu, and shares no code
//! with the sandbox.
//!
//! `PROPTEST_CASES` sets the number of sequences. A failing sequence is shrunk and printed.

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

/// The default number of sequences.
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

/// One runtime for all sequences, so that they share its threads.
fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().expect("a runtime"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_operations_match_the_model(steps in step::sequence()) {
        if let Err(problem) = runtime().block_on(runner::run(&steps)) {
            return Err(TestCaseError::fail(problem));
        }
    }
}
