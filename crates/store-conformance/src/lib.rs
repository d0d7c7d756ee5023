//! The tests that every store passes: each promise of a [`Journal`] is a check with a name.
//!
//! A store calls the suite from a test, with a function that opens another handle of the same
//! database, as another process does:
//!
//! ```
//! use api_journal::MemoryJournal;
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() {
//! let journal = MemoryJournal::new();
//! store_conformance::journal(async || &journal).await;
//! # }
//! ```
//!
//! The database is one of the test's own: the suite deletes settled entries.

#[macro_use]
mod check;
mod join;
mod journal;
mod report;

use api_journal::Journal;

pub use report::{Failure, Report};

/// Runs all checks of a journal.
///
/// The function returns another handle of the same database with each call.
///
/// # Panics
///
/// If a check failed, with the names and the reasons of all that did.
pub async fn journal<J: Journal>(open: impl AsyncFn() -> J) {
    let report = check_journal(open).await;
    assert!(report.failures().is_empty(), "{report}");
}

/// Runs all checks of a journal, and returns which of them passed and failed.
pub async fn check_journal<J: Journal>(open: impl AsyncFn() -> J) -> Report {
    journal::run(&open).await
}
