//! The tests that every store passes, for the author of a store.
//!
//! Each promise of a [`Store`] is a case with a name: places, revisions, names, histories, ranges, what is refused
//! after a restore, pruning, and what happens at the same time. A case is a list of steps, in which two handles of
//! the store take turns.
//!
//! ```
//! # use api_journal::MemoryStore;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let database = MemoryStore::new(); // empty, and of this test alone
//! api_journal::testing::rows(async || database.clone()).await;
//! # }
//! ```

mod cases;
mod check;
mod concurrent;
mod step;

use std::future::Future;

use tokio::time::timeout;

use self::cases::CASES;
use self::check::{CHECK_TIMEOUT, Checked};
use self::step::Run;
use crate::rows::Store;

/// Runs all checks of a store.
///
/// The function returns another handle of the same database with each call, as each process opens its own. All
/// handles are closed before one is opened that has to find what was committed. Rows of the database that wait for
/// nothing are deleted.
///
/// # Panics
///
/// If a check failed, with the name, the step, the expected and the found value of all that did.
pub async fn rows<R: Store + Send + Sync + 'static>(open: impl AsyncFn() -> R) {
    let mut failures = Vec::new();
    for (name, steps) in CASES {
        let mut run = Run::new([open().await, open().await]);
        failures.extend(failure(name, run.all(steps, &open)).await);
    }
    for (name, check) in concurrent::checks(&open) {
        failures.extend(failure(name, check).await);
    }
    assert!(failures.is_empty(), "* {}", failures.join("\n* "));
}

/// Why a check failed, whose name is the promise.
async fn failure(name: &str, check: impl Future<Output = Checked>) -> Option<String> {
    match timeout(CHECK_TIMEOUT, check).await {
        Ok(checked) => checked
            .err()
            .map(|reason| format!("{name}: {}", reason.into_text())),
        Err(_) => Some(format!(
            "{name}: unfinished after {} s",
            CHECK_TIMEOUT.as_secs()
        )),
    }
}
