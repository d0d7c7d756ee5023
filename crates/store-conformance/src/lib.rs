//! The tests that every store passes: each promise of a [`Store`], and of the records of callbacks over
//! one, is a check with a name.
//!
//! A store calls the suite from a test, with a function that opens another handle of the same
//! database, as another process does. The database is one of the test's own: the suite deletes settled entries.

mod callbacks;
mod check;
mod report;
mod rows;

use api_journal::Store;

pub use callbacks::database::CallbackDatabase;
pub use callbacks::record::{ReadRecord, TestRecord, TestState, created};

/// Runs all checks of a store of rows.
///
/// The function returns another handle of the same database with each call.
///
/// # Panics
///
/// If a check failed, with the names and the reasons of all that did.
pub async fn rows<R: Store + Send + Sync + 'static>(open: impl AsyncFn() -> R) {
    rows::run(&open).await;
}

/// Runs all checks of the records of callbacks.
///
/// # Panics
///
/// If a check failed, with the names and the reasons of all that did.
pub async fn callbacks(database: &impl CallbackDatabase) {
    callbacks::run(database).await;
}
