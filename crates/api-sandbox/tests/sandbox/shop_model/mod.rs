//! Random orders, statuses and actions in a shop, over HTTP only: stock, sales, tills and customers
//! agree with each other afterwards.
//!
//! `PROPTEST_CASES` sets the number of sequences. A failing sequence is shrunk and printed.

mod ledger;
mod step;

use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::test_runner::Config;
use tokio::runtime::Runtime;

use ledger::Ledger;

/// The default number of sequences.
const CASES: u32 = 6;

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

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().expect("a runtime"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn stock_sales_tills_and_customers_agree(steps in step::sequence()) {
        let result = runtime().block_on(async {
            let mut ledger = Ledger::new().await;
            for step in &steps {
                ledger.run(step).await;
            }
            ledger.check().await
        });
        if let Err(problem) = result {
            return Err(TestCaseError::fail(problem));
        }
    }
}
